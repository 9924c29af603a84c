import type { Tagged } from '../../../core/api/call.ts';
import { RecordForm } from '../../../core/forms/form-part.tsx';
import { useForm } from '../../../core/forms/use-form.ts';
import { useReturnedFocus } from '../../../core/forms/use-returned-focus.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import classes from './page.module.css';
import type { ResumeKind, ResumeList } from './resume-kinds.ts';
import { type TaggedCandidate, useCandidateSource } from './source.ts';
import { useSkillChange } from './use-skill-change.ts';

type Entry = Record<string, unknown> & { id: number };

interface EntryProps {
  list: ResumeList;
  entry: Entry;
  isGone: boolean;
  candidate: TaggedCandidate;
  kind: ResumeKind;
}

export const draftOfEntry = (candidateId: number, list: ResumeList, { id }: { id: number }): string =>
  `candidate-${candidateId}-resume-${list}-${id}`;

function getEntry({ record, tag }: TaggedCandidate, list: ResumeList, id: number): Tagged<object> {
  const entry = record.resume[list].find((each) => each.id === id);
  if (entry === undefined) throw new Error('Somebody has deleted the entry.');
  return { record: entry, tag };
}

/** An entry of the resume, which is changed in place. */
export function ResumeEntry({ list, entry, isGone, candidate, kind }: EntryProps) {
  const texts = useTexts();
  const mayEdit = useMay()('candidates:write');
  const { id: candidateId } = candidate.record;
  const source = useCandidateSource(candidateId);
  const name = String(entry[kind.title]);
  const form = useForm({
    name: draftOfEntry(candidateId, list, entry),
    title: name,
    fields: kind.fields,
    current: { record: entry, tag: candidate.tag },
    isGone,
    read: async () => getEntry(await source.read(), list, entry.id),
    save: (body, ifMatch) => kind.change(entry.id, body, ifMatch),
  });
  const editButton = useReturnedFocus(form.form !== undefined);
  const remove = useRemove(candidateId, name, kind, entry);
  if (form.form !== undefined && mayEdit)
    return (
      <li className={classes.item}>
        <RecordForm form={form} title={texts.candidatePage.editEntry(name)} />
      </li>
    );
  return (
    <li className={`${classes.item} ${classes.entry}`}>
      <Summary entry={entry} kind={kind} />
      {mayEdit && (
        <div className={classes.actions}>
          <Button
            ref={editButton}
            variant="default"
            size="compact-sm"
            aria-label={texts.candidatePage.editEntry(name)}
            onClick={form.edit}
          >
            {texts.forms.edit}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={texts.candidatePage.deleteEntry(name)}
            loading={remove.isPending}
            onClick={remove.run}
          >
            {texts.candidatePage.parts.erase}
          </Button>
        </div>
      )}
    </li>
  );
}

function useRemove(candidateId: number, name: string, kind: ResumeKind, entry: Entry) {
  const { candidatePage } = useTexts();
  const change = useSkillChange(candidateId);
  const { id, ...body } = entry;
  return {
    isPending: change.isPending,
    run: () =>
      change.mutate({
        done: candidatePage.entryDeleted(name),
        undone: candidatePage.added(name),
        run: () => kind.remove(id),
        undo: () => kind.add(body),
      }),
  };
}

function Summary({ entry, kind }: { entry: Entry; kind: ResumeKind }) {
  const { texts, formats } = useLanguage();
  const day = (value: unknown) => (typeof value === 'string' ? formats.day(value) : undefined);
  const until = entry.isCurrent === true ? texts.candidatePage.resume.today : day(entry.untilDate);
  const period = [day(entry.fromDate), until].filter(Boolean).join(' – ');
  const secondary = [entry[kind.place], entry.degree, entry.grade, entry.city, period].filter(Boolean);
  return (
    <div className={classes.text}>
      <strong>{String(entry[kind.title])}</strong>
      <span className={classes.secondary}>{secondary.join(' · ')}</span>
      {typeof entry.description === 'string' && <p className={classes.message}>{entry.description}</p>}
    </div>
  );
}
