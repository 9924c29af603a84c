import { useMediaQuery } from '@mantine/hooks';
import { call, type Tagged } from '../../../core/api/call.ts';
import type { Field } from '../../../core/forms/fields.ts';
import { RecordForm } from '../../../core/forms/form-part.tsx';
import { useUserChoices } from '../../../core/forms/use-choices.ts';
import { useForm } from '../../../core/forms/use-form.ts';
import { useReturnedFocus } from '../../../core/forms/use-returned-focus.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Ago } from '../../../core/ui/when.tsx';
import { communicationChange } from '../../../generated/operations.ts';
import { AddAttachment, Attachments } from './attachments.tsx';
import classes from './page.module.css';
import partClasses from './parts.module.css';
import { RowActions } from './row-actions.tsx';
import { type Candidate, type TaggedCandidate, useCandidateSource } from './source.ts';

type Communication = Candidate['communications'][number];

/** Where the user has no column. */
const NARROW = '(max-width: 30em)';

interface CommunicationRowProps {
  row: Communication;
  isGone: boolean;
  candidate: TaggedCandidate;
  fields: readonly Field[];
}

export const draftOfCommunication = (candidateId: number, { id }: { id: number }): string =>
  `candidate-${candidateId}-communication-${id}`;

function getCommunication({ record, tag }: TaggedCandidate, communicationId: number): Tagged<object> {
  const found = record.communications.find(({ id }) => id === communicationId);
  if (found === undefined) throw new Error('Somebody has deleted the communication.');
  return { record: found, tag };
}

/** A communication, which is changed in place. */
export function CommunicationRow({ row, isGone, candidate, fields: common }: CommunicationRowProps) {
  const { candidatePage } = useTexts();
  const mayEdit = useMay()('communication:write');
  const { id: candidateId } = candidate.record;
  const source = useCandidateSource(candidateId);
  const { id: communicationId } = row;
  const name = useNameOf(row);
  const fields = useOwnFields(common, row);
  const form = useForm({
    name: draftOfCommunication(candidateId, row),
    title: name,
    fields,
    current: { record: row, tag: candidate.tag },
    isGone,
    read: async () => getCommunication(await source.read(), communicationId),
    save: (body, ifMatch) =>
      call(communicationChange, { path: { candidateId, communicationId }, body, ifMatch }),
  });
  const editButton = useReturnedFocus(form.form !== undefined);
  const columns = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ? 2 : 3;
  if (form.form !== undefined && mayEdit)
    return (
      <tr>
        <td colSpan={columns}>
          <RecordForm form={form} title={candidatePage.editEntry(name)} />
        </td>
      </tr>
    );
  return (
    <>
      <tr>
        <Facts row={row} fields={fields} />
        <td className={classes.entered}>
          {row.subject && <strong>{row.subject}</strong>}
          {row.text && <p className={classes.message}>{row.text}</p>}
          <Attachments communication={row} name={name} />
        </td>
      </tr>
      {mayEdit && (
        <tr className={partClasses.actionRow}>
          <td colSpan={columns}>
            <RowActions
              candidateId={candidateId}
              communicationId={communicationId}
              name={name}
              edit={form.edit}
              editButton={editButton}
            >
              <AddAttachment candidateId={candidateId} communicationId={communicationId} name={name} />
            </RowActions>
          </td>
        </tr>
      )}
    </>
  );
}

/** The fields of all communications, with the user of this one even after being deactivated. */
function useOwnFields(fields: readonly Field[], { userId }: Communication): readonly Field[] {
  const may = useMay();
  const users = useUserChoices(may('users:read'), userId);
  return fields.map((field) =>
    field.property === 'userId' && users !== undefined ? { ...field, choices: users } : field,
  );
}

/** The subject, or the kind with its day. */
function useNameOf({ subject, communicationType, occurredAtUtc }: Communication): string {
  const { formats } = useLanguage();
  return subject ?? [communicationType, formats.dayOf(occurredAtUtc)].filter(Boolean).join(' ');
}

function Facts({ row, fields }: { row: Communication; fields: readonly Field[] }) {
  const { directions } = useTexts().candidatePage;
  const names: Readonly<Record<string, string>> = directions;
  const users = fields.find(({ property }) => property === 'userId')?.choices;
  const user = users?.find(({ value }) => value === row.userId)?.label;
  return (
    <>
      <td>
        <Ago utc={row.occurredAtUtc} />
        <span className={classes.secondary}>
          {[row.communicationType, names[row.direction ?? '']].filter(Boolean).join(', ')}
        </span>
        <span className={`${classes.secondary} ${classes.lowest}`}>{user}</span>
      </td>
      <td className={`${classes.medium} ${classes.entered}`}>{user}</td>
    </>
  );
}
