import { useInfiniteQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import type { ChangeFilter } from '../../../core/api/queries-developers.ts';
import formClasses from '../../../core/forms/forms.module.css';
import type { DevelopersSearch } from '../../../core/paths.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { More } from '../../../core/ui/more.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { useChangeDevelopers } from '../../../core/use-change-developers.ts';
import { useRecordEntry } from '../../../core/use-record-entry.ts';
import { ChangeTable } from './change-table.tsx';
import classes from './changes.module.css';
import { ChangeFilters } from './filters.tsx';
import { faultOf } from './record-types.ts';

/** What the change feed has, the newest first. */
export function Changes({ search: { entity, record } }: { search: DevelopersSearch }) {
  const { changes: words } = useTexts();
  const change = useChangeDevelopers('changes');
  const [entry, setEntry] = useRecordEntry('changes', record);
  const fault = faultOf(entry, entity);
  const reset = () => {
    setEntry('');
    change('reset');
  };
  return (
    <section className={formClasses.part} aria-labelledby="changes">
      <h2 id="changes">{words.heading}</h2>
      <p className={formClasses.lead}>{words.lead}</p>
      <ChangeFilters entity={entity} entry={entry} setEntry={setEntry} fault={fault} reset={reset} />
      {fault === undefined && <Found filter={{ entity, record }} reset={reset} />}
    </section>
  );
}

function Found({ filter, reset }: { filter: ChangeFilter; reset: () => void }) {
  const { changes: words, deliveries } = useTexts();
  const found = useInfiniteQuery(queries.latestChanges(filter));
  const pages = found.data?.pages ?? [];
  const rows = pages.flatMap(({ changes }) => changes);
  const emptyPages = pages.slice(pages.findLastIndex(({ changes }) => changes.length > 0) + 1);
  const retry = () => (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch());
  return (
    <div className={classes.found}>
      <p className={formClasses.lead}>{words.cursorLead}</p>
      <div className={formClasses.actions}>
        <Button variant="default" loading={found.isRefetching} onClick={() => found.refetch()}>
          {deliveries.refresh}
        </Button>
      </div>
      {found.isPending && <Loading rows={8} />}
      {found.isError && <Failed error={found.error} retry={retry} reset={reset} />}
      {found.isSuccess && !found.hasNextPage && rows.length === 0 && (
        <Nothing isFiltered={filter.entity !== undefined} reset={reset} />
      )}
      {rows.length > 0 && <ChangeTable rows={rows} />}
      {found.hasNextPage && emptyPages.length > 0 && (
        <Unfinished looked={emptyPages.reduce((sum, { lookedAt }) => sum + lookedAt, 0)} />
      )}
      {found.hasNextPage && (
        <More text={words.goOn} isLoading={found.isFetchingNextPage} load={found.fetchNextPage} />
      )}
    </div>
  );
}

function Nothing({ isFiltered, reset }: { isFiltered: boolean; reset: () => void }) {
  const { changes: words, deliveries } = useTexts();
  return (
    <Notice title={isFiltered ? words.noneFiltered : words.none}>
      {isFiltered ? (
        <Button variant="default" onClick={reset}>
          {deliveries.reset}
        </Button>
      ) : (
        <p>{words.noneLead}</p>
      )}
    </Notice>
  );
}

/** No change of the last pages matches, but older ones can. */
function Unfinished({ looked }: { looked: number }) {
  const { texts, formats } = useLanguage();
  const words = texts.changes;
  return (
    <Notice title={words.unfinished}>
      <p>{words.unfinishedLead(formats.number(looked))}</p>
    </Notice>
  );
}
