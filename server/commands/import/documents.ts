import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAXIMUM_DOCUMENT_BYTES } from '../../areas/documents/index.ts';
import { CommandError } from '../command.ts';

/** Endings of files that are found by the id of the row, the most likely first. Scanners and old systems write .PDF. */
const ENDINGS = ['pdf', 'docx', 'doc', 'odt', 'rtf', 'txt', 'jpg', 'png'].flatMap((ending) => [
  ...[`.${ending}`, `.${ending.toUpperCase()}`, `.${ending[0]!.toUpperCase()}${ending.slice(1)}`],
]);
// A multiple of three, so that each piece becomes Base64 without padding.
const PIECE_BYTES = 48 * 1024;

/** A folder of CVs, as an absolute path without symbolic links. */
export async function openFolder(path: string): Promise<string> {
  const folder = await realpath(path).catch(() => undefined);
  if (folder === undefined || !(await stat(folder)).isDirectory()) {
    throw new CommandError(`There is no folder ${path}. Correct --documents.`);
  }
  return folder;
}

/** The path of a row's CV, or what is wrong with the cell that names it. Undefined if the row has none. */
export async function findDocument(
  folder: string,
  name: string | undefined,
  importExternalId: string,
): Promise<{ path: string } | { fault: string } | undefined> {
  if (name !== undefined) return checkDocument(folder, name);
  // An id is not a path, whatever characters it has.
  if (basename(importExternalId) !== importExternalId || importExternalId.includes('\\')) return undefined;
  for (const ending of ENDINGS) {
    if (await isFile(join(folder, importExternalId + ending))) {
      return checkDocument(folder, importExternalId + ending);
    }
  }
  return undefined;
}

async function checkDocument(folder: string, name: string): Promise<{ path: string } | { fault: string }> {
  const path = resolve(folder, name.replaceAll('\\', '/'));
  const isInside = (candidate: string) => candidate.startsWith(folder + sep);
  if (isAbsolute(name) || !isInside(path)) {
    return { fault: 'must be the name of a file inside the folder that --documents names.' };
  }
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined || !(await isFile(real))) {
    return { fault: 'names a file that is not in the folder. Copy it there, or empty the cell.' };
  }
  if (!isInside(real))
    return { fault: 'names a link that leaves the folder. Copy the file into the folder.' };
  const { size } = await stat(real);
  if (size === 0) return { fault: 'names a file that is empty.' };
  if (size > MAXIMUM_DOCUMENT_BYTES) {
    return { fault: `names a file that is larger than ${MAXIMUM_DOCUMENT_BYTES} bytes.` };
  }
  return { path: real };
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** The body of an upload as JSON text, which is never in memory as a whole. */
export function uploadBody(path: string, shouldParseCV: boolean): Readable {
  return Readable.from(uploadPieces(path, shouldParseCV), { objectMode: false });
}

async function* uploadPieces(path: string, shouldParseCV: boolean): AsyncGenerator<Buffer> {
  const head = JSON.stringify({ filename: basename(path), shouldParseCV });
  yield Buffer.from(`${head.slice(0, -1)},"base64File":"`);
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    const bytes = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
    const whole = bytes.length - (bytes.length % 3);
    yield Buffer.from(bytes.toString('base64', 0, whole));
    rest = bytes.subarray(whole);
  }
  yield Buffer.from(`${rest.toString('base64')}"}`);
}
