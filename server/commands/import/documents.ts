import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

// A multiple of three, so that each piece becomes Base64 without padding.
const PIECE_BYTES = 48 * 1024;

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
