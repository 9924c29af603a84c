import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../core/api/queries.ts';
import type { CallFilter } from '../../../core/api/queries-developers.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { type DevelopersSearch, paths } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { More } from '../../../core/ui/more.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { useChangeDevelopers } from '../../../core/use-change-developers.ts';
import { CallDialog } from './dialog.tsx';
import { CallTable } from './table.tsx';

/** The calls that match, the newest first. */
export function CallList({ search: { client, outcome, request, call } }: { search: DevelopersSearch }) {
  const { list: words } = useTexts().requestLog;
  const change = useChangeDevelopers('calls');
  const filter = { clientId: client, outcome, requestId: request };
  const found = useInfiniteQuery(queries.requestLog(filter));
  const rows = found.data?.pages.flatMap(({ requests }) => requests) ?? [];
  const retry = () => (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch());
  return (
    <section className={formClasses.part} aria-labelledby="call-list">
      <h2 id="call-list">{words.heading}</h2>
      <p className={formClasses.lead}>{words.lead}</p>
      {found.isPending && <Loading rows={8} />}
      {found.isError && <Failed error={found.error} retry={retry} reset={() => change('reset')} />}
      {found.isSuccess && rows.length === 0 && <Nothing filter={filter} />}
      {rows.length > 0 && <CallTable rows={rows} open={(requestId) => change({ call: requestId })} />}
      {found.hasNextPage && (
        <More text={words.older} isLoading={found.isFetchingNextPage} load={found.fetchNextPage} />
      )}
      <CallDialog
        id={call}
        listed={rows.find(({ requestId }) => requestId === call)}
        close={() => change({ call: undefined })}
      />
    </section>
  );
}

function Nothing({ filter: { clientId, outcome, requestId } }: { filter: CallFilter }) {
  const { requestLog: words, deliveries } = useTexts();
  const change = useChangeDevelopers('calls');
  const isFiltered = clientId !== undefined || outcome !== undefined;
  if (requestId !== undefined && isFiltered)
    return (
      <Notice title={words.notFoundFiltered}>
        <Button variant="default" onClick={() => change({ client: undefined, outcome: undefined })}>
          {words.onlyRequestId}
        </Button>
      </Notice>
    );
  if (requestId === undefined && !isFiltered)
    return (
      <Notice title={words.none}>
        <p>{words.noneLead}</p>
        <Link to={paths.developers} search={{ tab: 'clients' }}>
          {words.toClients}
        </Link>
      </Notice>
    );
  return (
    <Notice title={requestId === undefined ? words.noneFiltered : words.notFound}>
      {requestId !== undefined && <p>{words.notFoundLead}</p>}
      <Button variant="default" onClick={() => change('reset')}>
        {deliveries.reset}
      </Button>
    </Notice>
  );
}
