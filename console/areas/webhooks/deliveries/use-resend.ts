import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { webhookProtocolResend } from '../../../generated/operations.ts';
import type { SchemaWebhookResendRequest } from '../../../generated/types.ts';

/** A call usually has its outcome after that time. */
const UNTIL_CALLED_MS = 1500;

/** Queues deliveries again. Returns the sentences that say how many, and why the others were left. */
export function useResend() {
  const { texts, formats } = useLanguage();
  const { resend: words } = texts.deliveries;
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['webhooks', 'deliveries'] });
  return useSending({
    mutationFn: async (body: SchemaWebhookResendRequest) => {
      const { queued, left } = await call(webhookProtocolResend, { body });
      await refresh();
      if (queued + left === 0) return [words.nothing];
      return [
        ...(queued > 0 ? [words.queued(formats.number(queued))] : []),
        ...(left > 0 ? [words.left(formats.number(left))] : []),
      ];
    },
    // Also if the dialog is closed before: the list behind it shows the outcome.
    onSuccess: () => void setTimeout(() => void refresh(), UNTIL_CALLED_MS),
  });
}
