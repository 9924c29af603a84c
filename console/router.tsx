import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { expectUser } from './core/api/call.ts';
import { openDrafts } from './core/drafts/drafts.ts';
import { installation } from './core/installation.ts';
import { rememberAddresses } from './core/last-addresses.ts';
import { paths } from './core/paths.ts';
import { sessionQuery } from './core/session/session.ts';
import { loadScreenTexts } from './core/texts/start-language.ts';
import type { Texts } from './core/texts/texts-de.ts';
import { ScreenFailed } from './core/ui/screen-failed.tsx';
import { Loading, UnknownPage } from './core/ui/states.tsx';
import { usePart } from './core/use-part.ts';
import { SCREENS, type Screen } from './routes.tsx';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet });

/** These pages are for people who have not signed in. */
async function redirectSignedIn({ context: { queryClient } }: { context: { queryClient: QueryClient } }) {
  if ((await queryClient.ensureQueryData(sessionQuery)) !== null) throw redirect({ to: paths.today });
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: paths.signIn,
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === 'string' ? { from } : {},
  beforeLoad: redirectSignedIn,
  component: lazyRouteComponent(() => import('./areas/access/sign-in/page.tsx'), 'Page'),
});

const deactivated = createRoute({
  getParentRoute: () => root,
  path: paths.deactivated,
  beforeLoad: redirectSignedIn,
  component: lazyRouteComponent(() => import('./areas/access/deactivated/page.tsx'), 'Page'),
});

/** What surrounds every screen of somebody who has signed in. */
const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  async beforeLoad({ context: { queryClient }, location }) {
    // Before the session is known: the page names no file of a language that was chosen in this browser.
    if (installation.mayHaveSession) loadFrame().catch(() => {});
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (session === null) throw redirect({ to: paths.signIn, search: { from: location.href } });
    expectUser(session);
    await openDrafts(session);
    return { session };
  },
  loader: loadFrame,
  staleTime: Number.POSITIVE_INFINITY,
  component: LoadedFrame,
});

/** The texts at the same time as the script. Not with `lazyRouteComponent`, which would leave a page that has lost its connection. */
async function loadFrame() {
  const [{ Frame }] = await Promise.all([import('./core/frame/frame.tsx'), loadScreenTexts()]);
  return { Frame };
}

function LoadedFrame() {
  const { Frame } = frame.useLoaderData();
  return <Frame />;
}

const screens = SCREENS.map(({ path, title, permission, isInner, group, load, search }) =>
  createRoute({
    getParentRoute: () => frame,
    path,
    staticData: { title, permission, isInner, group },
    validateSearch: search,
    component: () => <LoadedScreen load={load} />,
    errorComponent: ScreenFailed,
  }),
);

function LoadedScreen({ load }: Pick<Screen, 'load'>) {
  const screen = usePart(load);
  if (screen.state === 'failed') throw screen.error;
  return screen.state === 'pending' ? <Loading rows={8} /> : <screen.part.Page />;
}

/** The link of the main navigation. It leads to the page that every role opens. */
const settings = createRoute({
  getParentRoute: () => frame,
  path: paths.settings,
  beforeLoad: () => {
    throw redirect({ to: paths.profile, replace: true });
  },
});

const unknown = createRoute({
  getParentRoute: () => frame,
  path: '$',
  component: UnknownPage,
});

export function createConsoleRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree: root.addChildren([signIn, deactivated, frame.addChildren([...screens, settings, unknown])]),
    basepath: '/app',
    context: { queryClient },
    defaultPreload: false,
    defaultErrorComponent: FrameFailed,
    scrollRestoration: true,
  });
  rememberAddresses(router);
  return router;
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
  interface HistoryState {
    /** Whether the entry before is the list whose place the record takes in a narrow window. */
    isOverList?: boolean;
  }
  interface StaticDataRouteOption {
    title?: keyof Texts['screens'];
    permission?: string;
    isInner?: boolean;
    group?: 'settings';
  }
}
