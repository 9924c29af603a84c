import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call, read } from '../../../core/api/call.ts';
import { changeSeen } from '../../../core/api/change-seen.ts';
import { isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useChange } from '../../../core/frame/use-change.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import { webhookSettingsRead, webhookSettingsSetEventDataType } from '../../../generated/operations.ts';
import type { SchemaWebhookEventDataType, SchemaWebhookReadSettingsDto } from '../../../generated/types.ts';
import classes from './registrations.module.css';

/** What counts as delivered, what happens after a failure, and in which format calls are made. */
export function Rules() {
  const { webhooks } = useTexts();
  const settings = useQuery(queries.webhookSettings());
  return (
    <section className={formClasses.part} aria-labelledby="rules">
      <h2 id="rules">{webhooks.rules.heading}</h2>
      {settings.isPending && <Loading rows={4} />}
      {settings.isError && <Failed error={settings.error} retry={() => settings.refetch()} />}
      {settings.data !== undefined && (
        <>
          <RuleText settings={settings.data.record.settings} />
          <Format current={settings.data.record.settings.eventDataTypeId} tag={settings.data.tag} />
        </>
      )}
    </section>
  );
}

function RuleText({ settings }: { settings: SchemaWebhookReadSettingsDto }) {
  const { texts, formats } = useLanguage();
  const { rules } = texts.webhooks;
  const { timeoutSeconds, retryScheduleSeconds: delays, failureThreshold } = settings;
  const retries =
    delays.length === 0 ? rules.noRetries : rules.retries(formats.list(delays.map(formats.duration)));
  return (
    <p className={formClasses.lead}>
      {rules.delivered(formats.duration(timeoutSeconds))} {retries}{' '}
      {rules.threshold(formats.number(failureThreshold))}
    </p>
  );
}

const FORMATS = [1482, 1483] as const;

function Format({ current, tag }: { current: SchemaWebhookEventDataType; tag: string }) {
  const { rules } = useTexts().webhooks;
  const change = useChange([queries.webhookSettings().queryKey]);
  const set = (webhookEventDataType: SchemaWebhookEventDataType, ifMatch: string) =>
    call(webhookSettingsSetEventDataType, { path: { webhookEventDataType }, ifMatch });
  const nameOf = (id: number) => rules.formats[id] ?? String(id);
  const choose = (id: SchemaWebhookEventDataType) =>
    change.mutate({
      run: () => set(id, tag),
      done: rules.formatSet(nameOf(id)),
      undo: () =>
        changeSeen({
          read: () => read(webhookSettingsRead),
          isAsSeen: ({ settings }) => settings.eventDataTypeId === id,
          change: (ifMatch) => set(current, ifMatch),
        }),
      undone: rules.formatBack(nameOf(current)),
      failed: (error) => (isStatus(error, 412) ? rules.formatChanged : undefined),
    });
  return (
    <NativeSelect
      className={classes.format}
      label={rules.format}
      description={rules.formatHelp}
      value={String(current)}
      onChange={({ currentTarget }) =>
        choose(FORMATS.find((id) => String(id) === currentTarget.value) ?? current)
      }
      data={FORMATS.map((id) => ({ value: String(id), label: nameOf(id) }))}
    />
  );
}
