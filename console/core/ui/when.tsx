import { useFormats } from '../texts/language.tsx';
import { useAtTime } from '../use-time.ts';
import classes from './when.module.css';

/** A time that is ahead, as people say it, with the exact one on hover and on paper. */
export function Ahead({ utc }: { utc: string }) {
  const formats = useFormats();
  return <When utc={utc} text={useAtTime(() => formats.ahead(utc))} />;
}

/** A time as people say it, with the exact one on hover and on paper. */
export function Ago({ utc }: { utc: string }) {
  const formats = useFormats();
  return <When utc={utc} text={useAtTime(() => formats.ago(utc))} />;
}

function When({ utc, text }: { utc: string; text: string }) {
  const formats = useFormats();
  return (
    <time
      dateTime={utc}
      title={formats.moment(utc)}
      className={classes.exact}
      data-on-paper={formats.dayAndTime(utc)}
    >
      <span className={classes.said}>{text}</span>
    </time>
  );
}
