import { useAddress } from '../../../core/address.ts';
import { useWindowTitle } from '../../../core/frame/window-title.tsx';
import { type DevelopersSearch, paths } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Tabs } from '../../../core/ui/tabs.tsx';
import { Clients } from '../../access/clients/clients.tsx';
import { Ledger } from '../../access/ledger/ledger.tsx';
import { Calls } from '../../access/request-log/calls.tsx';
import { Changes } from '../../changes/latest/changes.tsx';
import { Deliveries } from '../deliveries/deliveries.tsx';
import { Registrations } from '../registrations/registrations.tsx';
import { Rules } from '../registrations/rules.tsx';
import { Secrets } from '../secrets/secrets.tsx';
import classes from './page.module.css';
import { readDevelopersSearch, TABS, type Tab } from './search.ts';

export function Page() {
  const { screens, webhooks } = useTexts();
  const search = useAddress(readDevelopersSearch);
  const { tab: chosen = 'webhooks' } = search;
  useWindowTitle(`${webhooks.tabs[chosen]} – ${screens.developers}`);
  return (
    <div className={classes.page}>
      <h1>{screens.developers}</h1>
      <Tabs
        label={webhooks.tabList}
        path={paths.developers}
        tabs={TABS}
        titles={webhooks.tabs}
        current={chosen}
        searchOf={searchOf}
      />
      <Contents tab={chosen} search={search} />
    </div>
  );
}

const searchOf = (tab: Tab): DevelopersSearch => (tab === 'webhooks' ? {} : { tab });

function Contents({ tab, search }: { tab: Tab; search: DevelopersSearch }) {
  switch (tab) {
    case 'deliveries':
      return <Deliveries search={search} />;
    case 'changes':
      return <Changes search={search} />;
    case 'clients':
      return <Clients clientId={search.client} />;
    case 'calls':
      return <Calls search={search} />;
    case 'tokens':
      return <Ledger month={search.month} />;
    default:
      return (
        <>
          <Registrations />
          <Rules />
          <Secrets />
        </>
      );
  }
}
