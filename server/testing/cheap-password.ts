import { argon2Sync, randomBytes } from 'node:crypto';

const MEMORY_KIB = 8;
const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '');

/**
 * A hash that the service accepts, because a stored hash names its costs. Those of the service take 40 ms of CPU time for the hash, and
 * as long for the sign-in, of each user of a test.
 */
export function cheapHash(password: string): string {
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce,
    memory: MEMORY_KIB,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=1,p=1$${toBase64(nonce)}$${toBase64(tag)}`;
}
