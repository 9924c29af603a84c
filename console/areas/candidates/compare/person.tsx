import { Link } from '@tanstack/react-router';
import { nameOf } from '../../../core/api/records.ts';
import { paths } from '../../../core/paths.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import type { Candidate } from '../profile/source.ts';
import classes from './page.module.css';

interface PersonProps {
  candidate: Candidate;
  /** What becomes of it. */
  role: string;
  isKept?: boolean;
}

export function Person({ candidate, role, isKept = false }: PersonProps) {
  const { texts, formats } = useLanguage();
  return (
    <section
      className={classes.person}
      data-kept={isKept || undefined}
      aria-label={`${role}: ${nameOf(candidate)}`}
    >
      <p className={classes.role}>{role}</p>
      <h2>
        <Link to={paths.candidate(candidate.id)}>{nameOf(candidate)}</Link>
      </h2>
      <p className={classes.quiet}>
        {texts.compare.number(String(candidate.id))}
        {' · '}
        {texts.duplicates.createdOn(formats.dayOf(candidate.createdAtUtc))}
      </p>
    </section>
  );
}
