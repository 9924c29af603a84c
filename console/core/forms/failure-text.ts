import { isStatus, isUnsure, NotSentError } from '../api/errors.ts';
import type { Texts } from '../texts/texts-de.ts';

/**
 * What became of a change that failed without a fault of a property. Without a response nobody knows: the service can have made the
 * change before the connection was lost.
 */
export function failureText(
  error: unknown,
  { failures, states }: Pick<Texts, 'failures' | 'states'>,
): string {
  if (error instanceof NotSentError) return failures.unchanged;
  if (isStatus(error, 401)) return failures.expired;
  if (isStatus(error, 403)) return failures.denied;
  return isUnsure(error) ? states.unsure : states.notSaved;
}
