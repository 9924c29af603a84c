import { Alert } from '@mantine/core';
import { CallError, type Fault, isStatus, UnreachableError } from '../api/errors.ts';
import { useTexts } from '../texts/language.tsx';
import type { Texts } from '../texts/texts-de.ts';
import { Reference } from '../ui/states.tsx';
import type { Field } from './fields.ts';
import classes from './forms.module.css';

type KnownCode = keyof Texts['forms']['faults'];

/** What is wrong with a property, in the language of the user if the rule says enough. */
export function toFaultText({ property, code, message }: Fault, texts: Texts): string {
  const formats: Readonly<Record<string, string>> = texts.forms.formats;
  if (code === 'format') return formats[property ?? ''] ?? message;
  return code in texts.forms.faults ? texts.forms.faults[code as KnownCode] : message;
}

const NO_FAULTS: readonly Fault[] = [];
export const faultsIn = (error: unknown): readonly Fault[] =>
  error instanceof CallError ? error.faults : NO_FAULTS;

interface SummaryProps {
  error: unknown;
  fields: readonly Field[];
  idOf: (property: string) => string;
}

/** Why a form was not saved. Each fault leads to its field. */
export function FaultSummary({ error, fields, idOf }: SummaryProps) {
  const texts = useTexts();
  const faults = faultsIn(error);
  // A dialog asks to sign in again.
  if (isStatus(error, 401)) return <Alert color="red">{texts.forms.expired}</Alert>;
  if (error instanceof UnreachableError) return <Alert color="red">{texts.forms.unreachable}</Alert>;
  return (
    <Alert
      color="red"
      title={faults.length === 0 ? texts.states.notSaved : texts.forms.invalid(faults.length)}
    >
      <ul className={classes.faults}>
        {faults.map((fault) => (
          <FaultLine key={`${fault.property}-${fault.code}`} fault={fault} fields={fields} idOf={idOf} />
        ))}
      </ul>
      {faults.length === 0 && <Reference error={error} />}
    </Alert>
  );
}

function FaultLine({ fault, fields, idOf }: Omit<SummaryProps, 'error'> & { fault: Fault }) {
  const texts = useTexts();
  const field = fields.find(({ property }) => property === fault.property);
  const text = toFaultText(fault, texts);
  if (field === undefined) return <li>{fault.message}</li>;
  return (
    <li>
      <a href={`#${idOf(field.property)}`} onClick={(event) => focusField(event, idOf(field.property))}>
        {field.label}
      </a>
      : {text}
    </li>
  );
}

/** The address stays what it is. */
function focusField(event: { preventDefault(): void }, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}
