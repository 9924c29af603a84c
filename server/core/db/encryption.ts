import { TLSSocket } from 'node:tls';
import { connectClient } from './connect-client.ts';
import { splitHosts } from './host-list.ts';

const LOOPBACK = /^(?:127\.|::1$|localhost$)/;

/** Whether what the service sends to the server of this URL crosses a network without encryption. */
export async function isOpenToNetwork(url: string): Promise<boolean> {
  if (splitHosts(url).every(isLocal)) return false;
  const client = await connectClient({ connectionString: url });
  try {
    // What the server says of itself (pg_stat_ssl) is about its side of a pooler.
    const { stream } = (client as unknown as { connection: { stream: object } }).connection;
    return !(stream instanceof TLSSocket);
  } finally {
    await client.end();
  }
}

function isLocal(url: string): boolean {
  // PostgreSQL allows a URL without a host, which URL does not.
  const { hostname, searchParams } = new URL(url.replace('@/', '@localhost/'));
  const host = searchParams.get('host') ?? hostname.replace(/^\[(.*)\]$/, '$1');
  return (
    host === '' || host.startsWith('/') || decodeURIComponent(host).startsWith('/') || LOOPBACK.test(host)
  );
}

// The ways in which a TLS connection fails, by the code of the error.

const UNTRUSTED = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
];
const OUTDATED = ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'];

/** What is wrong with TLS, as sentences that begin with the server. Undefined if the error has another cause. */
export function explainTlsError(error: unknown, where: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (error.message === 'The server does not support SSL connections')
    return `the server at ${where} refuses TLS, which the sslmode of the URL requires. Turn on ssl in PostgreSQL, or set sslmode=disable if nobody can read the network.`;
  if (UNTRUSTED.includes(code))
    return `the certificate of the server at ${where} is not trusted (${code}). Name the file with the certificate of its CA in the URL: sslrootcert=/path/ca.pem. sslmode=no-verify encrypts without checking who responds.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the certificate of the server at ${where} is for another host (${code}). Use the host of the certificate in the URL, or give the server a certificate for this one.`;
  if (OUTDATED.includes(code))
    return `the certificate of the server at ${where} is not valid today (${code}). Replace it, or correct the clock of this machine.`;
  if (code === '28000' && /no encryption/.test(error.message))
    return `the server at ${where} takes encrypted connections only. Add sslmode=verify-full to the URL.`;
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || code.startsWith('ERR_OSSL_'))
    return `TLS to the server at ${where} fails (${code}). Check sslrootcert, sslcert, and sslkey in the URL, and the certificate of the server.`;
  return undefined;
}
