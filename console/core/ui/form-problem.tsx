import type { ReactNode } from 'react';
import { UnreachableError } from '../api/errors.ts';
import { useTexts } from '../texts/language.tsx';
import { otherFaults } from './fault-text.ts';
import classes from './form-problem.module.css';

/** Something that is wrong with a form, with the way out. */
export function Problem({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div role="alert" className={classes.problem}>
      <p>{text}</p>
      {children}
    </div>
  );
}

interface FormProblemProps {
  error: unknown;
  /** The properties that have a field. What is wrong with them is beside it. */
  fields: readonly string[];
  /** Whether the form creates something, with an idempotency key. */
  isNew?: boolean;
}

/** Why what is in a form was not saved. */
export function FormProblem({ error, fields, isNew = false }: FormProblemProps) {
  const texts = useTexts();
  if (error === null || error === undefined) return null;
  if (isNew && error instanceof UnreachableError) return <Problem text={texts.formFaults.unsure} />;
  const others = otherFaults(error, fields);
  if (others.some(({ property }) => property === 'Idempotency-Key'))
    return <Problem text={texts.formFaults.createdBefore} />;
  return <Problem text={[texts.states.notSaved, ...others.map(({ message }) => message)].join(' ')} />;
}
