import classes from '../../../core/list/list.module.css';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';

/** How many candidates match, spoken when it changes. */
export function Total({ total, isExact }: { total: number; isExact: boolean }) {
  const texts = useTexts();
  const formats = useFormats();
  const count = formats.number(total);
  const text = total === 1 ? texts.candidates.one : texts.candidates.total(count);
  return (
    <p className={classes.total} role="status">
      {isExact ? text : texts.candidates.moreThan(count)}
    </p>
  );
}
