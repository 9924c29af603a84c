import { useTexts } from '../../core/texts/language.tsx';
import { findCause } from './causes.ts';

interface Explained {
  reason: string;
  /** What to do. */
  hint: string;
}

/** Returns the function that explains why a call failed or was not made. */
export function useExplain(): (reason: string) => Explained {
  const { reasons } = useTexts().webhooks;
  return (reason) => {
    const found = findCause(reason);
    if (found === undefined) return { reason, hint: reasons.hints.unknown };
    const { cause, value } = found;
    const hint = cause === 'status' ? reasons.statusHints[kindOf(Number(value))] : reasons.hints[cause];
    return { reason: reasons.causes[cause](value), hint };
  };
}

type StatusKind = 'success' | 'redirect' | 'denied' | 'missing' | 'other';

function kindOf(status: number): StatusKind {
  if (status >= 200 && status < 300) return 'success';
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 401 || status === 403) return 'denied';
  return status === 404 || status === 405 ? 'missing' : 'other';
}
