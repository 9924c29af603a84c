import { useAddress } from '../../../core/address.ts';
import { useWindowTitle } from '../../../core/frame/window-title.tsx';
import { type PrivacySearch, paths } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Tabs } from '../../../core/ui/tabs.tsx';
import { Accesses } from './accesses.tsx';
import { Due } from './due.tsx';
import { HoldList } from './holds.tsx';
import classes from './page.module.css';
import { Rule } from './rule.tsx';
import { readPrivacySearch, TABS, type Tab } from './search.ts';

export function Page() {
  const { screens, privacy } = useTexts();
  const search = useAddress(readPrivacySearch);
  useWindowTitle(`${privacy.tabs[search.tab ?? 'due']} – ${screens.privacy}`);
  return (
    <div className={classes.page}>
      <h1>{screens.privacy}</h1>
      <PrivacyTabs search={search} />
      {search.tab === undefined && <Due />}
      {search.tab === 'holds' && <HoldList />}
      {search.tab === 'rule' && <Rule />}
      {search.tab === 'accesses' && <Accesses search={search} />}
    </div>
  );
}

function PrivacyTabs({ search }: { search: PrivacySearch }) {
  const { privacy } = useTexts();
  const { tab: chosen = 'due' } = search;
  return (
    <Tabs
      label={privacy.tabList}
      path={paths.privacy}
      tabs={TABS}
      titles={privacy.tabs}
      current={chosen}
      searchOf={(tab: Tab) => (tab === 'due' ? {} : { tab })}
    />
  );
}
