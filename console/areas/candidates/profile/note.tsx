import { useQueryClient } from '@tanstack/react-query';
import { call, type Tagged } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import { withLimits } from '../../../core/forms/fields.ts';
import { RecordForm } from '../../../core/forms/form-part.tsx';
import { useForm } from '../../../core/forms/use-form.ts';
import { useReturnedFocus } from '../../../core/forms/use-returned-focus.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { communicationChangeLimits } from '../../../generated/limits.ts';
import { communicationChange } from '../../../generated/operations.ts';
import type { SchemaCandidateNoteDto } from '../../../generated/types.ts';
import classes from './page.module.css';
import { RowActions } from './row-actions.tsx';
import { type TaggedCandidate, useCandidateSource } from './source.ts';

interface NoteProps {
  note: SchemaCandidateNoteDto;
  /** Whether the list no longer has it. */
  isGone: boolean;
  candidate: TaggedCandidate;
}

export const draftOfNote = (candidateId: number, { id }: { id: number }): string =>
  `candidate-${candidateId}-note-${id}`;

/** The text of a note, which is changed in place. A note is a communication. */
export function Note({ note, isGone, candidate }: NoteProps) {
  const { texts, formats } = useLanguage();
  const { candidatePage } = texts;
  const mayEdit = useMay()('communication:write');
  const queryClient = useQueryClient();
  const { id: candidateId } = candidate.record;
  const source = useCandidateSource(candidateId);
  // The list of notes can be newer than the candidate.
  const find = ({ record, tag }: TaggedCandidate): Tagged<object> => ({
    record: record.communications.find(({ id }) => id === note.id) ?? note,
    tag,
  });
  const name = candidatePage.noteOf(formats.dayAndTime(note.occurredAtUtc));
  const form = useForm({
    name: draftOfNote(candidateId, note),
    title: name,
    fields: withLimits(
      [{ property: 'text', label: candidatePage.communicationFields.text, kind: 'longText', isWide: true }],
      communicationChangeLimits,
    ),
    current: find(candidate),
    // A newer note can have moved it to a page of the list that is not loaded.
    isGone: isGone && candidate.record.communications.every(({ id }) => id !== note.id),
    async read() {
      await queryClient.invalidateQueries({ queryKey: queries.notes(candidateId).queryKey });
      return find(await source.read());
    },
    save: (body, ifMatch) =>
      call(communicationChange, { path: { candidateId, communicationId: note.id }, body, ifMatch }),
  });
  const editButton = useReturnedFocus(form.form !== undefined);
  if (form.form !== undefined && mayEdit)
    return <RecordForm form={form} title={candidatePage.editEntry(name)} />;
  return (
    <>
      <p className={classes.message}>{note.text}</p>
      {mayEdit && (
        <RowActions
          candidateId={candidateId}
          communicationId={note.id}
          name={name}
          isNote
          edit={form.edit}
          editButton={editButton}
        />
      )}
    </>
  );
}
