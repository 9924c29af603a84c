import { PrivateAddressError } from './public-addresses.ts';

const UNRESOLVED = 'The host name could not be resolved.';
const NOT_ACCEPTED = 'The receiver did not accept the connection in time.';
const CLOSED = 'The receiver closed the connection before it responded.';
const UNREACHABLE = 'The network of the receiver could not be reached.';
const NOT_HTTP = 'The response is not valid HTTP.';
const INTERIM = 'The receiver sent an interim status, 100 or 101, which calls do not support.';
const UNTRUSTED =
  'The certificate of the receiver is not signed by a trusted authority, or its chain is incomplete.';

/** By the codes of Node, OpenSSL, and undici. The console translates these sentences: change `console/areas/webhooks/causes.ts` too. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: UNRESOLVED,
  ENODATA: UNRESOLVED,
  ETIMEOUT: UNRESOLVED,
  ESERVFAIL: UNRESOLVED,
  EREFUSED: UNRESOLVED,
  EAI_AGAIN: UNRESOLVED,
  ECONNREFUSED: 'The receiver refused the connection.',
  ETIMEDOUT: NOT_ACCEPTED,
  UND_ERR_CONNECT_TIMEOUT: NOT_ACCEPTED,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  UND_ERR_SOCKET: CLOSED,
  EPIPE: CLOSED,
  ECONNRESET: 'The receiver reset the connection before it responded.',
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the receiver is for another host name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  // The name of undici's error, which has no code for some faults.
  HTTPParserError: NOT_HTTP,
};

/** Prefixes of codes, of which there is one for each detail. */
const REASONS_BY_PREFIX: readonly (readonly [string, string])[] = [
  ['HPE_', NOT_HTTP],
  ['ERR_SSL_', 'A TLS connection to the receiver could not be set up.'],
];

/** Messages of undici, which itself closes the connection then. The code is that of a connection that the receiver closes. */
const INTERIM_MESSAGES: ReadonlySet<string> = new Set(['bad response', 'bad upgrade']);

/** Describes why there was no response, without revealing details of the internal network. */
export function describeFailure(error: unknown, maximumHeaderBytes: number): string {
  if (error instanceof PrivateAddressError) return error.message;
  const { code, name, message } = error as NodeJS.ErrnoException;
  const cause = code ?? name;
  if (cause === 'UND_ERR_SOCKET' && INTERIM_MESSAGES.has(message)) return INTERIM;
  if (cause === 'UND_ERR_HEADERS_OVERFLOW')
    return `The response has more than ${maximumHeaderBytes} bytes of headers.`;
  return (
    REASONS[cause] ??
    REASONS_BY_PREFIX.find(([prefix]) => cause.startsWith(prefix))?.[1] ??
    `The call failed (${cause}).`
  );
}

/** Those that name another address. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Describes a response that is not a 200, with the start of its body. The deletion of a candidate cuts everything after the number of the
 * status, see reason_without_answer in the migrations. The Location of a redirect is not repeated, because it can contain a secret.
 */
export function describeStatus(status: number, excerpt: string | null): string {
  const rule = ruleFor(status);
  if (rule === undefined) return excerpt === null ? `Status ${status}` : `Status ${status}: ${excerpt}`;
  return `Status ${status}: ${rule}${excerpt === null ? '' : ` Response: ${excerpt}`}`;
}

/** What the usual mistakes break: to their developers, the receiver seems to have accepted the call. */
function ruleFor(status: number): string | undefined {
  if (status >= 200 && status < 300) return 'only 200 counts as delivered.';
  if (REDIRECTS.has(status)) return 'redirects are not followed. Register the address to which they lead.';
  return undefined;
}
