import { useFormats, useTexts } from '../texts/language.tsx';

/** Tells a reader of the paper that the list has more rows. */
export function FirstOfThem({ count, total }: { count: number; total: number }) {
  const formats = useFormats();
  const texts = useTexts();
  return count < total && <p>{texts.csv.printed(formats.number(count), formats.number(total))}</p>;
}
