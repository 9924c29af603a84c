import { Kbd, Menu, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { nameOf } from '../api/records.ts';
import { askToSignOut } from '../forms/changed-forms.ts';
import { paletteKeys } from '../keys/keys-dialog.tsx';
import { Notifications } from '../notifications/notifications.tsx';
import { paths } from '../paths.ts';
import { signOut } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { useLanguage } from '../texts/language.tsx';
import { LANGUAGES } from '../texts/start-language.ts';
import classes from './frame.module.css';
import { useMessages } from './messages.tsx';

export const THEMES = ['auto', 'light', 'dark'] as const;
export const toTheme = (value: unknown) => THEMES.find((theme) => theme === value) ?? 'auto';

export function Header({ openPalette, openKeys }: { openPalette: () => void; openKeys: () => void }) {
  const { texts } = useLanguage();
  const { tenant } = useSession();
  return (
    <header className={classes.header}>
      <Link to={paths.today} className={classes.brand}>
        Stellwerk <span className={classes.tenant}>{tenant.name}</span>
      </Link>
      <button type="button" className={classes.search} onClick={openPalette}>
        <svg aria-hidden="true" width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor">
          <circle cx="6.75" cy="6.75" r="4.25" strokeWidth="1.5" />
          <path d="m10 10 4 4" strokeWidth="1.5" strokeLinecap="round" />
        </svg>
        <span>{texts.frame.palette}</span>
        <Kbd aria-hidden="true">{paletteKeys()}</Kbd>
      </button>
      <Notifications />
      <UserMenu openKeys={openKeys} />
    </header>
  );
}

function UserMenu({ openKeys }: { openKeys: () => void }) {
  const { texts, language, choose } = useLanguage();
  const { user } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leave = useSignOut();
  return (
    <Menu position="bottom-end" width={220} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={classes.user}>
          <span>{nameOf(user) || user.email}</span>
          <span aria-hidden="true">▾</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={paths.profile}>
          {texts.screens.profile}
        </Menu.Item>
        <Menu.Item onClick={openKeys} rightSection={<Kbd aria-hidden="true">?</Kbd>}>
          {texts.frame.keys}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{texts.frame.theme}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(toTheme(value))}>
          {THEMES.map((theme) => (
            <Menu.RadioItem key={theme} value={theme}>
              {texts.frame.themes[theme]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{texts.frame.chooseLanguage}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={(value) => choose(value === 'en' ? 'en' : 'de')}>
          {(['de', 'en'] as const).map((each) => (
            <Menu.RadioItem key={each} value={each} lang={each}>
              {LANGUAGES[each]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => void leave()}>{texts.frame.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Signs out, or says that it did not work. */
export function useSignOut(): (options?: { everywhere: boolean }) => Promise<void> {
  const queryClient = useQueryClient();
  const show = useMessages();
  const { texts } = useLanguage();
  const session = useSession();
  return async (options) => {
    if (!(await askToSignOut())) return;
    await signOut(queryClient, session, options).catch(() =>
      show({ text: texts.states.unreachable, isFailure: true }),
    );
  };
}
