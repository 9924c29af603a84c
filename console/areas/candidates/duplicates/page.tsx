import { useInfiniteQuery } from '@tanstack/react-query';
import { useAddress } from '../../../core/address.ts';
import { queries } from '../../../core/api/queries.ts';
import { paths } from '../../../core/paths.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { BackToList } from '../../../core/ui/back-to-list.tsx';
import { More } from '../../../core/ui/more.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { Tabs } from '../../../core/ui/tabs.tsx';
import classes from './page.module.css';
import { PairTable } from './pair-table.tsx';
import { readDuplicatesSearch } from './search.ts';

const STATES = ['open', 'dismissed'] as const;

/** The pairs of candidates who are probably the same person. */
export function Page() {
  const texts = useTexts();
  const { state = 'open' } = useAddress(readDuplicatesSearch);
  return (
    <div className={classes.page}>
      <BackToList list={paths.candidates} text={texts.candidatePage.back} />
      <h1>{texts.screens.duplicates}</h1>
      <p className={classes.lead}>{texts.duplicates.lead}</p>
      <Tabs
        label={texts.duplicates.tabList}
        path={paths.duplicates}
        tabs={STATES}
        titles={texts.duplicates.tabs}
        current={state}
        searchOf={(name) => (name === 'open' ? {} : { state: name })}
      />
      <List key={state} state={state} />
    </div>
  );
}

function List({ state }: { state: (typeof STATES)[number] }) {
  const { duplicates: texts } = useTexts();
  const { language } = useLanguage();
  const found = useInfiniteQuery(queries.duplicatePairs(state, language));
  const pairs = found.data?.pages.flatMap((page) => page.pairs) ?? [];
  const first = found.data?.pages[0];
  return (
    <section tabIndex={-1} className={classes.list} aria-label={texts.caption}>
      {found.isPending && <Loading rows={8} />}
      {found.isError && <Failed error={found.error} retry={() => found.refetch()} />}
      {first !== undefined && pairs.length === 0 && (
        <Notice title={state === 'open' ? texts.none : texts.noneDismissed}>
          {state === 'open' && <p>{texts.noneLead}</p>}
        </Notice>
      )}
      {first !== undefined && pairs.length > 0 && (
        <>
          <Total total={first.total} isExact={first.totalIsExact} />
          <PairTable pairs={pairs} />
        </>
      )}
      {found.hasNextPage && <More isLoading={found.isFetchingNextPage} load={() => found.fetchNextPage()} />}
    </section>
  );
}

function Total({ total, isExact }: { total: number; isExact: boolean }) {
  const { texts, formats } = useLanguage();
  const { one, moreThan, total: many } = texts.duplicates;
  const count = formats.number(total);
  return <p className={classes.total}>{!isExact ? moreThan(count) : total === 1 ? one : many(count)}</p>;
}
