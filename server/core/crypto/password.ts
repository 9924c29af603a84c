import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { ApiError } from '../http/errors.ts';
import { Gate, GateFullError } from './gate.ts';

// One budget for the whole process. More at once would take all threads of the pool, which files and compression also need.
// One processor is left to other calls. A sign-in waits less than a second in this queue.
const gate = new Gate({ running: Math.max(1, Math.min(4, availableParallelism() - 1)), waiting: 16 });

const deriveNow = promisify(argon2);

/** Throws a 429 if too many hashes are waiting. */
async function derive(...parameters: Parameters<typeof deriveNow>): Promise<Buffer> {
  try {
    return await gate.run(() => deriveNow(...parameters));
  } catch (error) {
    if (!(error instanceof GateFullError)) throw error;
    throw new ApiError('tooManyRequests', {
      message: 'Too many passwords are being checked. Wait for the number of seconds in Retry-After.',
      headers: { 'retry-after': '1' },
    });
  }
}

// RFC 9106 section 4, second recommended option, is 64 MiB and 3 passes; this is the smaller set that OWASP's password
// storage guide names (19 MiB, 2 passes, 1 lane), so that a burst of sign-ins fits a machine with 2 GB.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '');

function toPhc(salt: Uint8Array, tag: Uint8Array): string {
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${toBase64(salt)}$${toBase64(tag)}`;
}

/** Matches no password. Verifying it takes as long as verifying the result of hashPassword. */
export const UNMATCHED_HASH = toPhc(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));

/** Argon2id (RFC 9106) as a PHC string. Takes about 20 ms and 19 MiB. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive('argon2id', {
    message: password.normalize('NFC'),
    nonce: salt,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: PARALLELISM,
    tagLength: TAG_BYTES,
  });
  return toPhc(salt, tag);
}

/** Whether the password matches the PHC string, for any parameters. False for a malformed string. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(hash) ?? [];
  if (tag === undefined) return false;
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive('argon2id', {
    message: password.normalize('NFC'),
    nonce: Buffer.from(salt!, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}
