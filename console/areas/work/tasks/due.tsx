import { toLocalDay } from '../../../core/local-day.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import classes from './tasks.module.css';

/** The day until which a task is on time. */
export function Due({ date }: { date: string | null }) {
  const texts = useTexts();
  const formats = useFormats();
  if (date === null) return '–';
  const isOverdue = date < toLocalDay(new Date());
  return (
    <time dateTime={date} className={isOverdue ? classes.overdue : undefined}>
      {formats.day(date)}
      {isOverdue && <span className={classes.below}>{texts.today.overdue}</span>}
    </time>
  );
}
