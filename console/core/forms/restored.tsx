import { Button } from '@mantine/core';
import { useLanguage } from '../texts/language.tsx';
import classes from './forms.module.css';

/** Says that the form begins with a draft, and lets the user discard it. */
export function Restored({ savedAtUtc, discard }: { savedAtUtc: string; discard: () => void }) {
  const {
    texts: { forms },
    formats,
  } = useLanguage();
  return (
    <p className={classes.restored} role="status">
      <span>{forms.restored(formats.dayAndTime(savedAtUtc))}</span>
      <Button variant="default" size="compact-sm" onClick={discard}>
        {forms.discardDraft}
      </Button>
    </p>
  );
}
