import { useFormats, useTexts } from '../../core/texts/language.tsx';

/** From the first to the last day of work. */
export function Period({ startDate, endDate }: { startDate: string; endDate: string | null }) {
  const { requests } = useTexts();
  const formats = useFormats();
  const start = formats.day(startDate);
  return endDate === null ? requests.openEnded(start) : requests.period(start, formats.day(endDate));
}
