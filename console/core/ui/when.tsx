import { useFormats } from '../texts/language.tsx';

/** A time that is ahead, as people say it, with the exact one on hover. */
export function Ahead({ utc }: { utc: string }) {
  const formats = useFormats();
  return (
    <time dateTime={utc} title={formats.moment(utc)}>
      {formats.ahead(utc)}
    </time>
  );
}

/** A time as people say it, with the exact one on hover. */
export function Ago({ utc }: { utc: string }) {
  const formats = useFormats();
  return (
    <time dateTime={utc} title={formats.moment(utc)}>
      {formats.ago(utc)}
    </time>
  );
}
