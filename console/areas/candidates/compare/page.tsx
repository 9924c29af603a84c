import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { paths } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { BackToList } from '../../../core/ui/back-to-list.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { Comparison } from './comparison.tsx';
import classes from './page.module.css';

/** Two candidates beside each other: which values count, and which of the two remains. */
export function Page() {
  const { compare } = useTexts();
  const { keptId, mergedId } = useParams({ strict: false }) as { keptId: string; mergedId: string };
  const ids = [Number(keptId), Number(mergedId)] as const;
  const areIds = ids.every((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31);
  if (!areIds) return <Missing title={compare.missing} />;
  if (ids[0] === ids[1]) return <Missing title={compare.same} />;
  return (
    <div className={classes.page}>
      <BackToList list={paths.duplicates} text={compare.back} />
      <h1>{compare.title}</h1>
      <Candidates key={ids.join()} keptId={ids[0]} mergedId={ids[1]} />
    </div>
  );
}

function Missing({ title }: { title: string }) {
  const { compare } = useTexts();
  return (
    <Notice isPage title={title}>
      <Link to={paths.duplicates}>{compare.back}</Link>
    </Notice>
  );
}

function Candidates({ keptId, mergedId }: { keptId: number; mergedId: number }) {
  const { compare } = useTexts();
  const kept = useQuery(queries.candidate(keptId));
  const merged = useQuery(queries.candidate(mergedId));
  const error = kept.error ?? merged.error;
  if (isStatus(error, 404))
    return (
      <Notice title={compare.missing}>
        <p>{compare.missingLead}</p>
        {[
          [keptId, kept.data],
          [mergedId, merged.data],
        ].map(
          ([id, found]) =>
            found === undefined && (
              <Link key={String(id)} to={paths.candidate(Number(id))}>
                {compare.number(String(id))}
              </Link>
            ),
        )}
      </Notice>
    );
  if (kept.data !== undefined && merged.data !== undefined)
    return <Comparison kept={kept.data} merged={merged.data} />;
  if (error !== null)
    return (
      <Failed
        error={error}
        retry={() => {
          void kept.refetch();
          void merged.refetch();
        }}
      />
    );
  return <Loading rows={12} />;
}
