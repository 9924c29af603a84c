import { SettingError, type Settings } from '../config.ts';
import { MasterKeyError } from '../core/crypto/master-key.ts';
import { SealedTextError } from '../core/crypto/sealing.ts';
import { CommandError } from './command.ts';

/** What went wrong as one line that says what to do. Never repeats a secret. */
export function toLine(error: unknown): string {
  if (error instanceof CommandError || error instanceof SettingError || error instanceof MasterKeyError) {
    return error.message;
  }
  if (error instanceof AggregateError && error.errors.length > 0) return toLine(error.errors[0]);
  const message = error instanceof Error ? error.message || error.constructor.name : String(error);
  return message.replaceAll(/\s*\n\s*/g, ' ');
}

/** The reason why DATABASE_URL does not lead to a usable database, in words for its operator. */
export function toDatabaseFault(error: unknown, settings: Settings): unknown {
  if (settings.databaseUrl === undefined) return error;
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const code = (first as { code?: string } | undefined)?.code ?? '';
  const where = describeTarget(settings.databaseUrl);
  const network = ['ECONNREFUSED', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET'];
  if (network.includes(code) || /timeout expired|Connection terminated/.test(toLine(first))) {
    return new CommandError(
      `DATABASE_URL: no PostgreSQL answers at ${where} (${code || 'no answer in time'}). Start it, or correct DATABASE_URL.`,
    );
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new CommandError(`DATABASE_URL: the host of ${where} is not known. Correct DATABASE_URL.`);
  }
  if (code === '28P01' || code === '28000' || /password/.test(toLine(first))) {
    return new CommandError(
      `DATABASE_URL: the server at ${where} refuses this user and password. Correct DATABASE_URL.`,
    );
  }
  if (code === '3D000') {
    return new CommandError(
      `DATABASE_URL: there is no such database at ${where}. Create it, or correct DATABASE_URL.`,
    );
  }
  if (code === '42501') {
    return new CommandError(
      `DATABASE_URL: the user at ${where} lacks a right it needs (${toLine(first)}). Make it the owner of the database.`,
    );
  }
  return error;
}

function describeTarget(databaseUrl: string): string {
  const url = new URL(databaseUrl.replace('@/', '@localhost/'));
  return `${url.searchParams.get('host') ?? url.hostname}:${url.searchParams.get('port') ?? (url.port || '5432')}`;
}

export function toMasterKeyFault(error: unknown): unknown {
  if (!(error instanceof SealedTextError)) return error;
  return new CommandError(
    'The master key is not the one this database was sealed with: set MASTER_KEY, or put DATA_DIR/master.key back, to the key of the first start. Nothing was changed.',
  );
}
