import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { RequestOverview } from '../../../core/api/records.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import classes from './page.module.css';

/** The job ads that were written for the request. */
export function JobAds({ jobAds }: Pick<RequestOverview, 'jobAds'>) {
  const id = useId();
  const texts = useTexts();
  const may = useMay();
  if (!may('jobads:read')) return null;
  return (
    <section className={formClasses.part} aria-labelledby={id}>
      <h2 id={id}>{texts.requests.parts.jobAds}</h2>
      {jobAds.length === 0 ? (
        <p className={formClasses.lead}>{texts.requests.noJobAds}</p>
      ) : (
        <ul className={classes.list}>
          {jobAds.map(({ jobAdId, title, status }) => (
            <li key={jobAdId}>
              <Link to={paths.jobAd(jobAdId)}>{title}</Link>
              <span className={classes.quiet}>{texts.jobAds.statuses[status]}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
