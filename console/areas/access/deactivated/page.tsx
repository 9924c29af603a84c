import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../../../core/paths.ts';
import { useStartTexts } from '../../../core/texts/start-language.ts';
import classes from '../sign-in/page.module.css';

/** Shown to users who have deactivated their own account. They cannot sign in again. */
export function Page() {
  const { deactivated: texts } = useStartTexts();
  useEffect(() => {
    document.title = `${texts.title} – Stellwerk`;
  }, [texts]);
  return (
    <main className={classes.page}>
      <p className={classes.mark} aria-hidden="true">
        <span />
        <span />
      </p>
      <h1>{texts.title}</h1>
      <p>{texts.lead}</p>
      <p className={classes.links}>
        <Link to={paths.signIn}>{texts.signIn}</Link>
      </p>
    </main>
  );
}
