import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { queries } from '../../../core/api/queries.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { type PrivacySearch, paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { More } from '../../../core/ui/more.tsx';
import { isReversedPeriod, Period } from '../../../core/ui/period.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import type { SchemaDocumentAccessDto } from '../../../generated/types.ts';
import classes from './page.module.css';

/** Who has read which documents of all candidates, the newest first. */
export function Accesses({ search: { from, to } }: { search: PrivacySearch }) {
  const { privacy } = useTexts();
  const isReversed = isReversedPeriod({ from, to });
  const accesses = useInfiniteQuery({
    ...queries.accesses({ startDate: from, endDate: to }),
    enabled: !isReversed,
  });
  const rows = accesses.data?.pages.flatMap((page) => page.accesses) ?? [];
  const isFiltered = from !== undefined || to !== undefined;
  return (
    <section className={formClasses.part} aria-labelledby="accesses">
      <h2 id="accesses">{privacy.accesses.heading}</h2>
      <p className={formClasses.lead}>{privacy.accesses.lead}</p>
      <Filter from={from} to={to} isReversed={isReversed} />
      {!isReversed && accesses.isPending && <Loading rows={8} />}
      {accesses.isError && <Failed error={accesses.error} retry={() => accesses.refetch()} />}
      {accesses.isSuccess && rows.length === 0 && <Nobody isFiltered={isFiltered} />}
      {rows.length > 0 && <AccessTable rows={rows} />}
      {accesses.hasNextPage && (
        <More isLoading={accesses.isFetchingNextPage} load={() => accesses.fetchNextPage()} />
      )}
    </section>
  );
}

function Nobody({ isFiltered }: { isFiltered: boolean }) {
  const { privacy, candidatePage } = useTexts();
  return <Notice title={isFiltered ? privacy.accesses.none : candidatePage.noAccesses} />;
}

interface FilterProps extends Pick<PrivacySearch, 'from' | 'to'> {
  isReversed: boolean;
}

/** Two whole days in UTC. */
function Filter({ from, to, isReversed }: FilterProps) {
  const { privacy } = useTexts();
  const navigate = useNavigate();
  const change = (period: Pick<PrivacySearch, 'from' | 'to'>) =>
    void navigate({
      to: paths.privacy,
      search: { tab: 'accesses', from, to, ...period },
      replace: true,
      resetScroll: false,
    });
  return (
    <search className={classes.period}>
      <Period from={from} to={to} labels={privacy.accesses} isReversed={isReversed} change={change} />
      {(from ?? to) !== undefined && (
        <Button variant="default" onClick={() => change({ from: undefined, to: undefined })}>
          {privacy.accesses.reset}
        </Button>
      )}
    </search>
  );
}

function AccessTable({ rows }: { rows: readonly SchemaDocumentAccessDto[] }) {
  const { candidatePage, privacy } = useTexts();
  return (
    <table className={tableClasses.table} aria-labelledby="accesses">
      <thead>
        <tr>
          <th scope="col">{candidatePage.when}</th>
          <th scope="col">{candidatePage.user}</th>
          <th scope="col">{candidatePage.where}</th>
          <th scope="col" className={tableClasses.extra}>
            {privacy.candidate}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <AccessRow key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function AccessRow({ row }: { row: SchemaDocumentAccessDto }) {
  const { texts, formats } = useLanguage();
  const { accesses } = texts.privacy;
  return (
    <tr>
      <td>
        <time dateTime={row.atUtc} title={formats.moment(row.atUtc)}>
          {formats.dayAndTime(row.atUtc)}
        </time>
      </td>
      <td className={tableClasses.entered}>
        {row.userFullName ?? row.clientName ?? texts.history.actors.user}
      </td>
      <td>
        {row.documentId === null
          ? accesses.attachmentId(String(row.attachmentId))
          : accesses.documentId(String(row.documentId))}
        <span className={tableClasses.secondary}>{texts.candidatePage.accessKinds[row.kind]}</span>
        <span className={tableClasses.below}>
          <Whose candidateId={row.candidateId} />
        </span>
      </td>
      <td className={tableClasses.extra}>
        <Whose candidateId={row.candidateId} />
      </td>
    </tr>
  );
}

/** The log has no names. The page of the candidate has them, and what else was read there. */
function Whose({ candidateId }: { candidateId: number }) {
  const { privacy } = useTexts();
  const may = useMay();
  const name = privacy.accesses.candidateId(String(candidateId));
  if (!may('candidates:read')) return name;
  return (
    <Link to={paths.candidate(candidateId)} search={{ tab: 'accesses' }}>
      {name}
    </Link>
  );
}
