import type { Match } from '../api/records.ts';
import classes from './table.module.css';

/** Characters before the hit. With more of them, a narrow window would not show the hit. */
const BEFORE = 28;
const MAXIMUM_MATCHES = 3;

interface ExcerptsProps {
  matches: readonly Match[];
  /** Of the places, as they are called for this kind of record. */
  names: Readonly<Record<Match['field'], string>>;
}

/** Where the words were found, with each hit marked. */
export function Excerpts({ matches, names }: ExcerptsProps) {
  return (
    <span className={classes.excerpts}>
      {matches.slice(0, MAXIMUM_MATCHES).map((match) => (
        <Excerpt
          key={`${match.field}-${match.start}-${match.excerpt}`}
          match={match}
          name={names[match.field]}
        />
      ))}
    </span>
  );
}

function Excerpt({ match: { excerpt, start, length }, name }: { match: Match; name: string }) {
  return (
    <span className={classes.excerpt}>
      <span className={classes.field}>{name}: </span>
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
