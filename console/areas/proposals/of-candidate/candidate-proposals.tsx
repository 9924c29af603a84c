import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { queries } from '../../../core/api/queries.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { paths } from '../../../core/paths.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { More } from '../../../core/ui/more.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import { Ago } from '../../../core/ui/when.tsx';
import { CANCELLED } from '../../requests/status.tsx';
import type { Proposal } from '../use-proposal-changes.ts';

/** On which requests a candidate was shortlisted, and what became of it. */
export function CandidateProposals({ candidateId }: { candidateId: number }) {
  const id = useId();
  const { proposals: texts } = useTexts();
  const found = useInfiniteQuery(queries.candidateProposals(candidateId));
  const proposals = found.data?.pages.flatMap((page) => page.proposals) ?? [];
  return (
    <section className={formClasses.part} aria-labelledby={id}>
      <h2 id={id}>{texts.ofCandidate}</h2>
      {found.isPending && <Loading rows={2} />}
      {found.isError && <Failed error={found.error} retry={() => found.refetch()} />}
      {found.isSuccess && proposals.length === 0 && (
        <p className={formClasses.lead}>{texts.noneOfCandidate}</p>
      )}
      {proposals.length > 0 && <Rows headingId={id} proposals={proposals} />}
      {found.hasNextPage && <More isLoading={found.isFetchingNextPage} load={() => found.fetchNextPage()} />}
    </section>
  );
}

interface RowsProps {
  headingId: string;
  proposals: readonly Proposal[];
}

function Rows({ headingId, proposals }: RowsProps) {
  const { proposals: texts, requests } = useTexts();
  const formats = useFormats();
  return (
    <table className={tableClasses.table} aria-labelledby={headingId}>
      <thead>
        <tr>
          <th scope="col">{requests.parts.job}</th>
          <th scope="col">{requests.fields.startDate}</th>
          <th scope="col">{requests.parts.status}</th>
        </tr>
      </thead>
      <tbody>
        {proposals.map((one) => (
          <tr key={one.id}>
            <td className={tableClasses.entered}>
              <Link to={paths.request(one.requestId)} search={{ tab: 'proposals' }}>
                {one.requestTitle}
              </Link>
              <span className={tableClasses.secondary}>{one.company}</span>
            </td>
            <td>{formats.day(one.startDate)}</td>
            <td>
              {texts.statuses[one.status]}
              <span className={tableClasses.secondary}>
                <Ago utc={one.modifiedAtUtc} />
              </span>
              {one.requestStatusId === CANCELLED && (
                <span className={tableClasses.secondary}>{texts.cancelled}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
