import type { Entries, Field } from '../../../core/forms/fields.ts';
import { RecordForm } from '../../../core/forms/form-part.tsx';
import { type AdditionOptions, useAddition } from '../../../core/forms/use-addition.ts';
import { useReturnedFocus } from '../../../core/forms/use-returned-focus.ts';
import { Button } from '../../../core/ui/button.tsx';
import classes from './page.module.css';

interface AddPartProps<Added> extends Pick<AdditionOptions<Added>, 'add' | 'onAdded'> {
  /** Of the draft. */
  name: string;
  /** What is added. Names the button and the form. */
  title: string;
  fields: readonly Field[];
  initial?: Entries;
  /** Whether the company takes another one. A form that is open stays open without it: the service says why it adds nothing. */
  isOffered?: boolean;
}

/** A button that opens a form, which adds something to the company. */
export function AddPart<Added>({ title, isOffered = true, ...options }: AddPartProps<Added>) {
  const addition = useAddition(options);
  const isOpen = addition.form !== undefined;
  const button = useReturnedFocus(isOpen);
  if (isOpen) return <RecordForm form={addition} title={title} />;
  if (!isOffered) return null;
  return (
    <Button ref={button} variant="default" size="compact-sm" className={classes.add} onClick={addition.open}>
      + {title}
    </Button>
  );
}
