import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseMasterKey } from '../core/crypto/master-key.ts';
import { canParseDatabaseUrl } from '../core/db/database-url.ts';
import { splitHosts } from '../core/db/host-list.ts';
import { isWebUrl } from '../core/text/web-url.ts';
import { parseS3Url } from './s3-url.ts';
import { withExplicitTls } from './tls-parameters.ts';

// Parsers for the values of settings. Each throws an Error whose message completes "NAME …". The message does not repeat the
// value, which may be a secret.

export const MAXIMUM_SECONDS = 604_800;

export function integer(
  text: string | undefined,
  fallback: number,
  minimum: number,
  maximum: number,
): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < minimum || value > maximum) {
    throw new Error(`must be an integer from ${minimum} to ${maximum}`);
  }
  return value;
}

export function secondsList(text: string): number[] {
  if (text === '') return [];
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > 20 || !parts.every((part) => /^\d+$/.test(part) && Number(part) <= MAXIMUM_SECONDS)) {
    throw new Error(
      `must be at most 20 integers from 0 to ${MAXIMUM_SECONDS}, separated by commas, such as 5,300,1800`,
    );
  }
  return parts.map(Number);
}

export function choice(text: string | undefined, fallback: string, values: string[]): string {
  if (text === undefined) return fallback;
  if (!values.includes(text)) throw new Error(`must be one of: ${values.join(', ')}`);
  return text;
}

export function origin(text: string): string {
  const url = isWebUrl(text) ? new URL(text) : undefined;
  if (url === undefined || url.pathname !== '/' || url.search + url.hash !== '') {
    throw new Error('must be an http(s) origin without a path, such as https://jobs.example.com');
  }
  return url.origin;
}

export function serviceUrl(text: string, example: string): string {
  const url = isWebUrl(text) ? new URL(text) : undefined;
  if (url === undefined || url.username + url.password + url.search + url.hash !== '') {
    throw new Error(`must be an http(s) URL without a password or query, such as ${example}`);
  }
  return url.href;
}

/** Header names and URL-encoded values. */
export function headers(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => /^\s*([!#$%&'*+.^`|~\w-]+)\s*=(.*)$/.exec(pair));
  try {
    const decoded = pairs.map((pair) => [pair![1]!, decodeURIComponent(pair![2]!.trim())] as const);
    if (decoded.every(([, value]) => /^[\t\x20-\x7e]*$/.test(value))) return Object.fromEntries(decoded);
  } catch {
    // Falls through to the error below.
  }
  throw new Error(
    'must be name=value pairs with URL-encoded values, separated by commas, such as api-key=1234',
  );
}

/** A number from 0 to 1. */
export function ratio(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || value > 1) throw new Error('must be a number from 0 to 1');
  return value;
}

export function networks(text: string): string[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  for (const part of parts) {
    const [address, bits, ...rest] = part.split('/');
    const version = isIP(address!);
    if (version !== 0 && rest.length === 0 && /^0+$/.test(bits ?? ''))
      throw new Error(
        'must not trust every address, as a network of 0 bits does: then each caller could forge its own. Name the addresses or networks of your proxies',
      );
    const maximumBits = version === 4 ? 32 : 128;
    const isValidPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maximumBits);
    if (version === 0 || !isValidPrefix || rest.length > 0) {
      throw new Error('must be IP addresses or networks, separated by commas, such as 127.0.0.1,10.0.0.0/8');
    }
  }
  return parts;
}

export function databaseUrl(text: string): string {
  if (hasLateUserinfo(text)) {
    throw new Error(
      'must not have an @ behind the host. If the user name or the password contains /, ?, #, or @, write it URL-encoded: %2F, %3F, %23, or %40',
    );
  }
  // A URL that names nothing is what a template writes whose variables are empty. It would be the database of the user's name on this
  // machine.
  const namesNothing = /^\w+:\/\/[@/]*$/.test(text);
  if (!/^postgres(ql)?:\/\//.test(text) || namesNothing || !splitHosts(text).every(canParseDatabaseUrl)) {
    throw new Error('must have the form postgres://user:password@host:port/database');
  }
  return withExplicitTls(text);
}

/**
 * Whether a / ? or # in a password ended the host too early. What is taken for the host is then a user name, and messages, which name
 * the host, could contain a piece of the password. Parameters can have an @ in their values.
 */
function hasLateUserinfo(text: string): boolean {
  const [, path = '', names = ''] = /^\w+:\/\/[^/?#]*([^?]*)(?:\?([^=]*))?/s.exec(text) ?? [];
  return /@/.test(path + names);
}

export interface ServerAddress {
  name: string;
  url: string;
}

/** The servers of a list such as "north=postgres://… south=postgres://…". */
export function databaseServers(text: string): ServerAddress[] {
  const servers = text.split(/\s+/).map((entry) => {
    const [, name, url] = /^([a-z][a-z0-9-]{0,30})=(.*)$/s.exec(entry) ?? [];
    if (name === undefined || name === 'first')
      throw new Error(
        'must have entries of the form name=postgres://user:password@host:port/database, separated by spaces. A name has lowercase letters, digits, and hyphens, and is not "first"',
      );
    try {
      return { name, url: databaseUrl(url!) };
    } catch (error) {
      throw new Error(`has a server "${name}" whose URL ${(error as Error).message}`);
    }
  });
  const twice = (values: string[]) => values.some((value, index) => values.indexOf(value) !== index);
  if (twice(servers.map(({ name }) => name)) || twice(servers.map(({ url }) => url)))
    throw new Error('must not have a name or a URL twice');
  return servers;
}

export function blobUrl(text: string): string {
  if (text.startsWith('s3:')) parseS3Url(text);
  else if (!isDirectoryUrl(text))
    throw new Error(
      'must have the form file:///absolute/directory (with three slashes) or s3://bucket/prefix',
    );
  return text;
}

/** "file://srv/documents" names a host, and "file:documents" hides that it means /documents. */
function isDirectoryUrl(text: string): boolean {
  if (!/^file:\/\/\//i.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  try {
    // Throws for an escaped slash, and for escapes that are not UTF-8.
    fileURLToPath(url);
  } catch {
    return false;
  }
  return url.search + url.hash === '';
}

export function masterKey(text: string): string {
  try {
    parseMasterKey(text);
  } catch {
    throw new Error('must be 32 bytes, as 64 hexadecimal digits or as Base64');
  }
  return text;
}
