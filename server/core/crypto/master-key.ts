import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { makeDurableDirectory, syncDirectory } from '../files/durable-directory.ts';
import { KEY_BYTES } from './sealing.ts';

/** The message names the source of the key and the expected form, never what was found there. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

/**
 * 32 bytes out of 64 hexadecimal digits or the Base64 (either alphabet, padding optional) of 32 bytes; surrounding
 * white space is ignored. Throws MasterKeyError; `source` says in its message where the text came from.
 */
export function parseMasterKey(text: string, source = 'MASTER_KEY'): Buffer {
  const written = text.trim();
  if (/^[0-9a-f]{64}$/i.test(written)) return Buffer.from(written, 'hex');
  if (/^(?:[A-Za-z0-9+/]{43}|[A-Za-z0-9_-]{43})=?$/.test(written)) {
    const key = Buffer.from(written, 'base64');
    // The last of the 43 characters carries two bits too many; set ones are a sign of a mistyped key.
    if (key.toString('base64url') === written.replace(/=$/, '').replaceAll('+', '-').replaceAll('/', '_'))
      return key;
  }
  throw new MasterKeyError(`${source} must be ${KEY_BYTES} bytes, as 64 hexadecimal digits or as Base64.`);
}

function generateMasterKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/**
 * The key in the file `path`, made when there is no such file (mode 600, in a directory of mode 700). Several processes may
 * start at once: all of them get the key of the one that came first. Everything sealed is lost with this key, so
 * `generated` lets the caller tell the operator to keep a copy, or refuse when sealed data exist already.
 * Throws MasterKeyError for a malformed file, and the file system's error when it cannot be read or written.
 */
export async function loadMasterKey(path: string): Promise<{ masterKey: Buffer; generated: boolean }> {
  // Absolute, because every parent made on the way is synced by its name.
  const file = resolve(path);
  const existing = await readIfPresent(file);
  if (existing !== undefined) return { masterKey: parseMasterKey(existing, file), generated: false };
  await makeDurableDirectory(dirname(file));
  const masterKey = generateMasterKey();
  const temporary = `${file}.${randomUUID()}`;
  const handle = await open(temporary, 'wx', 0o600);
  try {
    try {
      await handle.writeFile(`${masterKey.toString('hex')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // A link, unlike a rename, fails when the name is taken, and unlike an exclusive open it never shows a file
    // that is still empty.
    await link(temporary, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return { masterKey: parseMasterKey(await readFile(file, 'utf8'), file), generated: false };
  } finally {
    await unlink(temporary);
  }
  // A key lost to a power failure takes everything sealed with it along.
  await syncDirectory(dirname(file));
  return { masterKey, generated: true };
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
