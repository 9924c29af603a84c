import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DeliveryFilter } from '../../../core/api/deliveries.ts';
import { queries } from '../../../core/api/queries.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { type DevelopersSearch, paths } from '../../../core/paths.ts';
import { toId } from '../../../core/search-values.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { More } from '../../../core/ui/more.tsx';
import { isReversedPeriod } from '../../../core/ui/period.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { useChangeDevelopers } from '../../../core/use-change-developers.ts';
import { useRecordEntry } from '../../../core/use-record-entry.ts';
import classes from './deliveries.module.css';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { DeliveryFilters } from './filters.tsx';
import { ResendDialog } from './resend-dialog.tsx';

const toFilter = ({ from, to, event, record, status }: DevelopersSearch): DeliveryFilter => ({
  from,
  to,
  eventTypes: event,
  entityId: record,
  status,
});

/** Only failed and skipped deliveries are resent from here. */
const canResend = ({ status }: DeliveryFilter): boolean =>
  status === undefined || status === 'failed' || status === 'skipped';

/** The log of deliveries, the newest first. */
export function Deliveries({ search }: { search: DevelopersSearch }) {
  const { deliveries } = useTexts();
  const filter = toFilter(search);
  const isReversed = isReversedPeriod(search);
  const [entry, setEntry] = useRecordEntry('deliveries', search.record);
  const isNoNumber = entry !== '' && toId(entry) === undefined;
  return (
    <section className={formClasses.part} aria-labelledby="deliveries">
      <h2 id="deliveries">{deliveries.heading}</h2>
      <p className={formClasses.lead}>{deliveries.lead}</p>
      <DeliveryFilters {...{ search, isReversed, entry, setEntry, isNoNumber }} />
      {!(isReversed || isNoNumber) && (
        <Found key={JSON.stringify(filter)} filter={filter} opened={search.delivery} />
      )}
    </section>
  );
}

function Found({ filter, opened }: { filter: DeliveryFilter; opened: string | undefined }) {
  const { deliveries: words } = useTexts();
  const found = useInfiniteQuery(queries.deliveries(filter));
  const [isResending, setResending] = useState(false);
  const change = useChangeDevelopers('deliveries');
  const pages = found.data?.pages ?? [];
  const rows = pages.flatMap(({ deliveries }) => deliveries);
  const isUnfinished = found.hasNextPage && pages.at(-1)?.deliveries.length === 0;
  const retry = () => (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch());
  return (
    <div className={classes.found}>
      <div className={formClasses.actions}>
        <Button variant="default" loading={found.isRefetching} onClick={() => found.refetch()}>
          {words.refresh}
        </Button>
        <Button
          variant="default"
          onClick={() => setResending(true)}
          disabled={!(found.isSuccess && canResend(filter))}
        >
          {words.resend.all}
        </Button>
      </div>
      {found.isPending && <Loading rows={8} />}
      {found.isError && <Failed error={found.error} retry={retry} reset={() => change('reset')} />}
      {found.isSuccess && !found.hasNextPage && rows.length === 0 && <Nothing filter={filter} />}
      {rows.length > 0 && <DeliveryTable rows={rows} open={(id) => change({ delivery: id })} />}
      {isUnfinished && <Unfinished sinceUtc={pages.at(-1)!.sinceUtc} />}
      {found.hasNextPage && (
        <More
          text={isUnfinished ? words.goOn : undefined}
          isLoading={found.isFetchingNextPage}
          load={found.fetchNextPage}
        />
      )}
      <DeliveryDialog id={opened} close={() => change({ delivery: undefined })} />
      <ResendDialog
        isOpen={isResending}
        close={() => setResending(false)}
        filter={filter}
        rows={rows}
        isFinished={!found.hasNextPage}
      />
    </div>
  );
}

function Nothing({ filter }: { filter: DeliveryFilter }) {
  const { deliveries: words, webhooks } = useTexts();
  const change = useChangeDevelopers('deliveries');
  const { from: _from, to: _to, ...others } = filter;
  const isFiltered = Object.values(others).some((value) => value !== undefined);
  if (isFiltered)
    return (
      <Notice title={words.noneFiltered}>
        <Button variant="default" onClick={() => change('reset')}>
          {words.reset}
        </Button>
      </Notice>
    );
  return (
    <Notice title={words.none}>
      <p>{words.noneLead}</p>
      <Link to={paths.developers}>{webhooks.toRegistrations}</Link>
    </Notice>
  );
}

/** No entry of the last page matches, but older ones can. */
function Unfinished({ sinceUtc }: { sinceUtc: string }) {
  const { texts, formats } = useLanguage();
  const words = texts.deliveries;
  return (
    <Notice title={words.unfinished}>
      <p>{words.unfinishedLead(formats.dayAndTime(sinceUtc))}</p>
    </Notice>
  );
}
