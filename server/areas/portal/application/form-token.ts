import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { MasterKeys } from '../../../core/crypto/master-keys.ts';

// A form contains a token for one tenant and one ad, which only this service can create. It proves that the form was opened
// here, and when. Bots fill in forms at once, or send a form that they have seen elsewhere. Every form has a different
// token, which also distinguishes a double click from a second application.

/** Nobody can fill in the form in less time. */
const MINIMUM_SECONDS = 3;
/** Equals the time for which a submitted form is stored. A form that is submitted twice is therefore always recognized. */
const MAXIMUM_SECONDS = 24 * 3600;
const NONCE_BYTES = 12;
const TIME_BYTES = 6;

export interface FormToken {
  text: string;
  /** `spent`: it was sent too often. */
  state: 'valid' | 'tooQuick' | 'outdated' | 'spent';
}

export class FormTokens {
  readonly #masterKeys: MasterKeys;

  constructor(masterKeys: MasterKeys) {
    this.#masterKeys = masterKeys;
  }

  create(tenantId: number, jobAdId: number, now: Date): string {
    const payload = randomBytes(TIME_BYTES + NONCE_BYTES);
    payload.writeUIntBE(Math.floor(now.getTime() / 1000), 0, TIME_BYTES);
    const signature = sign(this.#masterKeys.own, payload, tenantId, jobAdId);
    return Buffer.concat([payload, signature]).toString('base64url');
  }

  /** Returns undefined for a token that this service did not create for this ad. */
  read(text: string, tenantId: number, jobAdId: number, now: Date): FormToken | undefined {
    const bytes = Buffer.from(text, 'base64url');
    const payload = bytes.subarray(0, TIME_BYTES + NONCE_BYTES);
    const signature = bytes.subarray(payload.length);
    // During a rotation of the master key, another process may have signed with the other key.
    const isSigned = this.#masterKeys.known().some((masterKey) => {
      const expected = sign(masterKey, payload, tenantId, jobAdId);
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    });
    if (!isSigned) return undefined;
    const seconds = now.getTime() / 1000 - payload.readUIntBE(0, TIME_BYTES);
    return {
      // Encoded again, because Base64 allows several notations of the same bytes.
      text: bytes.toString('base64url'),
      state: seconds < MINIMUM_SECONDS ? 'tooQuick' : seconds > MAXIMUM_SECONDS ? 'outdated' : 'valid',
    };
  }
}

function sign(masterKey: Buffer, payload: Buffer, tenantId: number, jobAdId: number): Buffer {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'stellwerk/portal-form/v1', 32));
  return createHmac('sha256', key).update(`${tenantId}/${jobAdId}/`).update(payload).digest();
}
