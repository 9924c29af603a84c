import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
export const TAG_BYTES = 16;
const FORMAT = 'v1';

/** The sealed text cannot be opened: malformed, sealed with an unknown master key, or damaged (also a wrong purpose). */
export class SealedTextError extends Error {
  override readonly name = 'SealedTextError';
  readonly reason: 'format' | 'unknownKey' | 'damaged';
  constructor(reason: 'format' | 'unknownKey' | 'damaged') {
    super(`The sealed text cannot be opened (${reason}).`);
    this.reason = reason;
  }
}

/** Sixteen hexadecimal digits that identify a master key without revealing it: the start of its SHA-256. */
export function toMasterKeyId(masterKey: Buffer): string {
  return createHash('sha256').update(masterKey).digest('hex').slice(0, 16);
}

/**
 * AES-256-GCM with a random 96-bit nonce: nonce, ciphertext, 16 bytes of tag. NIST SP 800-38D section 8.3 allows
 * 2^32 such calls per key, which limits the number of documents and secrets that one master key can seal.
 */
export function sealBytes(content: Uint8Array, key: Buffer, associatedData: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(associatedData));
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** The content, or undefined if the key, the associated data, or any bit differs. */
export function openBytes(sealed: Uint8Array, key: Buffer, associatedData: string): Buffer | undefined {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(associatedData));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const content = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  return content;
}

/**
 * Seals a small secret for the database: `v1.<master key id>.<base64url>`. `purpose` names what it is and whose, for example
 * `webhook-secret/17/3`. Only the same purpose opens it, so copying the value to another row is useless.
 */
export function sealText(text: string, options: { masterKey: Buffer; purpose: string }): string {
  const sealed = sealBytes(Buffer.from(text, 'utf8'), options.masterKey, toAssociatedData(options.purpose));
  return `${FORMAT}.${toMasterKeyId(options.masterKey)}.${sealed.toString('base64url')}`;
}

/** Opens the result of sealText, also with a previous master key. Throws SealedTextError. */
export function openText(
  sealed: string,
  options: { masterKey: Buffer; previousMasterKeys?: readonly Buffer[]; purpose: string },
): string {
  const [format, keyId, content, ...rest] = sealed.split('.');
  if (format !== FORMAT || keyId === undefined || content === undefined || rest.length > 0) {
    throw new SealedTextError('format');
  }
  const keys = [options.masterKey, ...(options.previousMasterKeys ?? [])];
  const key = keys.find((candidate) => toMasterKeyId(candidate) === keyId);
  if (key === undefined) throw new SealedTextError('unknownKey');
  const opened = openBytes(Buffer.from(content, 'base64url'), key, toAssociatedData(options.purpose));
  if (opened === undefined) throw new SealedTextError('damaged');
  return opened.toString('utf8');
}

/** Separates texts from everything else that is sealed with the same master key. */
function toAssociatedData(purpose: string): string {
  return `stellwerk/text/${FORMAT}\n${purpose}`;
}
