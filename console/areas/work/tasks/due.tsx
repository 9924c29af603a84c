import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { useToday } from '../../../core/use-time.ts';
import classes from './tasks.module.css';

/** The day until which a task is on time. */
export function Due({ date }: { date: string | null }) {
  const texts = useTexts();
  const formats = useFormats();
  const today = useToday();
  if (date === null) return '–';
  const isOverdue = date < today;
  return (
    <time dateTime={date} className={isOverdue ? classes.overdue : undefined}>
      {formats.day(date)}
      {isOverdue && <span className={classes.below}>{texts.today.overdue}</span>}
    </time>
  );
}
