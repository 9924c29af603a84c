import type { FormEvent, ReactNode } from 'react';
import { useLanguage } from '../texts/language.tsx';
import { Button } from '../ui/button.tsx';
import { FormProblem } from '../ui/form-problem.tsx';
import { enteredTexts } from './entered-texts.ts';
import { FieldFaults, useFaultText } from './faults.tsx';
import type { Field } from './fields.ts';
import classes from './forms.module.css';
import { FieldInput } from './inputs.tsx';
import { useEnteredTexts } from './kept-texts.ts';
import { Restored } from './restored.tsx';
import type { useCreation } from './use-creation.ts';

interface CreationFormProps {
  form: ReturnType<typeof useCreation<Record<string, string>>>;
  /** Of the inputs, so that the faults lead to them. */
  idOf: (property: string) => string;
  title: string;
  /** On the button. */
  action: string;
  fields: readonly Field[];
  /** What the form has besides, below the fields. */
  children?: ReactNode;
}

/** The form of a page that creates a record: its fields, what is wrong with them, and the button. */
export function CreationForm({ form, idOf, title, action, fields, children }: CreationFormProps) {
  const faultOf = useFaultText(
    form.error,
    Object.fromEntries(fields.map(({ property, limit = {} }) => [property, limit])),
  );
  const language = useLanguage();
  const { entries, initial } = form;
  useEnteredTexts(() => enteredTexts({ fields, entries, initial, ...language }), form.loss);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.send();
  };
  return (
    <form className={classes.form} aria-label={title} onSubmit={submit} noValidate>
      {form.restoredAtUtc !== undefined && (
        <Restored savedAtUtc={form.restoredAtUtc} discard={form.discard} />
      )}
      <FieldFaults error={form.error} fields={fields} idOf={idOf} />
      <div className={classes.fields}>
        {fields.map((field) => (
          <div key={field.property} className={field.isWide ? classes.wide : undefined}>
            <FieldInput
              id={idOf(field.property)}
              field={field}
              entry={form.entries[field.property] ?? ''}
              error={faultOf(field.property)}
              enter={(entry) => form.enter(field.property, entry)}
            />
          </div>
        ))}
      </div>
      {children}
      <FormProblem error={form.error} isNew />
      <div className={classes.actions}>
        <Button type="submit" loading={form.isPending}>
          {action}
        </Button>
      </div>
    </form>
  );
}
