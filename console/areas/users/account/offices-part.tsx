import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Tagged } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import type { User } from '../../../core/api/records.ts';
import { Conflicts } from '../../../core/forms/conflicts.tsx';
import { FaultSummary } from '../../../core/forms/faults.tsx';
import type { Field, Value } from '../../../core/forms/fields.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { Restored } from '../../../core/forms/restored.tsx';
import { type Form, useForm } from '../../../core/forms/use-form.ts';
import { useReturnedFocus } from '../../../core/forms/use-returned-focus.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import classes from '../../../core/ui/record.module.css';
import { useUserFields } from '../fields.ts';
import { type Offices, sortedOffices, toIds, toOffices } from '../offices.ts';
import { OfficesInput } from '../offices-input.tsx';
import { useUserSource } from './use-user-source.ts';

interface OfficesProps {
  user: Tagged<User>;
}

const toEntry = ({ record, tag }: Tagged<User>): Tagged<Offices> => ({ record: toOffices(record), tag });

/** The branches that the user works for. */
export function OfficesPart({ user }: OfficesProps) {
  const { users: words, forms } = useTexts();
  const may = useMay();
  const { id, assignedOffices } = user.record;
  const source = useUserSource(id);
  const { officeIds, mainOfficeId } = useUserFields({});
  const { data } = useQuery(queries.branches());
  const choices = data?.branches.map(({ id: value, name }) => ({ value, label: name }));
  const form = useForm({
    name: `user-${id}-branches`,
    title: words.parts.branches,
    fields: [officeIds, { ...mainOfficeId, ...(choices === undefined ? {} : { choices }) }],
    current: toEntry(user),
    read: async () => toEntry(await source.read()),
    save: source.saveOffices,
  });
  const isOpen = form.form !== undefined && may('users:write');
  const editButton = useReturnedFocus(isOpen);
  return (
    <section className={formClasses.part} aria-labelledby="branches">
      <header className={formClasses.header}>
        <h2 id="branches">{words.parts.branches}</h2>
        {may('users:write') && !isOpen && (
          <Button
            ref={editButton}
            variant="default"
            size="compact-sm"
            aria-label={`${forms.edit}: ${words.parts.branches}`}
            onClick={form.edit}
          >
            {forms.edit}
          </Button>
        )}
      </header>
      <p className={formClasses.lead}>{words.branchesLead}</p>
      {isOpen ? <OfficesForm form={form} had={assignedOffices} /> : <OfficeNames user={user.record} />}
    </section>
  );
}

function OfficeNames({ user }: { user: User }) {
  const { texts, language } = useLanguage();
  const { users: words } = texts;
  if (user.assignedOffices.length === 0) return <p className={formClasses.lead}>{words.noBranch}</p>;
  return (
    <ul className={classes.names} aria-labelledby="branches">
      {sortedOffices(user, language).map(({ officeId, name, isPrimary }) => (
        <li key={officeId}>{isPrimary ? words.main(name) : name}</li>
      ))}
    </ul>
  );
}

function OfficesForm({ form, had }: { form: Form; had: User['assignedOffices'] }) {
  const { texts, formats } = useLanguage();
  const { data } = useQuery(queries.branches());
  const { sending, restoredAtUtc } = form;
  const container = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (restoredAtUtc === undefined) container.current?.querySelector<HTMLElement>('input')?.focus();
  }, [restoredAtUtc]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  const nameOf = (id: number) => data?.branches.find((branch) => branch.id === id)?.name ?? String(id);
  const render = ({ property }: Field, value: Value): ReactNode =>
    property === 'officeIds' ? formats.list(toIds(String(value)).map(nameOf)) : undefined;
  return (
    <form
      ref={container}
      className={formClasses.form}
      aria-label={texts.users.parts.branches}
      onSubmit={submit}
      noValidate
    >
      {restoredAtUtc !== undefined && <Restored savedAtUtc={restoredAtUtc} discard={form.close} />}
      {sending.isError && !sending.isPending && (
        <FaultSummary error={sending.error} fields={form.fields} idOf={String} />
      )}
      <OfficesInput
        officeIds={form.form?.entries.officeIds ?? ''}
        mainOfficeId={form.form?.entries.mainOfficeId ?? ''}
        had={had}
        enter={form.enter}
      />
      <div className={formClasses.actions}>
        <Button type="submit" loading={sending.isPending}>
          {texts.forms.save}
        </Button>
        <Button variant="default" onClick={form.close}>
          {texts.forms.cancel}
        </Button>
      </div>
      <Conflicts {...form} render={render} />
    </form>
  );
}
