import type { CandidateHit } from '../../../core/api/records.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import classes from './table.module.css';

type Match = CandidateHit['matches'][number];

/** Characters before the hit. With more of them, a narrow window would not show the hit. */
const BEFORE = 28;
const MAXIMUM_MATCHES = 3;

/** Where the words were found, with each hit marked. */
export function Excerpts({ matches }: { matches: readonly Match[] }) {
  return (
    <span className={classes.excerpts}>
      {matches.slice(0, MAXIMUM_MATCHES).map((match) => (
        <Excerpt key={`${match.field}-${match.start}-${match.excerpt}`} match={match} />
      ))}
    </span>
  );
}

function Excerpt({ match: { field, excerpt, start, length } }: { match: Match }) {
  const texts = useTexts();
  return (
    <span className={classes.excerpt}>
      <span className={classes.field}>{texts.candidates.fields[field]}: </span>
      {shortened(excerpt.slice(0, start))}
      <mark className={classes.hit}>{excerpt.slice(start, start + length)}</mark>
      {excerpt.slice(start + length)}
    </span>
  );
}

/** The end of a text, from the beginning of a word on. */
function shortened(text: string): string {
  if (text.length <= BEFORE) return text;
  const end = text.slice(-BEFORE);
  return `… ${end.slice(end.indexOf(' ') + 1)}`;
}
