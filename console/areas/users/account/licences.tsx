import { useState } from 'react';
import { ChangedMeanwhileError } from '../../../core/api/change-seen.ts';
import { isUnsure } from '../../../core/api/errors.ts';
import type { User } from '../../../core/api/records.ts';
import { type Field, toEntries } from '../../../core/forms/fields.ts';
import { RecordForm } from '../../../core/forms/form-part.tsx';
import formClasses from '../../../core/forms/forms.module.css';
import { useKeptRows } from '../../../core/forms/open-forms.ts';
import { useAddition } from '../../../core/forms/use-addition.ts';
import { useReturnedFocus } from '../../../core/forms/use-returned-focus.ts';
import { useChange } from '../../../core/frame/use-change.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { useToday } from '../../../core/use-time.ts';
import { add, has, type Licence, replace, without } from './licence-list.ts';
import classes from './licences.module.css';
import { useUserSource } from './use-user-source.ts';

type StoredLicence = User['licences'][number];

/** What the user is qualified for, with the day on which it ends. */
export function Licences({ user }: { user: User }) {
  const { users: words } = useTexts();
  const mayEdit = useMay()('users:write');
  const licences = useKeptRows(user.licences, (licence) => draftOf(user.id, licence));
  return (
    <section className={formClasses.part} aria-labelledby="licences">
      <h2 id="licences">{words.parts.licences}</h2>
      {licences.length === 0 ? (
        <p className={formClasses.lead}>{words.licences.none}</p>
      ) : (
        <ul className={classes.entries} aria-labelledby="licences">
          {licences.map(({ row, isGone }) => (
            <LicenceRow key={row.id} userId={user.id} licence={row} isGone={isGone} mayEdit={mayEdit} />
          ))}
        </ul>
      )}
      {mayEdit && <AddLicence userId={user.id} />}
    </section>
  );
}

const draftOf = (userId: number, { id }: StoredLicence) => `user-${userId}-licence-${id}`;

interface RowProps {
  userId: number;
  licence: StoredLicence;
  isGone: boolean;
  mayEdit: boolean;
}

function LicenceRow({ userId, licence, isGone, mayEdit }: RowProps) {
  const { texts } = useLanguage();
  const words = texts.users.licences;
  const remove = useRemove(userId, licence);
  const form = useLicenceForm(userId, licence);
  const isOpen = form.form !== undefined && mayEdit;
  // The change that the form is sending, or one without a response, can be what has replaced it. Saving again finds out.
  const canBeOwn = form.sending.isPending || form.isUnsure;
  const button = useReturnedFocus(isOpen);
  if (isOpen)
    return (
      <li className={classes.entry}>
        <RecordForm form={{ ...form, isGone: isGone && !canBeOwn }} title={words.edit(licence.name)} />
      </li>
    );
  return (
    <li className={`${classes.entry} ${classes.row}`}>
      <Summary licence={licence} />
      {mayEdit && (
        <div className={formClasses.actions}>
          <Button
            ref={button}
            variant="default"
            size="compact-sm"
            aria-label={words.edit(licence.name)}
            onClick={form.open}
          >
            {texts.forms.edit}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={words.removeOf(licence.name)}
            loading={remove.isPending}
            onClick={remove.run}
          >
            {words.remove}
          </Button>
        </div>
      )}
    </li>
  );
}

function Summary({ licence: { name, validUntil } }: { licence: Licence }) {
  const { texts, formats } = useLanguage();
  const words = texts.users.licences;
  const today = useToday();
  const isExpired = validUntil !== null && validUntil < today;
  return (
    <div className={classes.text}>
      <strong>{name}</strong>
      <span className={isExpired ? classes.expired : classes.until}>
        {validUntil === null ? words.unlimited : `${words.validUntil} ${formats.day(validUntil)}`}
        {isExpired && ` (${words.expired})`}
      </span>
    </div>
  );
}

function AddLicence({ userId }: { userId: number }) {
  const { licences: words } = useTexts().users;
  const form = useLicenceForm(userId);
  const isOpen = form.form !== undefined;
  const button = useReturnedFocus(isOpen);
  if (isOpen) return <RecordForm form={form} title={words.add} />;
  return (
    <Button ref={button} variant="default" size="compact-sm" className={classes.add} onClick={form.open}>
      {words.add}
    </Button>
  );
}

/** What the attempts of a form sent without a response. All of it can be stored. */
interface Lost {
  /** Changes when the form is closed, or begins another entry. */
  formKey: string;
  licences: readonly Licence[];
}

/** A form for a licence: a new one, or one in place of another. */
function useLicenceForm(userId: number, replaced?: StoredLicence) {
  const { texts, formats } = useLanguage();
  const words = texts.users.licences;
  const { changeLicences } = useUserSource(userId);
  const report = useReport();
  const fields: readonly Field[] = [
    {
      property: 'name',
      label: words.name,
      kind: 'text',
      help: words.nameHelp,
      isWide: true,
      limit: { maxLength: 100 },
    },
    { property: 'validUntil', label: words.validUntil, kind: 'date' },
  ];
  const [lost, setLost] = useState<Lost>();
  const form = useAddition<Licence>({
    name: replaced === undefined ? `user-${userId}-new-licence` : draftOf(userId, replaced),
    fields,
    ...(replaced && { initial: toEntries({ ...replaced }, fields, formats) }),
    async add({ name, validUntil = null }, formKey) {
      // The service says what is missing.
      const licence = { name, validUntil } as Licence;
      const unsure = lost?.formKey === formKey ? lost.licences : [];
      let sent: readonly Licence[] = [];
      try {
        await changeLicences((stored) => {
          // One that was there before is no trace of this attempt.
          sent = has(stored, licence) ? [] : [licence];
          if (replaced === undefined) return add(stored, licence, unsure);
          return replace(stored, [replaced, ...unsure], licence);
        });
      } catch (error) {
        if (isUnsure(error)) setLost({ formKey, licences: [...unsure, ...sent] });
        // None of it was stored.
        if (error instanceof ChangedMeanwhileError) setLost(undefined);
        throw error;
      }
      return licence;
    },
    async onAdded(licence) {
      const { name } = licence;
      await report({
        done: replaced === undefined ? words.added(name) : words.changed(name),
        undo: () =>
          changeLicences((stored) =>
            replaced === undefined ? without(stored, licence) : replace(stored, [licence], replaced),
          ),
        undone: replaced === undefined ? words.removed(name) : words.back(replaced.name),
      });
    },
  });
  return { ...form, isUnsure: lost !== undefined && lost.formKey === form.form?.idempotencyKey };
}

/** Makes the page show the change of a form, which says itself why one fails. The message about it takes it back. */
function useReport() {
  const change = useChange([['users']]);
  return (done: Omit<Parameters<typeof change.mutate>[0], 'run'>) =>
    change.mutateAsync({ ...done, run: async () => {} });
}

function useRemove(userId: number, licence: Licence) {
  const { licences: words } = useTexts().users;
  const { changeLicences } = useUserSource(userId);
  const change = useChange([['users']]);
  return {
    isPending: change.isPending,
    run: () =>
      change.mutate({
        run: () => changeLicences((stored) => without(stored, licence)),
        done: words.removed(licence.name),
        undo: () => changeLicences((stored) => [...stored, licence]),
        undone: words.back(licence.name),
      }),
  };
}
