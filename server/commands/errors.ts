import type pg from 'pg';
import { EnvFileError } from '../config/env-file.ts';
import { SettingError, type Settings } from '../config.ts';
import { ObjectStoreError } from '../core/blobs/object-store-error.ts';
import { MasterKeyError } from '../core/crypto/master-key.ts';
import { SealedTextError } from '../core/crypto/sealing.ts';
import { parseDatabaseUrl } from '../core/db/database-url.ts';
import { explainTlsError } from '../core/db/encryption.ts';
import {
  CONNECTION_LOST,
  isDatabaseFull,
  isOutOfConnections,
  MORE_CONNECTIONS,
  TAKES_NO_WRITES,
  takesNoWrites,
} from '../core/db/faults.ts';
import { ReadOnlyHostError, splitHosts } from '../core/db/host-list.ts';
import { OwnershipError } from '../core/db/privileges.ts';
import { ServerRegistrationError } from '../core/db/server-registration.ts';
import { FileAccessError } from '../core/files/file-error.ts';
import { CommandError } from './command.ts';

const ONE_LINE = [
  CommandError,
  SettingError,
  MasterKeyError,
  EnvFileError,
  ServerRegistrationError,
  OwnershipError,
];

/** SQLSTATEs of a connection that an administrator, a crash, or a timeout of the server ended. */
const ENDED = ['57P01', '57P02', '57P05'];

/** Describes an error in one line. Never repeats a secret. */
export function toErrorLine(error: unknown): string {
  if (ONE_LINE.some((type) => error instanceof type)) return (error as Error).message;
  if (error instanceof AggregateError && error.errors.length > 0) return toErrorLine(error.errors[0]);
  const message = error instanceof Error ? error.message || error.constructor.name : String(error);
  const line = message.replaceAll(/\s*\n\s*/g, ' ');
  return isDatabaseFull(error)
    ? `The disk of the database is full (${line}). Make space, and try again.`
    : line;
}

/** Explains to the operator why the database at DATABASE_URL cannot be used. Returns other errors unchanged. */
export function explainDatabaseError(error: unknown, settings: Settings): unknown {
  // Files and object stores have the same codes as a database.
  if (settings.databaseUrl === undefined || isOfStore(error)) return error;
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const code = (first as { code?: string } | undefined)?.code ?? '';
  const where = describeTarget(settings.databaseUrl);
  const tls = explainTlsError(first, where);
  if (tls !== undefined) return new CommandError(`DATABASE_URL: ${tls}`);
  const network = ['ECONNREFUSED', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET'];
  if (network.includes(code)) {
    return new CommandError(
      `DATABASE_URL: PostgreSQL does not respond at ${where} (${code}). Start it, or correct DATABASE_URL.`,
    );
  }
  if (first instanceof ReadOnlyHostError) {
    return new CommandError(
      `DATABASE_URL: no server at ${where} takes writes. Promote one of them, or add the primary to DATABASE_URL.`,
    );
  }
  if (takesNoWrites(first))
    return new CommandError(`DATABASE_URL: the database at ${where} takes no writes. ${TAKES_NO_WRITES}`);
  if (code === CONNECTION_LOST) {
    // pg has no code for a missing password, or for a server that stays silent.
    const hint = hasPassword(settings.databaseUrl) ? 'Start PostgreSQL' : 'Add the password';
    return new CommandError(
      `DATABASE_URL: the server at ${where} did not complete the connection. ${hint}, or correct DATABASE_URL.`,
    );
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new CommandError(`DATABASE_URL: the host of ${where} cannot be resolved. Correct DATABASE_URL.`);
  }
  if (isOutOfConnections(first)) {
    return new CommandError(
      `DATABASE_URL: the server at ${where} has no free connection. ${MORE_CONNECTIONS}`,
    );
  }
  if (code === '57P03') {
    return new CommandError(
      `DATABASE_URL: the server at ${where} is starting or stopping, or is a standby without queries. Try again, or correct DATABASE_URL.`,
    );
  }
  if (ENDED.includes(code) || code === 'EPIPE') {
    return new CommandError(
      `DATABASE_URL: the server at ${where} ended a connection (${toErrorLine(first)}). Run the command again when the server stays up.`,
    );
  }
  // The code has other meanings for a statement.
  if (code === '55000' && (first as pg.DatabaseError).severity === 'FATAL') {
    return new CommandError(
      `DATABASE_URL: the server at ${where} accepts no connections to this database. Run "ALTER DATABASE name ALLOW_CONNECTIONS true", or correct DATABASE_URL.`,
    );
  }
  const rejection = explainRejection(first, settings.databaseUrl, where);
  if (rejection !== undefined) return rejection;
  if (code === '3D000') {
    return new CommandError(
      `DATABASE_URL: the database does not exist at ${where}. Create it, or correct DATABASE_URL.`,
    );
  }
  if (code === '42501') {
    return new CommandError(
      `DATABASE_URL: the user at ${where} lacks a privilege (${toErrorLine(first)}). Make it the owner of the database, or set MIGRATION_DATABASE_URL and run "npx stellwerk migrate".`,
    );
  }
  return error;
}

/** Why the server does not let the user in. Undefined for other errors. */
function explainRejection(error: unknown, url: string, where: string): CommandError | undefined {
  const { code } = (error ?? {}) as { code?: string };
  if (code === '28P01') {
    const given = /[?&]sslcert=/.test(url)
      ? 'the user, the password, or the certificate, whose common name may have to be the user'
      : 'the user or the password';
    return new CommandError(`DATABASE_URL: the server at ${where} rejects ${given}. Correct DATABASE_URL.`);
  }
  if (code !== '28000') return undefined;
  const said = toErrorLine(error);
  return new CommandError(
    said.includes('certificate')
      ? `DATABASE_URL: the server at ${where} requires another certificate of the client (${said}). Add sslcert=/path and sslkey=/path to the URL, with a certificate whose common name is the user.`
      : `DATABASE_URL: the server at ${where} rejects the user (${said}). Correct DATABASE_URL, or the pg_hba.conf of the server.`,
  );
}

function isOfStore(error: unknown): boolean {
  return error instanceof FileAccessError || error instanceof ObjectStoreError;
}

function hasPassword(databaseUrl: string): boolean {
  return parseDatabaseUrl(splitHosts(databaseUrl)[0]!).password !== '';
}

/** Hosts and ports of a connection URL, without its user and password. */
export function describeTarget(databaseUrl: string): string {
  const targets = splitHosts(databaseUrl).map((text) => {
    const url = parseDatabaseUrl(text);
    return `${url.searchParams.get('host') || url.hostname}:${url.searchParams.get('port') || url.port || '5432'}`;
  });
  return targets.join(' or ');
}

/** Explains to the operator that the master key is wrong. Returns other errors unchanged. */
export function explainMasterKeyError(error: unknown): unknown {
  if (!(error instanceof SealedTextError)) return error;
  return new CommandError(
    'The secrets in the database were sealed with a different master key. Nothing was changed. Set MASTER_KEY to the original key, or restore DATA_DIR/master.key.',
  );
}
