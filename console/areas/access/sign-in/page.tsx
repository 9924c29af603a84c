import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { installation } from '../../../core/installation.ts';
import { paths } from '../../../core/paths.ts';
import { type Session, sessionQuery } from '../../../core/session/session.ts';
import { SignInForm } from '../../../core/session/sign-in-form.tsx';
import { onNotice } from '../../../core/session/tabs.ts';
import {
  LANGUAGES,
  useChooseLanguage,
  useShownLanguage,
  useStartTexts,
} from '../../../core/texts/start-language.ts';
import { OfflineNotice } from '../../../core/ui/states.tsx';
import classes from './page.module.css';

export function Page() {
  const texts = useStartTexts();
  const { language } = useShownLanguage();
  const choose = useChooseLanguage();
  const { from } = useSearch({ strict: false });
  const queryClient = useQueryClient();
  const router = useRouter();
  const navigate = useNavigate();
  useEffect(() => {
    document.title = `${texts.signIn.title} – Stellwerk`;
  }, [texts]);
  useEffect(
    () =>
      onNotice(({ hasSignedIn }) => {
        if (hasSignedIn) location.reload();
      }),
    [],
  );
  const enter = async (session: Session) => {
    queryClient.setQueryData(sessionQuery.queryKey, session);
    // Only an address below /app: the history of the router accepts no other host.
    if (from?.startsWith('/') === true && !from.startsWith('//')) router.history.push(`/app${from}`);
    else await navigate({ to: paths.today });
  };
  const other = language === 'de' ? 'en' : 'de';
  return (
    <>
      <OfflineNotice />
      <main className={classes.page}>
        <p className={classes.mark} aria-hidden="true">
          <span />
          <span />
        </p>
        <h1>{texts.signIn.title}</h1>
        <SignInForm onSignIn={enter} />
        <p className={classes.links}>
          {installation.sendsMail && <a href={`/password?lang=${language}`}>{texts.signIn.forgotten}</a>}
          <button type="button" lang={other} onClick={() => choose(other)}>
            {LANGUAGES[other]}
          </button>
        </p>
      </main>
    </>
  );
}
