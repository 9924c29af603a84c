import { Button, NativeSelect, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import { nameOf } from '../../../core/api/records.ts';
import { THEMES, toTheme, useSignOut } from '../../../core/frame/header.tsx';
import { useMay, useSession } from '../../../core/session/use-session.ts';
import { useFormats, useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { LANGUAGES } from '../../../core/texts/start-language.ts';
import classes from './page.module.css';
import { PasswordForm } from './password-form.tsx';

export function Page() {
  const texts = useTexts();
  return (
    <div className={classes.page}>
      <h1>{texts.screens.profile}</h1>
      <Account />
      <Display />
      <section className={classes.part} aria-labelledby="password">
        <h2 id="password">{texts.profile.changePassword}</h2>
        <PasswordForm />
      </section>
      <Sessions />
    </div>
  );
}

function Account() {
  const texts = useTexts();
  const { user, role } = useSession();
  return (
    <section className={classes.part} aria-labelledby="account">
      <h2 id="account">{texts.profile.account}</h2>
      <dl className={classes.facts}>
        <dt>{texts.profile.name}</dt>
        <dd>{nameOf(user) || user.email}</dd>
        <dt>{texts.signIn.email}</dt>
        <dd>{user.email}</dd>
        <dt>{texts.profile.role}</dt>
        <dd>{texts.roles[role]}</dd>
        <Branches userId={user.id} />
      </dl>
    </section>
  );
}

/** Only for roles that read users. The others cannot ask for their own. */
function Branches({ userId }: { userId: number }) {
  const texts = useTexts();
  const formats = useFormats();
  const may = useMay();
  const account = useQuery({ ...queries.user(userId), enabled: may('users:read') });
  if (account.data === undefined) return null;
  const names = account.data.assignedOffices.map(({ name }) => name);
  return (
    <>
      <dt>{texts.profile.branches}</dt>
      <dd>{names.length === 0 ? texts.profile.noBranches : formats.list(names)}</dd>
    </>
  );
}

function Display() {
  const { texts, chosen, choose } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <section className={classes.part} aria-labelledby="display">
      <h2 id="display">{texts.profile.display}</h2>
      <div className={classes.fields}>
        <NativeSelect
          label={texts.frame.chooseLanguage}
          value={chosen ?? 'auto'}
          onChange={({ currentTarget: { value } }) =>
            choose(value === 'de' || value === 'en' ? value : undefined)
          }
          data={[
            { value: 'auto', label: texts.profile.automatic },
            { value: 'de', label: LANGUAGES.de },
            { value: 'en', label: LANGUAGES.en },
          ]}
        />
        <NativeSelect
          label={texts.frame.theme}
          value={colorScheme}
          onChange={({ currentTarget: { value } }) => setColorScheme(toTheme(value))}
          data={THEMES.map((theme) => ({ value: theme, label: texts.frame.themes[theme] }))}
        />
      </div>
    </section>
  );
}

function Sessions() {
  const texts = useTexts();
  const formats = useFormats();
  const { beganAtUtc, endsAtUtc } = useSession();
  const leave = useSignOut();
  return (
    <section className={classes.part} aria-labelledby="sessions">
      <h2 id="sessions">{texts.profile.sessions}</h2>
      <dl className={classes.facts}>
        <dt>{texts.profile.since}</dt>
        <dd>{formats.moment(beganAtUtc)}</dd>
        <dt>{texts.profile.until}</dt>
        <dd>{formats.moment(endsAtUtc)}</dd>
      </dl>
      <p className={classes.lead}>{texts.profile.sessionsLead}</p>
      <Button variant="default" className={classes.button} onClick={() => void leave({ everywhere: true })}>
        {texts.profile.signOutEverywhere}
      </Button>
    </section>
  );
}
