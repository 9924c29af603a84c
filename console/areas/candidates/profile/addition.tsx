import type { ReactNode } from 'react';
import type { Entries, Field } from '../../../core/forms/fields.ts';
import { RecordForm } from '../../../core/forms/form-part.tsx';
import { useAddition } from '../../../core/forms/use-addition.ts';
import { useReturnedFocus } from '../../../core/forms/use-returned-focus.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import classes from './page.module.css';
import { useReportAdded } from './use-skill-change.ts';

interface AddEntryProps {
  candidateId: number;
  /** Of the draft, such as new-job. */
  part: string;
  /** What is added. Names the button and the form. */
  title: string;
  /** On the button. */
  label?: ReactNode;
  fields: readonly Field[];
  initial?: Entries;
  /** Returns what removes the entry again. Undefined if nothing does. */
  add(body: Record<string, unknown>, idempotencyKey: string): Promise<(() => Promise<unknown>) | undefined>;
  /** Of the entry that was added. */
  nameOf(body: Record<string, unknown>): string;
}

/** A button that opens a form, which adds an entry to the candidate. */
export function AddEntry(props: AddEntryProps) {
  const { candidateId, part, title, label, fields, initial, add, nameOf } = props;
  const { candidatePage } = useTexts();
  const report = useReportAdded(candidateId);
  const addition = useAddition({
    name: `candidate-${candidateId}-${part}`,
    fields,
    initial,
    add,
    onAdded: (remove, body) => report(nameOf(body), remove),
  });
  const isOpen = addition.form !== undefined;
  const button = useReturnedFocus(isOpen);
  if (isOpen) return <RecordForm form={addition} title={title} />;
  return (
    <Button
      ref={button}
      variant="default"
      size="compact-sm"
      className={classes.more}
      aria-label={title}
      onClick={addition.open}
    >
      {label ?? candidatePage.add}
    </Button>
  );
}
