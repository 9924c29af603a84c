import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useAddress } from '../../../core/address.ts';
import { isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { useKeepTexts } from '../../../core/forms/kept-texts.ts';
import { useWindowTitle } from '../../../core/frame/window-title.tsx';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { BackToList } from '../../../core/ui/back-to-list.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { Tabs } from '../../../core/ui/tabs.tsx';
import { HoldNote } from '../../privacy/holds/hold-note.tsx';
import { ApplicationsTab } from './applications-tab.tsx';
import { Header } from './header.tsx';
import classes from './page.module.css';
import { ProfileTab } from './profile-tab.tsx';
import { readProfileSearch, TABS, type Tab } from './search.ts';
import { forgetDraftsOf, type TaggedCandidate } from './source.ts';

// What most visits do not need is loaded when it is shown, because the page is as large as a screen may be.
const DuplicateNotes = lazy(async () => ({
  default: (await import('../duplicates/note.tsx')).DuplicateNotes,
}));
const Gone = lazy(async () => ({ default: (await import('../duplicates/gone.tsx')).Gone }));

const CommunicationTab = lazy(async () => ({
  default: (await import('./communication-tab.tsx')).CommunicationTab,
}));
const Documents = lazy(async () => ({ default: (await import('../documents/documents.tsx')).Documents }));
const AccessesTab = lazy(async () => ({ default: (await import('./accesses-tab.tsx')).AccessesTab }));
const HistoryTab = lazy(async () => ({ default: (await import('./history-tab.tsx')).HistoryTab }));

const PERMISSIONS: Readonly<Partial<Record<Tab, string>>> = {
  communication: 'communication:read',
  documents: 'documents:read',
  accesses: 'privacy:read',
};

export function Page() {
  const { candidateId } = useParams({ strict: false }) as { candidateId: string };
  const id = Number(candidateId);
  if (!(Number.isInteger(id) && id > 0 && id < 2 ** 31)) return <Missing />;
  return <CandidatePage key={id} candidateId={id} />;
}

function Missing() {
  const texts = useTexts();
  return (
    <Notice isPage title={texts.candidatePage.missing}>
      <p>{texts.candidatePage.missingLead}</p>
      <Link to={paths.candidates}>{texts.candidatePage.back}</Link>
    </Notice>
  );
}

function CandidatePage({ candidateId }: { candidateId: number }) {
  const texts = useTexts();
  const candidate = useQuery(queries.candidate(candidateId));
  const isMissing = isStatus(candidate.error, 404);
  useKeepTexts(isMissing, 'gone');
  useEffect(() => {
    if (isMissing) forgetDraftsOf(candidateId);
  }, [isMissing, candidateId]);
  if (isMissing)
    return (
      <Suspense fallback={<Loading rows={4} />}>
        <Gone candidateId={candidateId}>
          <Missing />
        </Gone>
      </Suspense>
    );
  if (candidate.data !== undefined) return <Loaded candidate={candidate.data} />;
  return (
    <>
      <h1>{texts.screens.candidate}</h1>
      {candidate.isError ? (
        <Failed error={candidate.error} retry={() => candidate.refetch()} />
      ) : (
        <Loading rows={8} />
      )}
    </>
  );
}

function Loaded({ candidate }: { candidate: TaggedCandidate }) {
  const { candidatePage, screens } = useTexts();
  const may = useMay();
  useWindowTitle(`${screens.candidate} ${candidate.record.id}`);
  const { tab: chosen = 'profile' } = useAddress(readProfileSearch);
  const tabs = TABS.filter((tab) => may(PERMISSIONS[tab]));
  const tab = tabs.includes(chosen) ? chosen : 'profile';
  return (
    <div className={classes.page}>
      <BackToList list={paths.candidates} text={candidatePage.back} />
      <Header candidate={candidate.record} />
      <HoldNote candidate={candidate.record} />
      <Suspense>
        <DuplicateNotes candidateId={candidate.record.id} />
      </Suspense>
      <Tabs
        label={candidatePage.tabList}
        path={paths.candidate(candidate.record.id)}
        tabs={tabs}
        titles={candidatePage.tabs}
        current={tab}
        searchOf={(name) => (name === 'profile' ? {} : { tab: name })}
      />
      <Suspense fallback={<Loading rows={8} />}>
        <Contents tab={tab} candidate={candidate} />
      </Suspense>
    </div>
  );
}

function Contents({ tab, candidate }: { tab: Tab; candidate: TaggedCandidate }) {
  const { record } = candidate;
  switch (tab) {
    case 'applications':
      return <ApplicationsTab candidate={record} />;
    case 'communication':
      return <CommunicationTab candidate={candidate} />;
    case 'documents':
      return <Documents candidate={record} />;
    case 'history':
      return <HistoryTab candidate={record} />;
    case 'accesses':
      return <AccessesTab candidate={record} />;
    default:
      return <ProfileTab candidate={candidate} />;
  }
}
