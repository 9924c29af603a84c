import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { faultsIn } from '../api/errors.ts';
import { useLanguage, useTexts } from '../texts/language.tsx';
import { Button } from '../ui/button.tsx';
import { Problem } from '../ui/form-problem.tsx';
import { Conflicts } from './conflicts.tsx';
import { enteredTexts } from './entered-texts.ts';
import { FaultSummary, toFaultText } from './faults.tsx';
import { type Field, shown, shownAlone, toEntries, valuesOf } from './fields.ts';
import classes from './forms.module.css';
import { FieldInput } from './inputs.tsx';
import { useEnteredTexts } from './kept-texts.ts';
import { Restored } from './restored.tsx';
import type { Addition } from './use-addition.ts';
import { type Form, type FormOptions, useForm } from './use-form.ts';
import { useReturnedFocus } from './use-returned-focus.ts';

interface FormPartProps extends FormOptions {
  title: string;
  mayEdit: boolean;
  /** How some values are shown, by property, such as a link. */
  show?: Readonly<Record<string, (value: string) => ReactNode>>;
  /** What helps to fill in the form, below it while it is open. */
  advise?: (form: Form) => ReactNode;
  children?: ReactNode;
}

/** A part of a record. A button turns it into a form in place. */
export function FormPart({ title, mayEdit, show, advise, children, ...options }: FormPartProps) {
  const id = useId();
  const { forms } = useTexts();
  const form = useForm({ ...options, title });
  const isOpen = form.form !== undefined;
  const editButton = useReturnedFocus(isOpen);
  return (
    <section className={classes.part} aria-labelledby={id}>
      <header className={classes.header}>
        <h2 id={id}>{title}</h2>
        {mayEdit && !isOpen && (
          <Button
            ref={editButton}
            variant="default"
            size="compact-sm"
            aria-label={`${forms.edit}: ${title}`}
            onClick={form.edit}
          >
            {forms.edit}
          </Button>
        )}
      </header>
      {isOpen && mayEdit ? (
        <>
          <RecordForm form={form} title={title} />
          {advise?.(form)}
        </>
      ) : (
        <Facts fields={options.fields} record={options.current.record} show={show} />
      )}
      {children}
    </section>
  );
}

function Facts({
  fields,
  record,
  show,
}: { fields: readonly Field[]; record: object } & Pick<FormPartProps, 'show'>) {
  const { texts, formats } = useLanguage();
  const values = valuesOf(record, fields);
  return (
    <dl className={classes.facts}>
      {shownAlone(fields).map((field) => {
        const text = shown(field, values[field.property] ?? null, formats, texts, values);
        return (
          <div key={field.property} className={field.isWide ? classes.wide : undefined}>
            <dt>{field.label}</dt>
            <dd className={field.kind === 'longText' ? classes.text : undefined}>
              {text === undefined ? (
                <span className={classes.absent}>{field.absent ?? texts.candidate.notGiven}</span>
              ) : (
                (show?.[field.property]?.(text) ?? text)
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface RecordFormProps {
  form: Form | (Addition & Pick<Form, 'isGone'>) | Addition;
  title: string;
}

/** The inputs of an open form, with what is wrong, and the buttons that save or leave it. */
export function RecordForm({ form, title }: RecordFormProps) {
  const language = useLanguage();
  const { fields, sending, restoredAtUtc } = form;
  const idOf = (property: string) => `${form.name}-${property}`;
  const isGone = 'isGone' in form && form.isGone;
  const faults = faultsIn(sending.error);
  const { form: open } = form;
  useEnteredTexts(() => {
    if (open === undefined) return [];
    const initial =
      'initial' in form ? form.initial : 'base' in open ? toEntries(open.base, fields, language.formats) : {};
    return enteredTexts({ fields, entries: open.entries, initial, ...language });
  });
  const container = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Whoever has opened it goes on with its first field. A restored draft must not take the focus.
    if (restoredAtUtc !== undefined) return;
    const first = container.current?.querySelector<HTMLElement>(
      'input:enabled, select:enabled, textarea:enabled',
    );
    // A dialog that opens with the form moves the focus a moment later, to this or else to its first button, which closes it.
    first?.setAttribute('data-autofocus', '');
    first?.focus();
  }, [restoredAtUtc]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isGone) form.submit();
  };
  return (
    <form ref={container} className={classes.form} aria-label={title} onSubmit={submit} noValidate>
      {restoredAtUtc !== undefined && <Restored savedAtUtc={restoredAtUtc} discard={form.close} />}
      {isGone && <Problem text={language.texts.states.gone} />}
      {sending.isError && !sending.isPending && !isGone && (
        <FaultSummary error={sending.error} fields={fields} idOf={idOf} />
      )}
      <div className={classes.fields}>
        {fields.map((field) => {
          const fault = faults.find(({ property }) => property === field.property);
          return (
            <div key={field.property} className={field.isWide ? classes.wide : undefined}>
              <FieldInput
                id={idOf(field.property)}
                field={field}
                entry={form.form?.entries[field.property] ?? ''}
                error={fault && toFaultText(fault, language, field.limit)}
                enter={(entry) => form.enter(field.property, entry)}
              />
            </div>
          );
        })}
      </div>
      <Actions form={form} isGone={isGone} />
      {'conflicts' in form && <Conflicts {...form} />}
    </form>
  );
}

function Actions({ form: { sending, close }, isGone }: { form: Form | Addition; isGone: boolean }) {
  const { forms, frame } = useTexts();
  return (
    <div className={classes.actions}>
      {!isGone && (
        <Button type="submit" loading={sending.isPending}>
          {forms.save}
        </Button>
      )}
      <Button variant="default" onClick={close}>
        {isGone ? frame.close : forms.cancel}
      </Button>
    </div>
  );
}
