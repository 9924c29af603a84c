import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import { readNewCandidateSearch } from './areas/applications/new-candidate/search.ts';
import { readPipelineSearch } from './areas/applications/pipeline/search.ts';
import { readQueueSearch } from './areas/applications/queue/search.ts';
import { readCandidateSearch } from './areas/candidates/list/search.ts';
import { readProfileSearch } from './areas/candidates/profile/search.ts';
import { readJobAdsSearch } from './areas/jobads/list/search.ts';
import { readPrivacySearch } from './areas/privacy/overview/search.ts';
import { readRequestsSearch } from './areas/requests/list/search.ts';
import { readNewRequestSearch } from './areas/requests/new/search.ts';
import { readDevelopersSearch } from './areas/webhooks/developers/search.ts';
import { expectUser } from './core/api/call.ts';
import { openDrafts } from './core/drafts/drafts.ts';
import { paths } from './core/paths.ts';
import { sessionQuery } from './core/session/session.ts';
import type { Texts } from './core/texts/texts-de.ts';
import { ScreenFailed } from './core/ui/screen-failed.tsx';
import { Loading, UnknownPage } from './core/ui/states.tsx';

export interface Screen {
  path: string;
  /** The text of its heading and of its link in the main navigation. */
  title: keyof Texts['screens'];
  /** The permission that it needs. Without one, everybody who has signed in sees it. */
  permission?: string;
  /** Whether it is reached from other screens only, because its address names a record. */
  isInner?: boolean;
  load(): Promise<{ Page: ComponentType }>;
  /** Reads the part of the address after the question mark. */
  search?(search: Record<string, unknown>): object;
}

/** Every screen, in the order of the main navigation: the product on one page. */
export const SCREENS: readonly Screen[] = [
  {
    path: paths.today,
    title: 'today',
    load: () => import('./areas/work/today/page.tsx'),
  },
  {
    path: paths.applications,
    title: 'applications',
    permission: 'applications:read',
    load: () => import('./areas/applications/queue/page.tsx'),
    search: readQueueSearch,
  },
  {
    path: paths.candidates,
    title: 'candidates',
    permission: 'candidates:read',
    load: () => import('./areas/candidates/list/page.tsx'),
    search: readCandidateSearch,
  },
  {
    path: paths.requests,
    title: 'requests',
    permission: 'requests:read',
    load: () => import('./areas/requests/list/page.tsx'),
    search: readRequestsSearch,
  },
  {
    path: paths.requestNew,
    title: 'newRequest',
    permission: 'requests:write',
    isInner: true,
    load: () => import('./areas/requests/new/page.tsx'),
    search: readNewRequestSearch,
  },
  {
    path: '/requests/$requestId',
    title: 'request',
    permission: 'requests:read',
    isInner: true,
    load: () => import('./areas/requests/record/page.tsx'),
  },
  {
    path: paths.jobAds,
    title: 'jobAds',
    permission: 'jobads:read',
    load: () => import('./areas/jobads/list/page.tsx'),
    search: readJobAdsSearch,
  },
  {
    path: paths.jobAdNew,
    title: 'newJobAd',
    permission: 'jobads:write',
    isInner: true,
    load: () => import('./areas/jobads/new/page.tsx'),
  },
  {
    path: '/jobads/$jobAdId',
    title: 'jobAd',
    permission: 'jobads:read',
    isInner: true,
    load: () => import('./areas/jobads/ad/page.tsx'),
  },
  {
    path: '/jobads/$jobAdId/pipeline',
    title: 'pipeline',
    permission: 'applications:read',
    isInner: true,
    load: () => import('./areas/applications/pipeline/page.tsx'),
    search: readPipelineSearch,
  },
  {
    path: paths.candidateNew,
    title: 'newCandidate',
    permission: 'candidates:write',
    isInner: true,
    load: () => import('./areas/applications/new-candidate/page.tsx'),
    search: readNewCandidateSearch,
  },
  {
    path: '/candidates/$candidateId',
    title: 'candidate',
    permission: 'candidates:read',
    isInner: true,
    load: () => import('./areas/candidates/profile/page.tsx'),
    search: readProfileSearch,
  },
  {
    path: paths.privacy,
    title: 'privacy',
    permission: 'privacy:read',
    load: () => import('./areas/privacy/overview/page.tsx'),
    search: readPrivacySearch,
  },
  {
    path: paths.developers,
    title: 'developers',
    // Every role may read webhooks. The screen is for those who maintain them.
    permission: 'webhooks:write',
    load: () => import('./areas/webhooks/developers/page.tsx'),
    search: readDevelopersSearch,
  },
  {
    path: paths.profile,
    title: 'settings',
    load: () => import('./areas/users/profile/page.tsx'),
  },
];

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet });

const signIn = createRoute({
  getParentRoute: () => root,
  path: paths.signIn,
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === 'string' ? { from } : {},
  async beforeLoad({ context: { queryClient } }) {
    if ((await queryClient.ensureQueryData(sessionQuery)) !== null) throw redirect({ to: paths.today });
  },
  component: lazyRouteComponent(() => import('./areas/access/sign-in/page.tsx'), 'Page'),
});

/** What surrounds every screen of somebody who has signed in. */
const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  async beforeLoad({ context: { queryClient }, location }) {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (session === null) throw redirect({ to: paths.signIn, search: { from: location.href } });
    expectUser(session);
    await openDrafts(session);
    return { session };
  },
  component: lazyRouteComponent(() => import('./core/frame/frame.tsx'), 'Frame'),
});

const screens = SCREENS.map(({ path, title, permission, isInner, load, search }) =>
  createRoute({
    getParentRoute: () => frame,
    path,
    staticData: { title, permission, isInner },
    validateSearch: search,
    component: () => <LoadedScreen load={load} />,
    errorComponent: ScreenFailed,
  }),
);

const loadedPages = new Map<Screen['load'], ComponentType>();

/**
 * Loads a screen when it is opened first, and again after an error. Without Suspense, because React shows what replaces a
 * placeholder 300 milliseconds later at the earliest.
 */
function LoadedScreen({ load }: Pick<Screen, 'load'>) {
  const [Page, setPage] = useState(() => loadedPages.get(load));
  const [failure, setFailure] = useState<{ error: unknown }>();
  useEffect(() => {
    if (Page !== undefined) return;
    load().then(
      (loaded) => {
        loadedPages.set(load, loaded.Page);
        setPage(() => loaded.Page);
      },
      (error: unknown) => setFailure({ error }),
    );
  }, [load, Page]);
  if (failure !== undefined) throw failure.error;
  return Page === undefined ? <Loading rows={8} /> : <Page />;
}

const unknown = createRoute({
  getParentRoute: () => frame,
  path: '$',
  component: UnknownPage,
});

export function createConsoleRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([signIn, frame.addChildren([...screens, unknown])]),
    basepath: '/app',
    context: { queryClient },
    defaultPreload: false,
    defaultErrorComponent: FrameFailed,
    scrollRestoration: true,
  });
}

/** Before there is a frame: the session could not be read, or the frame itself could not be loaded. */
function FrameFailed({ error }: { error: unknown }) {
  return (
    <main className="alone">
      <ScreenFailed error={error} reset={() => location.reload()} />
    </main>
  );
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: keyof Texts['screens'];
    permission?: string;
    isInner?: boolean;
  }
}
