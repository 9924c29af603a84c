import { useFormats, useTexts } from '../texts/language.tsx';

/** Tells a reader of the paper that the list has more rows. */
export function PrintedNote({ printed, total }: { printed: number; total: number }) {
  const formats = useFormats();
  const texts = useTexts();
  return printed < total && <p>{texts.csv.printed(formats.number(printed), formats.number(total))}</p>;
}
