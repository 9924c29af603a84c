import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queries } from '../../../core/api/queries.ts';
import { nameOf } from '../../../core/api/records.ts';
import { paths } from '../../../core/paths.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { Loading, Notice } from '../../../core/ui/states.tsx';

interface GoneProps {
  candidateId: number;
  /** What the page shows if nothing is known of such a candidate. */
  children: ReactNode;
}

/** Says where a candidate has gone that was merged into another one, and leads there. */
export function Gone({ candidateId, children }: GoneProps) {
  const { texts, formats } = useLanguage();
  const found = useQuery(queries.merged(candidateId));
  if (found.isPending) return <Loading rows={4} />;
  const merged = found.data?.merged ?? null;
  if (merged === null) return children;
  const day = formats.dayOf(merged.mergedAtUtc);
  const isApart = merged.undoneAtUtc !== null;
  return (
    <Notice isPage title={isApart ? texts.duplicates.goneApart : texts.duplicates.gone(day)}>
      {isApart && <p>{texts.duplicates.goneApartLead(day)}</p>}
      <Link to={paths.candidate(merged.candidateId)}>{texts.duplicates.goneTo(nameOf(merged))}</Link>
    </Notice>
  );
}
