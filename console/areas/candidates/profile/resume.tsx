import formClasses from '../../../core/forms/forms.module.css';
import { useKeptRows } from '../../../core/forms/open-forms.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { AddEntry } from './addition.tsx';
import classes from './page.module.css';
import partClasses from './parts.module.css';
import { draftOfEntry, ResumeEntry } from './resume-entry.tsx';
import { type ResumeKind, type ResumeList, useResumeKinds } from './resume-kinds.ts';
import type { TaggedCandidate } from './source.ts';

const LISTS: readonly ResumeList[] = ['jobs', 'professionEducations', 'schoolEducations', 'educations'];

/** Where the candidate has worked and learned, the newest first. */
export function Resume({ candidate }: { candidate: TaggedCandidate }) {
  const { candidatePage, candidate: texts } = useTexts();
  const kinds = useResumeKinds(candidate.record);
  const mayEdit = useMay()('candidates:write');
  const { resume } = candidate.record;
  const filled = LISTS.filter((list) => resume[list].length > 0);
  return (
    <section className={`${formClasses.part} ${classes.resume}`} aria-labelledby="resume">
      <h2 id="resume">{candidatePage.parts.resume}</h2>
      {filled.length === 0 && !mayEdit && <p className={formClasses.lead}>{texts.notGiven}</p>}
      <div className={partClasses.lists}>
        {(mayEdit ? LISTS : filled).map((list) => (
          <div key={list} className={classes.skill}>
            <header className={partClasses.titled}>
              <h3 id={`resume-${list}`}>{candidatePage.parts[list]}</h3>
              {mayEdit && (
                <AddEntry
                  candidateId={candidate.record.id}
                  part={`new-${list}`}
                  title={candidatePage.addTo(candidatePage.parts[list])}
                  fields={kinds[list].fields}
                  add={async (body, idempotencyKey) => {
                    const { id } = await kinds[list].add(body, idempotencyKey);
                    return () => kinds[list].remove(id);
                  }}
                  nameOf={(body) => String(body[kinds[list].title])}
                />
              )}
            </header>
            <Entries list={list} candidate={candidate} kind={kinds[list]} />
          </div>
        ))}
      </div>
    </section>
  );
}

interface EntriesProps {
  list: ResumeList;
  candidate: TaggedCandidate;
  kind: ResumeKind;
}

function Entries({ list, candidate, kind }: EntriesProps) {
  const { id, resume } = candidate.record;
  const sorted = resume[list].toSorted((a, b) => (b.fromDate ?? '').localeCompare(a.fromDate ?? ''));
  const entries = useKeptRows<(typeof sorted)[number]>(sorted, (entry) => draftOfEntry(id, list, entry));
  if (entries.length === 0) return null;
  return (
    <ul className={classes.entries} aria-labelledby={`resume-${list}`}>
      {entries.map(({ row, isGone }) => (
        <ResumeEntry
          key={row.id}
          list={list}
          entry={{ ...row }}
          isGone={isGone}
          candidate={candidate}
          kind={kind}
        />
      ))}
    </ul>
  );
}
