import { useEffect, useMemo, useRef } from 'react';
import { decodeText } from './kinds.ts';
import type { LinePlace } from './mark.tsx';
import { useSettled } from './use-opened.ts';
import classes from './viewer.module.css';

/** The text of a file. A marked line scrolls into view. */
export function TextView({ contents, mark }: { contents: Blob; mark: LinePlace | undefined }) {
  const text = useSettled(useMemo(() => contents.arrayBuffer().then(decodeText), [contents]));
  const frame = useRef<HTMLElement>(null);
  const isShown = text.state === 'done';
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each place that is asked for.
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, [isShown, mark]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
    <pre className={classes.text} tabIndex={0}>
      {isShown && <Lines text={text.value} mark={mark} frame={frame} />}
    </pre>
  );
}

interface LinesProps {
  text: string;
  mark: LinePlace | undefined;
  frame: React.RefObject<HTMLElement | null>;
}

function Lines({ text, mark, frame }: LinesProps) {
  const place = mark && findLine(text, mark);
  if (place === undefined) return text;
  return (
    <>
      {text.slice(0, place.start)}
      <mark ref={frame} className={classes.line}>
        {text.slice(place.start, place.end)}
      </mark>
      {text.slice(place.end)}
    </>
  );
}

/** Letters and digits, which the service keeps of a line, whatever else it changes. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Of the lines that say it, the one whose number is nearest. The service counts no lines without text. */
function findLine(
  text: string,
  { line, text: wanted }: LinePlace,
): { start: number; end: number } | undefined {
  const letters = lettersOf(wanted);
  if (letters === '') return undefined;
  let number = 0;
  let best: { start: number; end: number; distance: number } | undefined;
  for (const { 0: source, index } of text.matchAll(/[^\n\r\f]+/g)) {
    const own = lettersOf(source);
    if (own === '') continue;
    number += 1;
    const distance = Math.abs(number - line);
    // The service cuts long lines.
    if (own.startsWith(letters) && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { start: index, end: index + source.length, distance };
  }
  return best;
}
