import { Link } from '@tanstack/react-router';
import { useAddress } from '../../../core/address.ts';
import { type PrivacySearch, paths } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Accesses } from './accesses.tsx';
import { Due } from './due.tsx';
import { HoldList } from './holds.tsx';
import classes from './page.module.css';
import { Rule } from './rule.tsx';
import { readPrivacySearch, TABS } from './search.ts';

export function Page() {
  const { screens } = useTexts();
  const search = useAddress(readPrivacySearch);
  return (
    <div className={classes.page}>
      <h1>{screens.privacy}</h1>
      <Tabs search={search} />
      {search.tab === undefined && <Due />}
      {search.tab === 'holds' && <HoldList />}
      {search.tab === 'rule' && <Rule />}
      {search.tab === 'accesses' && <Accesses search={search} />}
    </div>
  );
}

/** Links, because the tab is in the address. The router marks the current one. */
function Tabs({ search }: { search: PrivacySearch }) {
  const { privacy } = useTexts();
  const { tab: chosen = 'due' } = search;
  return (
    <nav className={classes.tabs} aria-label={privacy.tabList}>
      <ul>
        {TABS.map((tab) => (
          <li key={tab}>
            <Link
              to={paths.privacy}
              // The one that is open keeps its period.
              search={tab === chosen ? search : tab === 'due' ? {} : { tab }}
              resetScroll={false}
              activeOptions={{ exact: true }}
            >
              {privacy.tabs[tab]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
