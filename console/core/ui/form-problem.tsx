import type { ReactNode } from 'react';
import { faultsIn, isUnsure } from '../api/errors.ts';
import { failureText } from '../forms/failure-text.ts';
import { useTexts } from '../texts/language.tsx';
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
  /** Whether the form creates something, with an idempotency key. */
  isNew?: boolean;
}

/** Why what is in a form was not saved, or may not be, beside the button. What is wrong with the fields is above them: `FaultSummary`. */
export function FormProblem({ error, isNew = false }: FormProblemProps) {
  const texts = useTexts();
  if (error === null || error === undefined || faultsIn(error).length > 0) return null;
  return <Problem text={isNew && isUnsure(error) ? texts.forms.unsure : failureText(error, texts)} />;
}
