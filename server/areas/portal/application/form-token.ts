import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

// A form carries a token that only this service can have made, for one firm and one ad. It shows that the form was
// opened here, and when: programs that fill in forms do it at once, or send what they have seen elsewhere. Being
// different in every form it also tells a double click from a second application.

/** Nobody fills in the form in less. */
const MINIMUM_SECONDS = 3;
/** As long as a sent form is remembered, so that an old one cannot be sent twice unnoticed. */
const MAXIMUM_SECONDS = 24 * 3600;
const NONCE_BYTES = 12;
const TIME_BYTES = 6;

export interface FormToken {
  text: string;
  state: 'valid' | 'tooQuick' | 'outdated';
}

export class FormTokens {
  readonly #key: Buffer;

  constructor(masterKey: Buffer) {
    this.#key = Buffer.from(hkdfSync('sha256', masterKey, '', 'stellwerk/portal-form/v1', 32));
  }

  create(tenantId: number, jobAdId: number, now: Date): string {
    const payload = randomBytes(TIME_BYTES + NONCE_BYTES);
    payload.writeUIntBE(Math.floor(now.getTime() / 1000), 0, TIME_BYTES);
    return Buffer.concat([payload, this.#sign(payload, tenantId, jobAdId)]).toString('base64url');
  }

  /** Undefined for what this service has not made for this ad. */
  read(text: string, tenantId: number, jobAdId: number, now: Date): FormToken | undefined {
    const bytes = Buffer.from(text, 'base64url');
    const payload = bytes.subarray(0, TIME_BYTES + NONCE_BYTES);
    const signature = bytes.subarray(payload.length);
    const expected = this.#sign(payload, tenantId, jobAdId);
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined;
    const seconds = now.getTime() / 1000 - payload.readUIntBE(0, TIME_BYTES);
    return {
      // As made, however it was written: Base64 allows several spellings of the same bytes.
      text: bytes.toString('base64url'),
      state: seconds < MINIMUM_SECONDS ? 'tooQuick' : seconds > MAXIMUM_SECONDS ? 'outdated' : 'valid',
    };
  }

  #sign(payload: Buffer, tenantId: number, jobAdId: number): Buffer {
    return createHmac('sha256', this.#key).update(`${tenantId}/${jobAdId}/`).update(payload).digest();
  }
}
