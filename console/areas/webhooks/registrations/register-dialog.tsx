import { Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Fault } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import type { EventType, Registration } from '../../../core/api/records.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { Restored } from '../../../core/forms/restored.tsx';
import { useKeptEntry } from '../../../core/forms/use-kept-entry.ts';
import { useShownFault } from '../../../core/forms/use-shown-fault.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { WhenRead } from '../../../core/ui/when-read.tsx';
import { useDescribe } from '../event-name.tsx';
import classes from './registrations.module.css';
import { TestOutcome, useTestCall } from './test-call.tsx';
import { addressText, isRegistered, type Outcome, outcomeText, useRegister } from './use-register.ts';

interface RegisterDialogProps {
  isOpen: boolean;
  close: () => void;
  /** What is registered already. */
  known: readonly Registration[];
}

/** Registers an address for one event or several. */
export function RegisterDialog({ isOpen, close, known }: RegisterDialogProps) {
  const { webhooks } = useTexts();
  const register = useRegister(known);
  const { sending } = register;
  const leave = () => {
    sending.reset();
    close();
  };
  return (
    <Dialog
      isOpen={isOpen}
      // The form says what became of each event, and nothing else does.
      close={sending.isPending ? undefined : leave}
      title={webhooks.register.title}
      isWide
    >
      <RegisterForm register={register} close={leave} />
    </Dialog>
  );
}

interface Entry {
  url: string;
  events: readonly number[];
}

const NO_ENTRY: Entry = { url: '', events: [] };
const NO_ADDRESS: Fault = { property: 'url', code: 'format', message: 'url must be an absolute address.' };

interface RegisterFormProps {
  register: ReturnType<typeof useRegister>;
  close: () => void;
}

function RegisterForm({ register, close }: RegisterFormProps) {
  const language = useLanguage();
  const { texts } = language;
  const words = texts.webhooks.register;
  const types = useQuery(queries.eventTypes());
  const { entry, enter, discard, restoredAtUtc } = useKeptEntry('webhook-new', NO_ENTRY);
  const { url, events: chosen } = entry;
  const [isMissing, setMissing] = useState(false);
  const { sending, run } = register;
  const test = useTestCall();
  const sendTest = () => {
    const event = chosen[0] ?? types.data?.[0]?.id;
    if (event !== undefined) test.mutate({ event, url: url.trim() });
  };
  const [entryFault, setEntryFault] = useState<Fault>();
  const addressFault = entryFault ?? sending.data?.addressFault;
  const form = useShownFault(addressFault);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Everything that is missing is said at once. What else is wrong with an address, the service says.
    const isAddress = URL.canParse(url.trim());
    setEntryFault(isAddress ? undefined : { ...NO_ADDRESS });
    setMissing(chosen.length === 0);
    if (!isAddress || chosen.length === 0) return;
    const sent = chosen;
    run({ url: url.trim(), events: sent }, (outcomes) => {
      const registered = outcomes.filter(isRegistered).map((outcome) => outcome.event);
      const isComplete = outcomes.every(({ kind }) => kind === 'new' || kind === 'back');
      if (isComplete && registered.length === sent.length) cancel();
      // More may have been chosen meanwhile.
      else enter((now) => ({ events: now.events.filter((id) => !registered.includes(id)) }));
    });
  };
  const cancel = () => {
    discard();
    close();
  };
  return (
    <form ref={form} className={formClasses.form} onSubmit={submit} noValidate>
      {restoredAtUtc !== undefined && <Restored savedAtUtc={restoredAtUtc} discard={discard} />}
      <TextInput
        data-autofocus
        type="url"
        label={words.url}
        description={words.urlHelp}
        value={url}
        error={addressFault && addressText(addressFault, language)}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => {
          enter({ url: currentTarget.value });
          // It was about another address.
          test.reset();
        }}
      />
      <WhenRead read={types} rows={6}>
        {(data) => (
          <Events
            types={data}
            chosen={chosen}
            choose={(events) => enter({ events })}
            isMissing={isMissing && chosen.length === 0}
          />
        )}
      </WhenRead>
      <TestOutcome test={test} />
      <Outcomes outcomes={sending.data?.outcomes ?? []} types={types.data ?? []} />
      <div className={formClasses.actions}>
        <Button type="submit" loading={sending.isPending}>
          {words.submit}
        </Button>
        <Button
          variant="default"
          loading={test.isPending}
          disabled={types.data === undefined}
          onClick={sendTest}
        >
          {texts.webhooks.test.send}
        </Button>
        <Button variant="default" disabled={sending.isPending} onClick={cancel}>
          {texts.forms.cancel}
        </Button>
      </div>
    </form>
  );
}

interface EventsProps {
  types: readonly EventType[];
  chosen: readonly number[];
  choose: (events: readonly number[]) => void;
  isMissing: boolean;
}

function Events({ types, chosen, choose, isMissing }: EventsProps) {
  const { webhooks } = useTexts();
  const words = webhooks.register;
  const describe = useDescribe();
  const toggle = (id: number) =>
    choose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <fieldset className={classes.events}>
      <legend>{words.events}</legend>
      <p className={formClasses.lead}>{words.eventsHelp}</p>
      <div className={formClasses.actions}>
        <Button variant="default" size="compact-sm" onClick={() => choose(types.map(({ id }) => id))}>
          {words.all}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => choose([])}>
          {words.nothing}
        </Button>
      </div>
      {isMissing && (
        <p role="alert" className={classes.fault}>
          {words.noEvent}
        </p>
      )}
      <div className={classes.groups}>
        {types.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={`${name} (${id})`}
            description={describe(name)}
            checked={chosen.includes(id)}
            onChange={() => toggle(id)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** What became of each event. */
function Outcomes({ outcomes, types }: { outcomes: readonly Outcome[]; types: readonly EventType[] }) {
  const language = useLanguage();
  const { texts } = language;
  const words = texts.webhooks.register;
  const nameOf = (event: number) => types.find(({ id }) => id === event)?.name ?? String(event);
  return (
    <div role="status" aria-label={words.results}>
      {outcomes.length > 0 && (
        <>
          <p>{words.incomplete}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard. */}
          <ul className={classes.results} tabIndex={0}>
            {outcomes.map((outcome) => (
              <li key={outcome.event} className={isRegistered(outcome) ? undefined : classes.failed}>
                {nameOf(outcome.event)}: {outcomeText(outcome, language)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
