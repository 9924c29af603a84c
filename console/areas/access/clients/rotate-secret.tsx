import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import type { ApiClient } from '../../../core/api/records.ts';
import { useReturnedFocus } from '../../../core/forms/use-returned-focus.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Confirm } from '../../../core/ui/confirm.tsx';
import { CopiedText } from '../../../core/ui/copied-text.tsx';
import { SecretDialog } from '../../../core/ui/secret-dialog.tsx';
import { clientRotateSecret } from '../../../generated/operations.ts';
import classes from './clients.module.css';
import { useLacks } from './permissions.ts';

/** Asks before it creates a new secret, and shows it once. */
export function RotateSecret({ client }: { client: ApiClient }) {
  const { credentials: words, id } = useTexts().apiClients;
  const { clientId, name, permissions, validSecrets } = client;
  const lacks = useLacks();
  const noteId = useId();
  const [secret, setSecret] = useState<string>();
  const { isAsking, ask, close, rotation } = useRotation(clientId, setSecret);
  const button = useReturnedFocus(isAsking || secret !== undefined);
  const isForbidden = permissions.some(lacks);
  return (
    <>
      <Button
        ref={button}
        variant="default"
        size="compact-sm"
        disabled={isForbidden}
        aria-describedby={isForbidden ? noteId : undefined}
        onClick={ask}
      >
        {words.rotate}
      </Button>
      {isForbidden && (
        <p id={noteId} className={classes.forbidden}>
          {words.forbidden}
        </p>
      )}
      <Confirm
        isOpen={isAsking}
        close={close}
        title={words.title(name)}
        action={words.submit}
        isRunning={rotation.isPending}
        error={rotation.error}
        unsure={words.unsure}
        run={() => rotation.mutate()}
      >
        <p>{validSecrets > 1 ? words.two : words.one}</p>
        <p>{words.leaked}</p>
      </Confirm>
      <SecretDialog
        title={words.secretTitle(name)}
        secret={secret}
        isExpected={rotation.isPending}
        label={words.secret}
        close={() => setSecret(undefined)}
      >
        <p>{words.forTokens}</p>
        <CopiedText label={id} text={clientId} />
      </SecretDialog>
    </>
  );
}

function useRotation(clientId: string, onRotated: (secret: string) => void) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const rotation = useSending({
    // The secret does not stay in the cache of mutations.
    mutationFn: async () => {
      const { clientSecret } = await call(clientRotateSecret, { path: { clientId } });
      onRotated(clientSecret);
    },
    onSuccess: () => setAsking(false),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queries.apiClients().queryKey }),
  });
  return {
    rotation,
    isAsking,
    ask: () => {
      rotation.reset();
      setAsking(true);
    },
    close: () => setAsking(false),
  };
}
