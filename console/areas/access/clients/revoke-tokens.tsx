import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import type { ApiClient } from '../../../core/api/records.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Confirm } from '../../../core/ui/confirm.tsx';
import { clientRevokeTokens } from '../../../generated/operations.ts';

/** Ends all tokens that a client was issued. It cannot be undone, so it asks. */
export function RevokeTokens({ client: { clientId, name } }: { client: ApiClient }) {
  const { tokens: words } = useTexts().apiClients;
  const show = useMessages();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const revocation = useSending({
    mutationFn: () => call(clientRevokeTokens, { path: { clientId } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queries.apiClients().queryKey });
      close();
      show({ text: words.done(name) });
    },
  });
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => {
          revocation.reset();
          setAsking(true);
        }}
      >
        {words.revoke}
      </Button>
      <Confirm
        isOpen={isAsking}
        close={close}
        title={words.title(name)}
        action={words.submit}
        isDangerous
        isRunning={revocation.isPending}
        error={revocation.error}
        run={() => revocation.mutate()}
      >
        <p>{words.warning}</p>
      </Confirm>
    </>
  );
}
