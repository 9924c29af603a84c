import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { RequestRecord } from '../../../core/api/queries-requests.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { PrintedNote } from '../../../core/list/printed-note.tsx';
import { useIsPrinted } from '../../../core/list/use-is-printed.ts';
import { type MatchesSearch, paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { More } from '../../../core/ui/more.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import type { SchemaMatchesResponse } from '../../../generated/types.ts';
import { useShortlist } from '../use-proposal-changes.ts';
import { Compared } from './compared.tsx';
import { Filters } from './filters.tsx';
import { MatchRow } from './match-row.tsx';
import classes from './matches.module.css';
import type { Match } from './words.ts';

interface MatchesProps {
  record: RequestRecord;
  search: MatchesSearch;
}

/** Who fits the request, with every reason. */
export function Matches({ record, search }: MatchesProps) {
  const id = useId();
  const { language } = useLanguage();
  const { proposals: texts } = useTexts();
  const navigate = useNavigate();
  const found = useInfiniteQuery(queries.matches(record.id, search, language));
  const change = (next: MatchesSearch) =>
    void navigate({
      to: paths.request(record.id),
      search: { tab: 'matches', ...next },
      replace: true,
      resetScroll: false,
    });
  const first = found.data?.pages[0];
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id}>{texts.matches}</h2>
      <Filters search={search} change={change} criteria={first?.criteria} />
      {found.isPending && <Loading rows={8} />}
      {found.isError && <Failed error={found.error} retry={() => found.refetch()} />}
      {first !== undefined && (
        <>
          <Compared first={first} record={record} search={search} change={change} />
          <List
            key={JSON.stringify(search)}
            requestId={record.id}
            first={first}
            matches={found.data!.pages.flatMap((page) => page.candidates)}
            reset={() => change({})}
          />
        </>
      )}
      {found.hasNextPage && <More isLoading={found.isFetchingNextPage} load={() => found.fetchNextPage()} />}
    </section>
  );
}

interface ListProps {
  requestId: number;
  first: SchemaMatchesResponse;
  matches: readonly Match[];
  reset: () => void;
}

function List({ requestId, first, matches, reset }: ListProps) {
  const id = useId();
  const { formats, texts } = useLanguage();
  const { proposals: words } = texts;
  const may = useMay();
  const mayPropose = may('proposals:write');
  const proposals = useQuery(queries.requestProposals(requestId));
  const isPrinted = useIsPrinted();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  // Live, while the list itself stays as it was read.
  const statuses = new Map(
    proposals.data?.proposals
      .toSorted((a, b) => Number(b.status === 'declined') - Number(a.status === 'declined'))
      .map(({ candidateId, status }) => [candidateId, status]),
  );
  const statusOf = ({ candidateId, proposal }: Match) =>
    proposals.data === undefined ? proposal?.status : statuses.get(candidateId);
  const selected = matches.filter((match) => {
    const status = statusOf(match);
    return chosen.has(match.candidateId) && (status === undefined || status === 'declined');
  });
  if (matches.length === 0)
    return (
      <p className={formClasses.lead}>
        {words.nobody}{' '}
        <button type="button" className={classes.link} onClick={reset}>
          {words.withoutFilters}
        </button>
      </p>
    );
  return (
    <>
      <header className={classes.bar}>
        <p id={id} className={classes.total} role="status">
          {first.total === 1 ? words.one : words.total(formats.number(first.total))}
        </p>
        {mayPropose && selected.length > 0 && (
          <Bulk requestId={requestId} selected={selected} done={() => setChosen(new Set())} />
        )}
      </header>
      <ul className={classes.list} aria-labelledby={id}>
        {matches.map((match) => (
          <MatchRow
            key={match.candidateId}
            requestId={requestId}
            match={match}
            criteria={first.criteria}
            status={statusOf(match)}
            isChosen={chosen.has(match.candidateId)}
            choose={(isChosen) => setChosen((before) => withOne(before, match.candidateId, isChosen))}
          />
        ))}
      </ul>
      {isPrinted && <PrintedNote printed={matches.length} total={first.total} />}
    </>
  );
}

function withOne(chosen: ReadonlySet<number>, id: number, isChosen: boolean): ReadonlySet<number> {
  const next = new Set(chosen);
  if (isChosen) next.add(id);
  else next.delete(id);
  return next;
}

interface BulkProps {
  requestId: number;
  selected: readonly Match[];
  done: () => void;
}

function Bulk({ requestId, selected, done }: BulkProps) {
  const { formats, texts } = useLanguage();
  const { shortlist, isPending } = useShortlist(requestId);
  return (
    <Button size="compact-sm" loading={isPending} onClick={() => shortlist(selected, done)}>
      {texts.proposals.shortlistAll(formats.number(selected.length))}
    </Button>
  );
}
