import type { ReactNode } from 'react';
import { isUnsure } from '../api/errors.ts';
import { failureText } from '../forms/failure-text.ts';
import formClasses from '../forms/forms.module.css';
import { useTexts } from '../texts/language.tsx';
import { Button } from './button.tsx';
import classes from './confirm.module.css';
import { Dialog } from './dialog.tsx';
import { Problem } from './form-problem.tsx';
import { Reference } from './states.tsx';

interface ConfirmProps {
  isOpen: boolean;
  title: string;
  /** What happens, in the words of the button. */
  action: string;
  isDangerous?: boolean;
  isRunning: boolean;
  error: unknown;
  /** Instead of the usual words, if there was no response. */
  unsure?: string;
  run: () => void;
  close: () => void;
  /** What it means. */
  children: ReactNode;
}

/**
 * Asks before something that cannot be undone, or not entirely. It stays while that runs: closed, it would hide what becomes of it, and
 * let it be done twice.
 */
export function Confirm({ isOpen, title, close, children, ...question }: ConfirmProps) {
  const { forms } = useTexts();
  const { action, isDangerous = false, isRunning, error, unsure, run } = question;
  return (
    <Dialog isOpen={isOpen} close={isRunning ? undefined : close} title={title}>
      <div className={classes.question}>
        {children}
        <NotDone error={error} unsure={unsure} />
        <div className={formClasses.actions}>
          <Button
            className={isDangerous ? classes.dangerous : undefined}
            loading={isRunning}
            // The second half of a double click comes before the button is drawn as busy.
            onClick={({ detail }) => detail < 2 && run()}
          >
            {action}
          </Button>
          <Button variant="default" data-autofocus disabled={isRunning} onClick={close}>
            {forms.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Why nothing was done, or that nobody knows. */
export function NotDone({ error, unsure }: { error: unknown; unsure?: string | undefined }) {
  const texts = useTexts();
  if (error === null || error === undefined) return null;
  return (
    <Problem text={(isUnsure(error) ? unsure : undefined) ?? failureText(error, texts)}>
      <Reference error={error} />
    </Problem>
  );
}
