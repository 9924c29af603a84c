import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useKeepTexts, useKept } from '../forms/kept-texts.ts';
import { LeaveGuard } from '../forms/leave-guard.tsx';
import { KeysProvider, useKeys } from '../keys/keys.tsx';
import { KeysDialog } from '../keys/keys-dialog.tsx';
import { useLive } from '../live/live.ts';
import { useMay, useSession } from '../session/use-session.ts';
import { LanguageProvider, useTexts } from '../texts/language.tsx';
import { OfflineNotice } from '../ui/states.tsx';
import { ExpiredSession } from './expired-session.tsx';
import { Forbidden } from './forbidden.tsx';
import classes from './frame.module.css';
import { Header } from './header.tsx';
import { MessageProvider } from './messages.tsx';
import { Navigation } from './navigation.tsx';
import { Palette } from './palette.tsx';
import { SettingsNavigation } from './settings-navigation.tsx';
import { useFocusKeeper } from './use-focus-keeper.ts';
import { WindowTitle } from './window-title.tsx';

const KeptTexts = lazy(async () => ({ default: (await import('./kept-texts.tsx')).KeptTexts }));

/** What surrounds every screen: header, main navigation, messages, and the dialogs that work everywhere. */
export function Frame() {
  return (
    <LanguageProvider>
      <KeysProvider>
        <MessageProvider>
          <FrameContents />
        </MessageProvider>
      </KeysProvider>
    </LanguageProvider>
  );
}

function FrameContents() {
  const texts = useTexts();
  const [dialog, setDialog] = useState<'keys' | 'palette' | undefined>();
  const close = () => setDialog(undefined);
  useKeys([{ key: '?', name: 'help', run: () => setDialog('keys') }]);
  usePaletteKeys(() => setDialog('palette'));
  useLive(useSession());
  useFocusKeeper();
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        {texts.frame.skip}
      </a>
      <Header openPalette={() => setDialog('palette')} openKeys={() => setDialog('keys')} />
      <Navigation />
      <Content />
      <KeysDialog isOpen={dialog === 'keys'} close={close} />
      <Palette isOpen={dialog === 'palette'} close={close} openKeys={() => setDialog('keys')} />
      <LeaveGuard />
      <ExpiredSession />
    </div>
  );
}

/** Ctrl or Command with K works while typing as well. */
function usePaletteKeys(open: () => void): void {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Chrome sends events without a key when it fills in a password.
      if (event.key?.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function Content() {
  const texts = useTexts();
  const may = useMay();
  const { role, permissions } = useSession();
  useKeepTexts(permissions.join(' '), 'forbidden');
  const kept = useKept();
  const match = useMatches().at(-1);
  const { title, permission, group } = match?.staticData ?? {};
  const isAllowed = may(permission);
  const name = title === undefined ? texts.states.unknown : texts.screens[title];
  const path = match?.pathname;
  const main = useRef<HTMLElement>(null);
  const previous = useRef(path);
  // Before the effects of the screen: a list to which somebody comes back gives the focus to a row.
  useLayoutEffect(() => {
    // Whoever uses a screen reader or the keyboard starts a new screen at its top.
    if (previous.current !== path) main.current?.focus({ preventScroll: true });
    previous.current = path;
  }, [path]);
  return (
    <div className={classes.content}>
      <OfflineNotice />
      {group === 'settings' && <SettingsNavigation />}
      <main id="content" tabIndex={-1} ref={main} className={classes.main}>
        {kept !== undefined && (
          <Suspense>
            <KeptTexts kept={kept} />
          </Suspense>
        )}
        <WindowTitle screen={name}>{isAllowed ? <Outlet /> : <Forbidden role={role} />}</WindowTitle>
      </main>
    </div>
  );
}
