import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { call } from '../../../core/api/call.ts';
import { faultsOf, UnreachableError } from '../../../core/api/errors.ts';
import { newIdempotencyKey } from '../../../core/api/idempotency-key.ts';
import { queries } from '../../../core/api/queries.ts';
import { findDraft, keepDraft } from '../../../core/drafts/drafts.ts';
import { failureText } from '../../../core/forms/failure-text.ts';
import { useFaultText } from '../../../core/forms/faults.tsx';
import { useEnteredTexts } from '../../../core/forms/kept-texts.ts';
import { useKeptRows } from '../../../core/forms/open-forms.ts';
import { Restored } from '../../../core/forms/restored.tsx';
import { typedSince } from '../../../core/forms/typed-since.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useKeys } from '../../../core/keys/keys.tsx';
import { useMay } from '../../../core/session/use-session.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import { Ago } from '../../../core/ui/when.tsx';
import { candidateNoteCreateLimits } from '../../../generated/limits.ts';
import { candidateNoteCreate } from '../../../generated/operations.ts';
import type { SchemaCandidateNoteDto } from '../../../generated/types.ts';
import { MentionField, useMentionable } from '../../work/notes/mention-field.tsx';
import { findMentioned, type Mentionable } from '../../work/notes/mentions.ts';
import classes from './details.module.css';

interface NotesProps {
  candidateId: number;
  Heading?: 'h2' | 'h3';
  /** What is below the author of each note, instead of its text. */
  renderNote?: (note: SchemaCandidateNoteDto, isGone: boolean) => ReactNode;
  /** Of the form that changes a note. The note stays in the list while its form is open. */
  draftOf?: (note: SchemaCandidateNoteDto) => string;
}

export function Notes({
  candidateId,
  Heading = 'h3',
  renderNote,
  draftOf = ({ id }) => `${id}`,
}: NotesProps) {
  const texts = useTexts();
  const may = useMay();
  const notes = useInfiniteQuery(queries.notes(candidateId));
  const loaded = notes.data?.pages.flatMap((page) => page.notes) ?? [];
  const shown = useKeptRows(loaded, draftOf);
  return (
    <section aria-labelledby="notes">
      <Heading id="notes">{texts.candidate.notes}</Heading>
      {may('communication:write') && <NewNote candidateId={candidateId} />}
      {notes.isPending && <Loading rows={2} />}
      {notes.isError && <Failed error={notes.error} retry={() => notes.refetch()} />}
      {notes.isSuccess && shown.length === 0 && <p className={classes.absent}>{texts.candidate.noNotes}</p>}
      <ul className={classes.notes} aria-labelledby="notes">
        {shown.map(({ row: note, isGone }) => (
          <li key={note.id}>
            <p className={classes.by}>
              <strong>{note.userFullName ?? texts.candidate.someone}</strong> <Ago utc={note.occurredAtUtc} />
            </p>
            {renderNote?.(note, isGone) ?? <p className={classes.text}>{note.text}</p>}
          </li>
        ))}
      </ul>
      {notes.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={notes.isFetchingNextPage}
          onClick={() => void notes.fetchNextPage()}
        >
          {texts.candidate.olderNotes}
        </Button>
      )}
    </section>
  );
}

interface Begun {
  text: string;
  /** Stays the same until the text changes, so that another try after a lost response adds no second note. */
  idempotencyKey: string;
  /**
   * Of the first try. Another try with the key must send the same, also after a reload, before the users have been read, or when one of
   * them has another name.
   */
  mentioned?: readonly Mentionable[];
}

const toBegun = (text: string): Begun => ({ text, idempotencyKey: newIdempotencyKey() });

function findBegun(name: string): Begun {
  const value = findDraft(name)?.value;
  // An earlier version kept the text alone.
  if (typeof value === 'string') return toBegun(value);
  const { text, idempotencyKey, mentioned } = (value ?? {}) as Partial<Begun>;
  if (typeof text !== 'string' || typeof idempotencyKey !== 'string') return toBegun('');
  return Array.isArray(mentioned) ? { text, idempotencyKey, mentioned } : { text, idempotencyKey };
}

/** The note that was begun about a candidate, and how to keep another state of it. */
function useBegunNote(candidateId: number) {
  const name = `note-${candidateId}`;
  const [begun, setBegun] = useState(() => findBegun(name));
  const [restoredAtUtc, setRestoredAtUtc] = useState(() => findDraft(name)?.savedAtUtc);
  // What is typed while a note is saved comes after the render that sent it.
  const latest = useRef(begun);
  const show = (next: Begun) => {
    latest.current = next;
    setBegun(next);
    if (next.text.trim() === '') setRestoredAtUtc(undefined);
  };
  const keep = (next: Begun) => {
    keepDraft(name, next.text.trim() === '' ? undefined : next);
    show(next);
  };
  /** Removes what was saved. What was typed meanwhile stays, as another note. */
  const remove = ({ text, idempotencyKey }: Begun) => {
    const rest = toBegun(typedSince(text, latest.current.text));
    const isOwn = findBegun(name).idempotencyKey === latest.current.idempotencyKey;
    setRestoredAtUtc(undefined);
    // Another form about the candidate has begun a note: here after a change of the page, or in another tab.
    if (latest.current.idempotencyKey === idempotencyKey && !isOwn) show(rest);
    else keep(rest);
  };
  return { begun, keep, remove, restoredAtUtc };
}

function NewNote({ candidateId }: { candidateId: number }) {
  const texts = useTexts();
  const formats = useFormats();
  const show = useMessages();
  const queryClient = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const { begun, keep, remove, restoredAtUtc } = useBegunNote(candidateId);
  const { text } = begun;
  const change = (next: string) => keep(toBegun(next));
  useEnteredTexts(() => [{ label: texts.candidate.note, text }]);
  const users = useMentionable();
  const mentioned = begun.mentioned ?? findMentioned(users, text);
  const create = useSending({
    mutationFn: ({ text, idempotencyKey, mentioned = [] }: Begun) => {
      const mentions = mentioned.map(({ id }) => id);
      return call(candidateNoteCreate, { path: { candidateId }, body: { text, mentions }, idempotencyKey });
    },
    onSuccess: async (_, sent) => {
      remove(sent);
      show({ text: texts.candidate.noteSaved });
      await queryClient.invalidateQueries({ queryKey: queries.notes(candidateId).queryKey });
    },
  });
  useKeys([{ key: 'n', name: 'note', run: () => field.current?.focus() }]);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() === '' || create.isPending) return;
    const sent = { ...begun, mentioned };
    keep(sent);
    create.mutate(sent);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };
  const faults = faultsOf(create.error);
  const faultOf = useFaultText(create.error, candidateNoteCreateLimits);
  const unsuitable = mentioned.filter((_, index) => faults.has(`mentions[${index}]`));
  const fault =
    unsuitable.length > 0
      ? texts.mentions.unsuitable(formats.list(unsuitable.map(({ name }) => name)))
      : faultOf('text');
  const failure =
    create.error instanceof UnreachableError ? texts.forms.unsure : failureText(create.error, texts);
  return (
    <form className={classes.form} onSubmit={submit} onKeyDown={onKeyDown}>
      {restoredAtUtc !== undefined && (
        <Restored
          savedAtUtc={restoredAtUtc}
          discard={() => {
            change('');
            create.reset();
            field.current?.focus();
          }}
        />
      )}
      <MentionField
        ref={field}
        label={texts.candidate.note}
        value={text}
        change={change}
        users={users}
        error={create.isError ? (fault ?? failure) : undefined}
      />
      <Button type="submit" variant="default" disabled={text.trim() === ''} loading={create.isPending}>
        {texts.candidate.saveNote}
      </Button>
    </form>
  );
}
