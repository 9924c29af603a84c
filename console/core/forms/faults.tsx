import { useState } from 'react';
import { CallError, type Fault, isStatus, UnreachableError } from '../api/errors.ts';
import { useSession } from '../session/use-session.ts';
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
  const { beganAtUtc } = useSession();
  const [sentIn] = useState(beganAtUtc);
  return (
    <div role="alert" className={classes.alert}>
      <p>
        <strong>{toReason(error, faults.length, texts, sentIn !== beganAtUtc)}</strong>
      </p>
      {faults.length > 0 && (
        <ul className={classes.faults}>
          {faults.map((fault) => (
            <FaultLine key={`${fault.property}-${fault.code}`} fault={fault} fields={fields} idOf={idOf} />
          ))}
        </ul>
      )}
      {faults.length === 0 && <Reference error={error} />}
    </div>
  );
}

function toReason(error: unknown, faultCount: number, texts: Texts, hasNewSession: boolean): string {
  // A dialog asks to sign in again.
  if (isStatus(error, 401)) return hasNewSession ? texts.forms.signedInAgain : texts.forms.expired;
  if (error instanceof UnreachableError) return texts.forms.unreachable;
  return faultCount === 0 ? texts.states.notSaved : texts.forms.invalid(faultCount);
}

function FaultLine({ fault, fields, idOf }: Omit<SummaryProps, 'error'> & { fault: Fault }) {
  const texts = useTexts();
  const field = fields.find(({ property }) => property === fault.property);
  const text = toFaultText(fault, texts);
  if (fault.property === 'Idempotency-Key') return <li>{texts.formFaults.createdBefore}</li>;
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
