// The service says in English sentences why a call failed. Those that are known are shown in the language of the user, with what
// to do. An unknown one is shown as it is, such as one with the code of a rare error.

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
  | 'interim'
  | 'expired'
  | 'otherHost'
  | 'untrusted'
  | 'noTls'
  | 'notPublic'
  | 'tooManyHeaders'
  | 'paused'
  | 'wasPaused'
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
  ['interim', /^The receiver sent an interim status, 100 or 101, which calls do not support\.$/],
  ['tooManyHeaders', /^The response has more than (\d+) bytes of headers\.$/],
  ['expired', /^The certificate of the receiver has expired\.$/],
  ['otherHost', /^The certificate of the receiver is for another host name\.$/],
  [
    'untrusted',
    /^The certificate of the receiver is not signed by a trusted authority, or its chain is incomplete\.$/,
  ],
  ['noTls', /^A TLS connection to the receiver could not be set up\.$/],
  ['notPublic', /^The address is not public\.$/],
  ['paused', /^The registration was paused after (\d+) failures\.$/],
  ['wasPaused', /^The registration was paused\.$/],
  ['removed', /^The registration was removed\.$/],
];

/** What a sentence of the service says, with its variable part. */
export function findCause(reason: string): { cause: Cause; value: string } | undefined {
  for (const [cause, pattern] of CAUSES) {
    const found = pattern.exec(reason);
    if (found !== null) return { cause, value: found[1] ?? '' };
  }
  return undefined;
}
