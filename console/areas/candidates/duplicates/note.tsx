import { Button as LinkButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import { nameOf } from '../../../core/api/records.ts';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Confirm } from '../../../core/ui/confirm.tsx';
import { Failed } from '../../../core/ui/states.tsx';
import type { SchemaCandidateMergeReadDto } from '../../../generated/types.ts';
import classes from './page.module.css';
import { useUndoMerge } from './use-undo-merge.ts';

/** With whom the candidate is perhaps the same person, and who was merged into it. Nothing if there is neither. */
export function DuplicateNotes({ candidateId }: { candidateId: number }) {
  return (
    <>
      <Pairs candidateId={candidateId} />
      <Merges candidateId={candidateId} />
    </>
  );
}

function Pairs({ candidateId }: { candidateId: number }) {
  const { texts, formats } = useLanguage();
  const pairs = useQuery(queries.duplicatesOf(candidateId));
  if (pairs.isError && pairs.data === undefined)
    return <Failed error={pairs.error} retry={() => pairs.refetch()} />;
  if (pairs.data === undefined || pairs.data.pairs.length === 0) return null;
  return (
    <section className={classes.note} aria-labelledby="duplicates-title">
      <h2 id="duplicates-title">{texts.duplicates.note}</h2>
      <ul>
        {pairs.data.pairs.map((pair) => {
          const other = pair.first.id === candidateId ? pair.second : pair.first;
          const own = pair.first.id === candidateId ? pair.first : pair.second;
          const matches = pair.matchedOn
            .filter((match) => match !== 'emailCanonical' || !pair.matchedOn.includes('email'))
            .map((match) => texts.duplicates.matches[match]);
          return (
            <li key={pair.id}>
              <span>
                <Link to={paths.candidate(other.id)}>{nameOf(other)}</Link>{' '}
                <span className={classes.quiet}>
                  {texts.duplicates.matchedOn}: {formats.list(matches)}
                </span>
              </span>
              <LinkButton
                component={Link}
                variant="default"
                size="compact-sm"
                to={paths.compare(candidateId, other.id)}
                aria-label={texts.duplicates.compareOf(nameOf(own), nameOf(other))}
              >
                {texts.duplicates.compare}
              </LinkButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type Merge = SchemaCandidateMergeReadDto;

function Merges({ candidateId }: { candidateId: number }) {
  const { texts, formats } = useLanguage();
  const may = useMay();
  const merges = useQuery(queries.merges(candidateId));
  const [chosen, setChosen] = useState<Merge>();
  if (merges.isError && merges.data === undefined)
    return <Failed error={merges.error} retry={() => merges.refetch()} />;
  // Later, there is nothing to do about it, and not even a name.
  const shown = merges.data?.merges.filter(({ canBeUndone }) => canBeUndone) ?? [];
  // The list begins with the latest one.
  const [latest] = shown;
  return (
    <>
      {shown.length > 0 && (
        <section className={classes.note} aria-labelledby="merges-title" tabIndex={-1}>
          <h2 id="merges-title">{texts.duplicates.merges}</h2>
          <ul>
            {shown.map((merge) => (
              <li key={merge.id}>
                <span>
                  {texts.duplicates.mergedFrom(nameOfMerge(merge), formats.dayOf(merge.mergedAtUtc))}{' '}
                  <span className={classes.quiet}>
                    {merge.mergedByName !== null && `${texts.duplicates.mergedBy(merge.mergedByName)}, `}
                    {texts.duplicates.until(formats.dayOf(merge.untilUtc))}
                  </span>
                </span>
                {may('candidates:write') &&
                  (merge.undoFirstId === null || latest === undefined ? (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={texts.duplicates.undoOf(nameOfMerge(merge))}
                      onClick={() => setChosen(merge)}
                    >
                      {texts.duplicates.undo}
                    </Button>
                  ) : (
                    <span className={classes.quiet}>{texts.duplicates.undoFirst(nameOfMerge(latest))}</span>
                  ))}
              </li>
            ))}
          </ul>
        </section>
      )}
      <UndoQuestion candidateId={candidateId} chosen={chosen} close={() => setChosen(undefined)} />
    </>
  );
}

const nameOfMerge = ({ firstName, lastName }: Merge): string =>
  nameOf({ firstName: firstName ?? '', lastName: lastName ?? '' });

interface UndoProps {
  candidateId: number;
  chosen: Merge | undefined;
  close: () => void;
}

function UndoQuestion({ candidateId, chosen, close }: UndoProps) {
  const { duplicates: texts } = useTexts();
  const undo = useUndoMerge();
  // The question keeps its words while it disappears.
  const [last, setLast] = useState(chosen);
  if (chosen !== undefined && chosen !== last) setLast(chosen);
  const run = () => {
    if (chosen !== undefined) undo.mutate({ candidateId, mergeId: chosen.id }, { onSuccess: close });
  };
  return (
    <Confirm
      isOpen={chosen !== undefined}
      title={texts.undoTitle(last === undefined ? '' : nameOfMerge(last))}
      action={texts.undoNow}
      isRunning={undo.isPending}
      error={undo.refusal === undefined ? undo.error : undefined}
      run={run}
      close={() => {
        undo.reset();
        close();
      }}
    >
      <p>{undo.refusal ?? texts.undoLead}</p>
    </Confirm>
  );
}
