import { useTexts } from '../../../core/texts/language.tsx';
import classes from './documents.module.css';

/** Letters. A longer description is folded, so that the next proposals stay in sight. */
const FOLDED_LENGTH = 160;

/** The description that is written with a job if it is accepted: it can have the text of another one. */
export function Description({ value }: { value: object }) {
  const { description: label } = useTexts().documents.proposals;
  const { description } = value as { description?: unknown };
  if (typeof description !== 'string' || description === '') return null;
  const text = <p className={classes.description}>{description}</p>;
  if (description.length <= FOLDED_LENGTH) return text;
  return (
    <details className={classes.secondary}>
      <summary>{label}</summary>
      {text}
    </details>
  );
}
