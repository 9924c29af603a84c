import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTexts } from '../texts/language.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { discardChangedForms, hasChangedForms, registerAsk, useHasChangedForms } from './changed-forms.ts';
import classes from './forms.module.css';
import { hasKeptTexts } from './kept-texts.ts';

/** Another tab of the same record is no way out: its drafts wait there. */
const shouldBlock = ({ current, next }: { current: { pathname: string }; next: { pathname: string } }) =>
  current.pathname !== next.pathname && hasChangedForms();

/** Asks before a page with a changed form is left, by a link, by the browser, or by a sign-out. */
export function LeaveGuard() {
  const blocker = useBlocker({
    shouldBlockFn: shouldBlock,
    enableBeforeUnload: () => hasChangedForms() || hasKeptTexts(),
    withResolver: true,
  });
  const [answer, setAnswer] = useState<(isLeaving: boolean) => void>();
  useEffect(() => {
    registerAsk(() => new Promise((resolve) => setAnswer(() => resolve)));
    return () => registerAsk(undefined);
  }, []);
  const hasChanges = useHasChangedForms();
  // What was being saved has been saved meanwhile, so there is nothing left to ask about.
  const isSettled = blocker.status === 'blocked' && !hasChanges;
  const { proceed } = blocker;
  useEffect(() => {
    if (isSettled) proceed?.();
  }, [isSettled, proceed]);
  const isSigningOut = answer !== undefined;
  const decide = (isLeaving: boolean) => {
    answer?.(isLeaving);
    setAnswer(undefined);
    if (isLeaving) blocker.proceed?.();
    else blocker.reset?.();
  };
  return (
    <Question isOpen={blocker.status === 'blocked' || isSigningOut} isLosing={isSigningOut} decide={decide} />
  );
}

interface QuestionProps {
  isOpen: boolean;
  /** Whether no draft can be kept. */
  isLosing: boolean;
  decide: (isLeaving: boolean) => void;
}

function Question({ isOpen, isLosing, decide }: QuestionProps) {
  const { leave } = useTexts().forms;
  const discard = () => {
    discardChangedForms();
    decide(true);
  };
  return (
    <Dialog isOpen={isOpen} close={() => decide(false)} title={leave.title}>
      <p>{isLosing ? leave.signOut : leave.lead}</p>
      <div className={classes.actions}>
        <Button data-autofocus onClick={() => decide(false)}>
          {leave.stay}
        </Button>
        {!isLosing && (
          <Button variant="default" onClick={() => decide(true)}>
            {leave.keep}
          </Button>
        )}
        <Button variant="default" onClick={discard}>
          {isLosing ? leave.discardAndSignOut : leave.discard}
        </Button>
      </div>
    </Dialog>
  );
}
