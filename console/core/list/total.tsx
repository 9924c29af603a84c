import { useFormats } from '../texts/language.tsx';
import classes from './list.module.css';

interface TotalProps {
  total: number;
  isExact: boolean;
  /** How a list says it. */
  texts: { one: string; total(count: string): string; moreThan(count: string): string };
}

/** How many records match, spoken when it changes. */
export function Total({ total, isExact, texts }: TotalProps) {
  const count = useFormats().number(total);
  const text = total === 1 ? texts.one : texts.total(count);
  return (
    <p className={classes.total} role="status">
      {isExact ? text : texts.moreThan(count)}
    </p>
  );
}
