import pg from 'pg';
import { isLoopback } from '../loopback.ts';
import { splitHosts } from './host-list.ts';

/**
 * Whether what the service sends to the server of this URL crosses a network without encryption. The URL decides that alone,
 * because pg never connects without TLS if the URL asks for it.
 */
export function isOpenToNetwork(url: string): boolean {
  return splitHosts(url).some((one) => {
    const { host, ssl } = new pg.Client({ connectionString: one });
    return !ssl && !host.startsWith('/') && !isLoopback(host);
  });
}

/** Whether the operator has decided that the connection needs no encryption. */
export function allowsNoEncryption(url: string): boolean {
  return /[?&]sslmode=disable(?=&|$)/.test(url);
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
/** PostgreSQL adds the end to each connection without TLS, also if it would refuse one with TLS in the same way. */
const PLAIN_REFUSED = /pg_hba\.conf .*no encryption/;
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
  if (code === '28000' && PLAIN_REFUSED.test(error.message))
    return `the pg_hba.conf of the server at ${where} has no entry that admits this address, user, and database without TLS. Add one, or add sslmode=verify-full to the URL if it has one with TLS.`;
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || code.startsWith('ERR_OSSL_'))
    return `TLS to the server at ${where} fails (${code}). Check sslrootcert, sslcert, and sslkey in the URL, and the certificate of the server.`;
  return undefined;
}
