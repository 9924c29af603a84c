import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EntryError, faultsIn } from '../../../core/api/errors.ts';
import type { User } from '../../../core/api/records.ts';
import { useChange } from '../../../core/frame/use-change.ts';
import { leaveDeactivated } from '../../../core/session/session.ts';
import { useSession } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Confirm } from '../../../core/ui/confirm.tsx';
import { Problem } from '../../../core/ui/form-problem.tsx';
import classes from '../../../core/ui/record.module.css';
import { Responsibilities } from './responsibilities.tsx';
import { useUserSource } from './use-user-source.ts';

interface DeactivationProps {
  user: User;
  isOwn: boolean;
}

/** Takes the access, after a question that says what ends, or gives it back. */
export function Deactivation({ user, isOwn }: DeactivationProps) {
  const { access: words } = useTexts().users;
  const { save } = useUserSource(user.id);
  const change = useChange([['users']]);
  const queryClient = useQueryClient();
  const session = useSession();
  const [isAsking, setAsking] = useState(false);
  const name = user.userFullName ?? user.email;
  const set = (isActive: boolean) => () => save({ isActive });
  const deactivateSelf = async () => {
    await save({ isActive: false });
    await leaveDeactivated(queryClient, session);
  };
  const ask = () => {
    change.reset();
    setAsking(true);
  };
  const deactivate = () =>
    change.mutate(
      {
        run: isOwn ? deactivateSelf : set(false),
        done: words.deactivated(name),
        // Nobody takes back what has ended the own session.
        undo: isOwn ? undefined : set(true),
        undone: words.activated(name),
        isQuiet: true,
      },
      { onSuccess: () => setAsking(false) },
    );
  const activate = () =>
    change.mutate({
      run: set(true),
      done: words.activated(name),
      undo: set(false),
      undone: words.deactivated(name),
    });
  const isRefused = change.error instanceof EntryError;
  return (
    <>
      {user.isActive ? (
        <Button variant="default" className={classes.danger} onClick={ask}>
          {words.deactivate}
        </Button>
      ) : (
        <Button variant="default" loading={change.isPending} onClick={activate}>
          {words.activate}
        </Button>
      )}
      <Confirm
        isOpen={isAsking}
        close={() => setAsking(false)}
        title={words.deactivateTitle(name)}
        action={words.deactivateNow}
        isDangerous
        isRunning={change.isPending}
        error={isRefused ? undefined : change.error}
        run={deactivate}
      >
        {isOwn && (
          <p>
            <strong>{words.deactivateSelf}</strong>
          </p>
        )}
        <p>{words.deactivateLead}</p>
        <p>{words.deactivateKeeps}</p>
        <Responsibilities userId={user.id} />
        {isRefused && (
          <Problem
            text={faultsIn(change.error)
              .map(({ message }) => message)
              .join(' ')}
          />
        )}
      </Confirm>
    </>
  );
}
