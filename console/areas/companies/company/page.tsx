import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAddress } from '../../../core/address.ts';
import { isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { useKeepTexts } from '../../../core/forms/kept-texts.ts';
import { useWindowTitle } from '../../../core/frame/window-title.tsx';
import { paths } from '../../../core/paths.ts';
import { toId } from '../../../core/search-values.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { Tabs } from '../../../core/ui/tabs.tsx';
import { ActivitiesTab } from './activities-tab.tsx';
import { Header } from './header.tsx';
import { HistoryTab } from './history-tab.tsx';
import classes from './page.module.css';
import { ProfileTab } from './profile-tab.tsx';
import { readCompanySearch, TABS, type Tab } from './search.ts';
import { SitesTab } from './sites-tab.tsx';
import { forgetDraftsOf, type TaggedCompany } from './source.ts';

export function Page() {
  const { companyId } = useParams({ strict: false }) as { companyId: string };
  const id = toId(companyId);
  return id === undefined ? <Missing /> : <CompanyPage key={id} companyId={id} />;
}

function Missing() {
  const { companyPage } = useTexts();
  return (
    <Notice isPage title={companyPage.missing}>
      <p>{companyPage.missingLead}</p>
      <Link to={paths.companies}>{companyPage.back}</Link>
    </Notice>
  );
}

function CompanyPage({ companyId }: { companyId: number }) {
  const texts = useTexts();
  const company = useQuery(queries.company(companyId));
  const isMissing = isStatus(company.error, 404);
  useKeepTexts(isMissing, 'gone');
  useEffect(() => {
    if (isMissing) forgetDraftsOf(companyId);
  }, [isMissing, companyId]);
  if (isMissing) return <Missing />;
  if (company.data !== undefined) return <Loaded company={company.data} />;
  return (
    <>
      <h1>{texts.screens.company}</h1>
      {company.isError ? (
        <Failed error={company.error} retry={() => company.refetch()} />
      ) : (
        <Loading rows={8} />
      )}
    </>
  );
}

function Loaded({ company }: { company: TaggedCompany }) {
  const { companyPage, screens } = useTexts();
  const { tab = 'profile' } = useAddress(readCompanySearch);
  useWindowTitle(`${company.record.name} – ${screens.company}`);
  return (
    <div className={classes.page}>
      <Header company={company} />
      <Tabs
        label={companyPage.tabList}
        path={paths.company(company.record.id)}
        tabs={TABS}
        titles={companyPage.tabs}
        current={tab}
        searchOf={(name) => (name === 'profile' ? {} : { tab: name })}
      />
      <Contents tab={tab} company={company} />
    </div>
  );
}

function Contents({ tab, company }: { tab: Tab; company: TaggedCompany }) {
  switch (tab) {
    case 'sites':
      return <SitesTab company={company.record} />;
    case 'activities':
      return <ActivitiesTab company={company.record} />;
    case 'history':
      return <HistoryTab company={company.record} />;
    default:
      return <ProfileTab company={company} />;
  }
}
