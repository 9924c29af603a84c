import { call } from '../../../core/api/call.ts';
import { faultsIn } from '../../../core/api/errors.ts';
import type { User } from '../../../core/api/records.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFailure } from '../../../core/frame/use-change.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { platformUserInvite } from '../../../generated/operations.ts';
import { useUserSource } from './use-user-source.ts';

/** Sends the mail with the link that sets the first password. */
export function useInvitation({ id: userId, email }: User) {
  const { access: words } = useTexts().users;
  const { read } = useUserSource(userId);
  const show = useMessages();
  const fail = useFailure();
  const invitation = useSending({
    mutationFn: () => call(platformUserInvite, { path: { userId } }),
    onSuccess: async () => {
      await read().catch(() => {});
      show({ text: words.sent(email) });
    },
    async onError(error) {
      // The service refuses a second reason with the same code: how the user is now tells which one it was.
      const now = faultsIn(error).length === 0 ? undefined : await read().catch(() => undefined);
      if (now === undefined) return fail(error);
      const canBeInvited = now.record.isActive && !now.record.hasPassword;
      fail(error, canBeInvited ? words.tooMany : words.changedMeanwhile);
    },
  });
  return { isPending: invitation.isPending, send: () => invitation.mutate() };
}
