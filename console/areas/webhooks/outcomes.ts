import { useTexts } from '../../core/texts/language.tsx';

// The service says in English sentences why a call failed. Those that are known are shown in the language of the user, with what
// to do. An unknown one is shown as it is.

type Cause =
  | 'status'
  | 'timeout'
  | 'refused'
  | 'unresolved'
  | 'notAccepted'
  | 'unreachable'
  | 'closed'
  | 'reset'
  | 'malformed'
  | 'expired'
  | 'otherHost'
  | 'untrusted'
  | 'noTls'
  | 'notPublic'
  | 'paused'
  | 'removed';

const CAUSES: readonly (readonly [Cause, RegExp])[] = [
  ['status', /^Status (\d{3})(?::|$)/],
  ['timeout', /^No response within ([\d.]+) seconds\.$/],
  ['refused', /^The receiver refused the connection\.$/],
  ['unresolved', /^The host name could not be resolved\.$/],
  ['notAccepted', /^The receiver did not accept the connection in time\.$/],
  ['unreachable', /^The network of the receiver could not be reached\.$/],
  ['closed', /^The receiver closed the connection before it responded\.$/],
  ['reset', /^The receiver reset the connection before it responded\.$/],
  ['malformed', /^The response is not valid HTTP\.$/],
  ['expired', /^The certificate of the receiver has expired\.$/],
  ['otherHost', /^The certificate of the receiver is for another host name\.$/],
  [
    'untrusted',
    /^The certificate of the receiver is not signed by a trusted authority, or its chain is incomplete\.$/,
  ],
  ['noTls', /^A TLS connection to the receiver could not be set up\.$/],
  ['notPublic', /^The address is not public\.$/],
  ['paused', /^The registration was paused after (\d+) failures\.$/],
  ['removed', /^The registration was removed\.$/],
];

interface Explained {
  reason: string;
  /** What to do. */
  hint: string;
}

/** Returns the function that explains why a call failed or was not made. */
export function useExplain(): (reason: string) => Explained {
  const { reasons } = useTexts().webhooks;
  return (reason) => {
    for (const [cause, pattern] of CAUSES) {
      const found = pattern.exec(reason);
      if (found === null) continue;
      const value = found[1] ?? '';
      const hint = cause === 'status' ? reasons.statusHints[kindOf(Number(value))] : reasons.hints[cause];
      return { reason: reasons.causes[cause](value), hint };
    }
    return { reason, hint: reasons.hints.refused };
  };
}

type StatusKind = 'success' | 'redirect' | 'denied' | 'missing' | 'other';

function kindOf(status: number): StatusKind {
  if (status >= 200 && status < 300) return 'success';
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 401 || status === 403) return 'denied';
  return status === 404 || status === 405 ? 'missing' : 'other';
}
