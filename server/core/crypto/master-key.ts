import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { makeDurableDirectory, syncDirectory } from '../files/durable-directory.ts';
import { hasCode } from '../files/error-code.ts';
import { giveToOwnerOf } from '../files/owner.ts';
import { KEY_BYTES } from './sealing.ts';

/** The message names the source of the key and the expected format, never the value. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

/**
 * Reads 32 bytes from 64 hexadecimal digits or from Base64 (either alphabet, padding optional). Ignores surrounding white
 * space. Throws MasterKeyError, whose message names `source`.
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
 * Reads the key in the file `path`. If the file does not exist, creates it (mode 600, in a directory with mode 700). If several
 * processes start at once, all get the key of the first. Losing the key means losing everything sealed with it. So `generated`
 * lets the caller tell the operator to keep a copy, or stop if sealed data already exist. Throws MasterKeyError for a malformed
 * file, and the error of the file system if the file cannot be read or written.
 */
export async function loadMasterKey(
  path: string,
  generate: () => Buffer = generateMasterKey,
): Promise<{ masterKey: Buffer; generated: boolean }> {
  // Absolute, because each new parent directory is synced by its path.
  const file = resolve(path);
  const existing = await readMasterKeyFile(file);
  if (existing !== undefined) return { masterKey: existing, generated: false };
  await makeDurableDirectory(dirname(file));
  const masterKey = generate();
  const temporary = `${file}.${randomUUID()}`;
  const handle = await open(temporary, 'wx', 0o600);
  try {
    try {
      await giveToOwnerOf(dirname(file), handle);
      await handle.writeFile(`${masterKey.toString('hex')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Unlike a rename, a link fails if the name is taken. Unlike an exclusive open, it never exposes an empty file.
    await link(temporary, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    return { masterKey: parseMasterKey(await readFile(file, 'utf8'), file), generated: false };
  } finally {
    await unlink(temporary);
  }
  // If a power failure lost the key, everything sealed with it would be lost too.
  await syncDirectory(dirname(file));
  return { masterKey, generated: true };
}

/** The key in the file. Undefined if the file does not exist. */
export async function readMasterKeyFile(file: string): Promise<Buffer | undefined> {
  const text = await readIfPresent(file);
  return text === undefined ? undefined : parseMasterKey(text, file);
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
