import { useAddress } from '../../../core/address.ts';
import { useWindowTitle } from '../../../core/frame/window-title.tsx';
import { paths, type ReportsSearch } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { isReversedPeriod } from '../../../core/ui/period.tsx';
import { Tabs } from '../../../core/ui/tabs.tsx';
import { useUtcToday } from '../../../core/use-time.ts';
import { Course } from '../course/course.tsx';
import { Figures } from '../figures/figures.tsx';
import { Filters } from './filters.tsx';
import classes from './page.module.css';
import { periodOf } from './periods.ts';
import { readReportsSearch, TABS, type Tab } from './search.ts';

export function Page() {
  const { screens, reports } = useTexts();
  const search = useAddress(readReportsSearch);
  const { tab = 'days' } = search;
  useWindowTitle(`${reports.tabs[tab]} – ${screens.reports}`);
  const period = periodOf(search, useUtcToday());
  const isReversed = isReversedPeriod(period);
  return (
    <div className={classes.page}>
      <h1>{screens.reports}</h1>
      <div className={classes.controls}>
        <Tabs
          label={reports.tabList}
          path={paths.reports}
          tabs={TABS}
          titles={reports.tabs}
          current={tab}
          searchOf={(each) => searchOf(each, search)}
        />
        <Filters search={search} period={period} isReversed={isReversed} />
      </div>
      {!isReversed && tab === 'days' && <Course search={search} period={period} />}
      {!isReversed && tab !== 'days' && <Figures key={tab} kind={tab} search={search} period={period} />}
    </div>
  );
}

/** Period and branch stay when another report is opened. */
const searchOf = (tab: Tab, { period, from, to, branch }: ReportsSearch): ReportsSearch => ({
  tab: tab === 'days' ? undefined : tab,
  period,
  from,
  to,
  branch,
});
