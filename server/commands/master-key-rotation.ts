import { link, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SEALED_KEY_COLUMN } from '../areas/access/index.ts';
import { SEALED_TENANT_COLUMNS } from '../areas/tenants/index.ts';
import type { Settings } from '../config.ts';
import { loadMasterKey, readMasterKeyFile } from '../core/crypto/master-key.ts';
import { readMasterKeys } from '../core/crypto/master-keys.ts';
import {
  announceMasterKey,
  ROTATION_LOCK,
  type RotationPair,
  retireMasterKey,
  rewrapAll,
} from '../core/crypto/rotation.ts';
import { toMasterKeyId } from '../core/crypto/sealing.ts';
import { takeSessionLock } from '../core/db/session-lock.ts';
import { syncDirectory } from '../core/files/durable-directory.ts';
import type { Services } from '../core/services.ts';
import { findMasterKey, masterKeyFile } from '../open-services.ts';
import { CommandError } from './command.ts';

const MAXIMUM_ROUNDS = 100;
const SHOWN_DAMAGES = 5;
/** What loadMasterKey writes before the file gets its name. */
const LEFTOVER = /\.key(?:\.next)?\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** All columns with texts that the master key seals. */
export const SEALED_COLUMNS = [SEALED_KEY_COLUMN, ...SEALED_TENANT_COLUMNS];

type RotationStep = 'keyWritten' | 'announced' | 'rewrapped' | 'oldKeyKept' | 'fileReplaced';

interface RotationOptions {
  onProgress?(done: number, total: number): void;
  signal?: AbortSignal;
  /** For tests that interrupt a rotation. Called after each step. */
  fault?(step: RotationStep): void;
}

export interface RotationReport {
  oldKeyId: string;
  newKeyId: string;
  /** Keys of documents and secrets that this call sealed again. */
  rewrapped: number;
  /** False if the operator has to replace the key in the settings first. */
  isComplete: boolean;
  /** The file with the new key. Undefined if the settings already have it. */
  newKeyFile: string | undefined;
  /** The copy of the old key, which older backups need. */
  oldKeyFile: string | undefined;
}

export const nextKeyFile = (settings: Settings) => `${masterKeyFile(settings)}.next`;

/**
 * Rotates the master key, or continues a rotation that was interrupted. If the key is in the file of an installation with an
 * embedded database, one call replaces the file and completes the rotation. Otherwise the call ends when everything is sealed
 * with the new key, and another one, with the new key in the settings, completes the rotation.
 */
export async function rotateMasterKey(services: Services, options: RotationOptions): Promise<RotationReport> {
  const session = await services.database.checkout(null);
  try {
    if (!(await takeSessionLock(session.client, ROTATION_LOCK)))
      throw new CommandError(
        'Another rotation of the master key, or a move of a tenant, is running. Wait until it ends.',
      );
    await removeLeftovers(services.settings);
    return await rotate(services, options);
  } finally {
    // Closing the connection releases the lock.
    session.release(true);
  }
}

/** Copies of keys that a process left when it was killed while it wrote a key file. They would outlive the keys. */
async function removeLeftovers(settings: Settings): Promise<void> {
  const file = masterKeyFile(settings);
  // With MASTER_KEY, the directory need not exist.
  for (const name of await readdir(dirname(file)).catch(() => [])) {
    if (name.startsWith(basename(file)) && LEFTOVER.test(name)) await rm(join(dirname(file), name));
  }
}

async function rotate(services: Services, options: RotationOptions): Promise<RotationReport> {
  const { settings, masterKeys } = services;
  const pair = (await findRunningRotation(services)) ?? (await beginRotation(services, options));
  const [oldKeyId, newKeyId] = [toMasterKeyId(pair.from), toMasterKeyId(pair.to)];
  const report = { oldKeyId, newKeyId, oldKeyFile: undefined, newKeyFile: undefined };
  let rewrapped = await rewrapEverything(services, pair, options);
  options.fault?.('rewrapped');
  let oldKeyFile: string | undefined;
  if (toMasterKeyId(masterKeys.own) === oldKeyId) {
    if (settings.masterKey !== undefined)
      return { ...report, rewrapped, isComplete: false, newKeyFile: nextKeyFile(settings) };
    oldKeyFile = await replaceKeyFile(settings, oldKeyId, options);
    options.fault?.('fileReplaced');
    if (settings.databaseUrl !== undefined)
      return { ...report, rewrapped, isComplete: false, newKeyFile: masterKeyFile(settings), oldKeyFile };
  }
  // What is read again is what the next start reads.
  const configured = await findMasterKey(settings);
  if (configured === undefined || toMasterKeyId(configured) !== newKeyId)
    throw new CommandError(
      `The settings do not have the new master key ${newKeyId}. Nothing is lost: both keys still work. Run the command again.`,
    );
  for (let round = 0; !(await retireMasterKey(services.database, pair)); round++) {
    if (round === MAXIMUM_ROUNDS)
      throw new CommandError(
        'A process still seals keys or secrets with the old master key. Nothing is lost: both keys still work. Restart every process with the new key, and run the command again.',
      );
    rewrapped += await rewrapEverything(services, pair, options);
  }
  return { ...report, rewrapped, isComplete: true, oldKeyFile };
}

/** The keys of a rotation that has begun. Its new key may exist only in the database, so writes it to a file again. */
async function findRunningRotation({
  settings,
  database,
  masterKeys,
}: Services): Promise<RotationPair | undefined> {
  const [newest, oldest] = await readMasterKeys(database.system);
  if (newest === undefined || oldest === undefined) return undefined;
  const [to, from] = [await masterKeys.find(newest.id), await masterKeys.find(oldest.id)];
  if (to === undefined || from === undefined) throw new Error('A master key of the rotation is unknown.');
  if (toMasterKeyId(masterKeys.own) === oldest.id) await keepNextKey(settings, to);
  return { from, to };
}

async function keepNextKey(settings: Settings, key: Buffer): Promise<void> {
  const file = nextKeyFile(settings);
  const { masterKey } = await loadMasterKey(file, () => key);
  if (masterKey.equals(key)) return;
  const id = toMasterKeyId(key);
  throw new CommandError(
    `A rotation to the master key ${id} has begun, but ${file} has another key, ${toMasterKeyId(masterKey)}. Rename that file and run the command again, which writes the key ${id} there.`,
  );
}

/**
 * The new key of a rotation that was killed after it had announced the key on another server, and before it did on the first one. That
 * server seals with it already. The file with the key can be on the machine where the rotation began.
 */
async function findAnnouncedKey({ database, masterKeys }: Services): Promise<Buffer | undefined> {
  const ownId = toMasterKeyId(masterKeys.own);
  const [, ...others] = database.servers;
  for (const { database: other } of others) {
    const [newest, oldest] = await readMasterKeys(other.system);
    if (newest === undefined || oldest?.id !== ownId) continue;
    const key = await masterKeys.find(newest.id, other.system);
    if (key === undefined) throw new Error('A master key of the rotation is unknown.');
    return key;
  }
  return undefined;
}

/** Takes the key in `master.key.next`, or generates one there, so that it is on disk before it seals anything. */
async function beginRotation(services: Services, { fault }: RotationOptions): Promise<RotationPair> {
  const { settings, database, masterKeys } = services;
  const from = masterKeys.own;
  const file = nextKeyFile(settings);
  const announced = await findAnnouncedKey(services);
  if (announced !== undefined) await keepNextKey(settings, announced);
  const { masterKey: to } = await loadMasterKey(file);
  fault?.('keyWritten');
  const newId = toMasterKeyId(to);
  const retired = await database.system
    .selectFrom('retired_master_key')
    .select('id')
    .where('id', '=', newId)
    .executeTakeFirst();
  if (to.equals(from) || retired !== undefined) {
    throw new CommandError(
      `${file} has the ${to.equals(from) ? 'present' : 'retired'} master key ${newId}. Nothing was changed. Delete that file, and the command generates a new key; or put a new key of 32 bytes there.`,
    );
  }
  await announceMasterKey(database, { from, to });
  fault?.('announced');
  return { from, to };
}

async function rewrapEverything(
  { database }: Services,
  pair: RotationPair,
  { onProgress = () => {}, signal }: RotationOptions,
): Promise<number> {
  const damaged: string[] = [];
  let done = 0;
  for (const server of database.servers) {
    const before = done;
    const report = await rewrapAll({
      database: server.database,
      columns: SEALED_COLUMNS,
      ...pair,
      onProgress: (ready, total) => onProgress(before + ready, before + total),
      signal,
    });
    done += report.done;
    damaged.push(...report.damaged);
  }
  if (damaged.length === 0) return done;
  const shown = damaged.slice(0, SHOWN_DAMAGES).join(', ') + (damaged.length > SHOWN_DAMAGES ? ', …' : '');
  throw new CommandError(
    `The old master key does not open ${damaged.length} of the keys and secrets that were sealed with it (${shown}). They were damaged before. Everything else is sealed with the new key, and both keys work. Delete these documents, or rotate these secrets, and run the command again.`,
  );
}

/** Puts the new key in the place of the old one, and keeps the old one beside it. */
async function replaceKeyFile(
  settings: Settings,
  oldKeyId: string,
  { fault }: RotationOptions,
): Promise<string> {
  const file = masterKeyFile(settings);
  const kept = `${file}.${oldKeyId}`;
  await link(file, kept).catch(async (error: NodeJS.ErrnoException) => {
    const existing = error.code === 'EEXIST' ? await readMasterKeyFile(kept) : undefined;
    if (existing === undefined || toMasterKeyId(existing) !== oldKeyId) throw error;
  });
  await syncDirectory(dirname(file));
  fault?.('oldKeyKept');
  await rename(nextKeyFile(settings), file);
  await syncDirectory(dirname(file));
  return kept;
}
