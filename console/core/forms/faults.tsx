import { useEffect, useRef, useState } from 'react';
import { type Fault, faultsIn, faultsOf, isStatus, NotSentError, UnreachableError } from '../api/errors.ts';
import { useSession } from '../session/use-session.ts';
import type { Formats } from '../texts/formats.ts';
import { useLanguage, useTexts } from '../texts/language.tsx';
import type { Texts } from '../texts/texts-de.ts';
import { Reference } from '../ui/states.tsx';
import { failureText } from './failure-text.ts';
import type { Field } from './fields.ts';
import classes from './forms.module.css';
import type { Limit, Limits } from './limits.ts';

type KnownCode = keyof Texts['forms']['faults'];
type Rules = Readonly<Record<string, string>>;

/** What is wrong with a property, and what it may be, in the language of the user if the rule says enough. */
export function toFaultText(
  { property, code, message }: Fault,
  { texts: { forms }, formats }: Pick<ReturnType<typeof useLanguage>, 'texts' | 'formats'>,
  limit: Limit = {},
): string {
  const name = property ?? '';
  const particular = (forms.particular as Rules)[`${name} ${code}`];
  if (particular !== undefined) return particular;
  if (code === 'format') return (forms.formats as Rules)[name] ?? message;
  if (code === 'range') {
    // A rule between two fields has the code of a limit as well. If a property has both, nothing says which one was broken.
    const rules = [limit.rule ?? (forms.ranges as Rules)[name], rangeText(limit, forms, formats)].filter(
      Boolean,
    );
    return rules.length === 0 ? forms.faults.range : rules.join(' ');
  }
  if (code === 'length' && limit.maxLength !== undefined) {
    const most = formats.number(limit.maxLength);
    return limit.isFormatted === true ? forms.limits.shorterFormatted(most) : forms.limits.shorter(most);
  }
  if (code === 'type' && limit.isInteger === true) return forms.integer;
  if (code === 'type' && (limit.minimum ?? limit.maximum) !== undefined)
    return forms.number(formats.number(EXAMPLE));
  return code in forms.faults ? forms.faults[code as KnownCode] : message;
}

const EXAMPLE = 12.5;

function rangeText({ minimum, maximum }: Limit, { limits }: Texts['forms'], { number }: Formats) {
  if (minimum !== undefined && maximum !== undefined) return limits.between(number(minimum), number(maximum));
  if (minimum !== undefined) return limits.atLeast(number(minimum));
  return maximum === undefined ? undefined : limits.atMost(number(maximum));
}

/** Returns the function that says what is wrong with a property. */
export function useFaultText(error: unknown, limits: Limits = {}): (property: string) => string | undefined {
  const language = useLanguage();
  const faults = faultsOf(error);
  return (property) => {
    const fault = faults.get(property);
    return fault && toFaultText(fault, language, limits[property]);
  };
}

interface SummaryProps {
  error: unknown;
  fields: readonly Pick<Field, 'property' | 'label' | 'limit'>[];
  idOf: (property: string) => string;
}

/** Why a form was not saved. Each fault leads to its field. */
export function FaultSummary({ error, fields, idOf }: SummaryProps) {
  const texts = useTexts();
  const faults = distinct(faultsIn(error), idOf);
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The faulty fields, and this list, can be far from the button of a long form.
    if (faultsIn(error).length > 0) summary.current?.focus();
  }, [error]);
  const { beganAtUtc } = useSession();
  const [sentIn] = useState(beganAtUtc);
  return (
    <div ref={summary} role="alert" tabIndex={-1} className={classes.alert}>
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

/** What is wrong with the fields of a form that is always open, above them. */
export function FieldFaults(props: SummaryProps) {
  return faultsIn(props.error).length > 0 && <FaultSummary {...props} />;
}

/** A field can have several properties, such as the responsible user of a candidate and of the application. */
const distinct = (faults: readonly Fault[], idOf: SummaryProps['idOf']): readonly Fault[] =>
  faults.filter((fault, index) => {
    const isSame = (other: Fault) =>
      idOf(other.property ?? '') === idOf(fault.property ?? '') && other.code === fault.code;
    return faults.findIndex(isSame) === index;
  });

function toReason(error: unknown, faultCount: number, texts: Texts, hasNewSession: boolean): string {
  // A dialog asks to sign in again.
  if (isStatus(error, 401)) return hasNewSession ? texts.forms.signedInAgain : texts.forms.expired;
  if (error instanceof NotSentError) return texts.failures.notSent;
  if (error instanceof UnreachableError) return texts.forms.unreachable;
  return faultCount === 0 ? failureText(error, texts) : texts.forms.invalid(faultCount);
}

function FaultLine({ fault, fields, idOf }: Omit<SummaryProps, 'error'> & { fault: Fault }) {
  const language = useLanguage();
  const { texts } = language;
  const field = fields.find(({ property }) => property === fault.property);
  const text = toFaultText(fault, language, field?.limit);
  if (fault.property === 'Idempotency-Key') return <li>{texts.forms.createdBefore}</li>;
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
