import { lazy, type ReactNode, Suspense } from 'react';
import { useAddress } from '../../../core/address.ts';
import type { RequestRecord } from '../../../core/api/queries-requests.ts';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Loading } from '../../../core/ui/states.tsx';
import { Tabs } from '../../../core/ui/tabs.tsx';
import { readRequestSearch, TABS, type Tab } from './search.ts';

const Board = lazy(async () => ({ default: (await import('../../proposals/board/board.tsx')).Board }));
const Matches = lazy(async () => ({
  default: (await import('../../proposals/matches/matches.tsx')).Matches,
}));

interface RequestTabsProps {
  record: RequestRecord;
  /** The request itself, which is shown first. */
  children: ReactNode;
}

/** The request, who is on it, and who fits. */
export function RequestTabs({ record, children }: RequestTabsProps) {
  const { proposals: texts } = useTexts();
  const may = useMay();
  const { tab = 'request', ...search } = useAddress(readRequestSearch);
  if (!may('proposals:read')) return children;
  return (
    <>
      <Tabs
        label={texts.tabList}
        path={paths.request(record.id)}
        tabs={TABS}
        titles={texts.tabs}
        current={tab}
        searchOf={(name: Tab) => (name === 'request' ? {} : { tab: name })}
      />
      {tab === 'request' ? (
        children
      ) : (
        <Suspense fallback={<Loading rows={8} />}>
          {tab === 'proposals' ? <Board record={record} /> : <Matches record={record} search={search} />}
        </Suspense>
      )}
    </>
  );
}
