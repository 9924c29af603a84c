import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { queries } from '../../../core/api/queries.ts';
import { nameOf } from '../../../core/api/records.ts';
import { paths } from '../../../core/paths.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Failed } from '../../../core/ui/states.tsx';
import type { SchemaCandidateDuplicateDto } from '../../../generated/types.ts';
import classes from './page.module.css';
import { toDuplicateSearch, type Values } from './values.ts';

const TYPING_MS = 300;

/** The candidates that may be the person who is being entered, a moment after the last key. */
export function Duplicates({ values }: { values: Values }) {
  const texts = useTexts();
  const [settled] = useDebouncedValue(values, TYPING_MS);
  const search = useMemo(() => toDuplicateSearch(settled), [settled]);
  const isEmpty = Object.keys(search).length === 0;
  const found = useQuery({ ...queries.duplicates(search), enabled: !isEmpty });
  const duplicates = isEmpty ? [] : (found.data?.duplicates ?? []);
  return (
    <section className={classes.duplicates} aria-labelledby="duplicates" data-found={duplicates.length > 0}>
      <h2 id="duplicates">{texts.newCandidate.duplicates}</h2>
      <p role="status" className={classes.lead}>
        {duplicates.length > 0 && texts.newCandidate.duplicatesLead}
        {isEmpty && texts.newCandidate.duplicatesHint}
        {/* After a failure, nobody knows. */}
        {!isEmpty && duplicates.length === 0 && !found.isError && texts.newCandidate.noDuplicates}
      </p>
      {found.isError && <Failed error={found.error} retry={() => found.refetch()} />}
      <ul aria-labelledby="duplicates">
        {duplicates.map((duplicate) => (
          <Duplicate key={duplicate.id} duplicate={duplicate} />
        ))}
      </ul>
    </section>
  );
}

function Duplicate({ duplicate }: { duplicate: SchemaCandidateDuplicateDto }) {
  const texts = useTexts();
  const formats = useFormats();
  const { id, email, city, matchedOn } = duplicate;
  // The same address is the same mailbox.
  const reasons = matchedOn.filter((match) => match !== 'emailCanonical' || !matchedOn.includes('email'));
  return (
    <li>
      {/* In another window: what has been entered stays. */}
      <Link to={paths.candidate(id)} target="_blank">
        {nameOf(duplicate)}
      </Link>
      <span className={classes.secondary}>{[city, email].filter(Boolean).join(', ')}</span>
      <span>{formats.list(reasons.map((match) => texts.newCandidate.matches[match]))}</span>
    </li>
  );
}
