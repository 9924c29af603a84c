import { useTexts } from '../texts/language.tsx';
import classes from './quotes-hint.module.css';

/** Also those that word processors put. */
const QUOTED = /["„“”«»]([^"„“”«»]*)["„“”«»]/gu;

/** Says what quotation marks do not do, because people expect it of them. */
export function QuotesHint({ text = '' }: { text: string | undefined }) {
  const { palette } = useTexts();
  const hasSeveral = Array.from(text.matchAll(QUOTED), ([, words]) => words!).some((words) =>
    /\S\s+\S/.test(words),
  );
  if (!hasSeveral) return null;
  return (
    <p role="status" className={classes.hint}>
      {palette.quotes}
    </p>
  );
}
