import { useTexts } from '../texts/language.tsx';
import { Button } from './button.tsx';
import classes from './more.module.css';

interface MoreProps {
  /** Otherwise that further entries are shown. */
  text?: string;
  isLoading?: boolean;
  load: () => unknown;
}

/** Shows what comes after the last row. */
export function More({ text, isLoading, load }: MoreProps) {
  const { candidatePage } = useTexts();
  return (
    <Button variant="default" className={classes.more} loading={isLoading} onClick={load}>
      {text ?? candidatePage.more}
    </Button>
  );
}
