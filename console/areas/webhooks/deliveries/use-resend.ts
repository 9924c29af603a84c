import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { webhookProtocolResend } from '../../../generated/operations.ts';
import type { SchemaWebhookResendRequest, SchemaWebhookResendResponse } from '../../../generated/types.ts';
import { followOutcomes, refreshDeliveries } from './follow-outcomes.ts';

/** Queues deliveries again. Returns the sentences that say how many, and why the others were left. */
export function useResend() {
  const { texts, formats } = useLanguage();
  const { resend: words } = texts.deliveries;
  const queryClient = useQueryClient();
  return useSending({
    mutationFn: async (body: SchemaWebhookResendRequest) => {
      const { queued, left, isComplete } = await resendAll(body);
      await refreshDeliveries(queryClient);
      if (isComplete && queued + left === 0) return [words.nothing];
      return [
        ...(queued > 0 ? [words.queued(formats.number(queued))] : []),
        ...(left > 0 ? [words.left(formats.number(left))] : []),
        ...(isComplete ? [] : [words.inPart]),
      ];
    },
    // Also if the dialog is closed before: the list behind it shows the outcome.
    onSuccess: (_, { ids }) => void followOutcomes(queryClient, ids ?? undefined),
  });
}

interface Resent {
  queued: number;
  left: number;
  /** False if a call failed after others. */
  isComplete: boolean;
}

/** A call queues a part of many deliveries. */
async function resendAll(body: SchemaWebhookResendRequest): Promise<Resent> {
  const total = { queued: 0, left: 0 };
  let cursor: string | null = null;
  do {
    try {
      const part: SchemaWebhookResendResponse = await call(webhookProtocolResend, {
        body: { ...body, cursor },
      });
      total.queued += part.queued;
      total.left += part.left;
      cursor = part.nextCursor;
    } catch (error) {
      if (cursor === null) throw error;
      return { ...total, isComplete: false };
    }
  } while (cursor !== null);
  return { ...total, isComplete: true };
}
