import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { MasterKeys } from '../../../core/crypto/master-keys.ts';
import type { Language } from '../../../core/http/index.ts';
import type { ConsentVersion } from '../consents.ts';

// A form contains a token for one tenant and one ad, which only this service can create. It proves that the form was opened
// here, and when. Bots fill in forms at once, or send a form that they have seen elsewhere. Every form has a different
// token, which also distinguishes a double click from a second application.
//
// The field of the form also names the consent texts that it shows, signed: TOKEN.LANGUAGE.VERSION.SIGNATURE. They are not part of
// the token, because kept files belong to the token, and the form keeps it when its texts change.

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
  /** The texts that the form showed. Undefined if it does not prove which ones. */
  consents: ConsentVersion | undefined;
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

  /** The field of a form with this token that shows these texts. */
  toField(token: string, { version, language }: ConsentVersion): string {
    const signature = signConsents(this.#masterKeys.own, token, { version, language });
    return [token, language, version, signature.toString('base64url')].join('.');
  }

  /** Returns undefined for a token that this service did not create for this ad. */
  read(field: string, tenantId: number, jobAdId: number, now: Date): FormToken | undefined {
    const [sent = '', ...consents] = field.split('.', 4);
    const bytes = Buffer.from(sent, 'base64url');
    const payload = bytes.subarray(0, TIME_BYTES + NONCE_BYTES);
    const signature = bytes.subarray(payload.length);
    if (!this.#isSigned(signature, (masterKey) => sign(masterKey, payload, tenantId, jobAdId)))
      return undefined;
    const seconds = now.getTime() / 1000 - payload.readUIntBE(0, TIME_BYTES);
    // Encoded again, because Base64 allows several notations of the same bytes.
    const text = bytes.toString('base64url');
    return {
      text,
      consents: this.#readConsents(text, consents),
      state: seconds < MINIMUM_SECONDS ? 'tooQuick' : seconds > MAXIMUM_SECONDS ? 'outdated' : 'valid',
    };
  }

  #readConsents(token: string, [language, version, signature]: string[]): ConsentVersion | undefined {
    if (language === undefined || version === undefined || signature === undefined) return undefined;
    // Only German and English are signed.
    const consents = { version, language: language as Language };
    const isSigned = this.#isSigned(Buffer.from(signature, 'base64url'), (masterKey) =>
      signConsents(masterKey, token, consents),
    );
    return isSigned ? consents : undefined;
  }

  /** During a rotation of the master key, another process may have signed with the other key. */
  #isSigned(signature: Buffer, signWith: (masterKey: Buffer) => Buffer): boolean {
    return this.#masterKeys.known().some((masterKey) => {
      const expected = signWith(masterKey);
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    });
  }
}

function sign(masterKey: Buffer, payload: Buffer, tenantId: number, jobAdId: number): Buffer {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'stellwerk/portal-form/v1', 32));
  return createHmac('sha256', key).update(`${tenantId}/${jobAdId}/`).update(payload).digest();
}

/** The token is signed for a tenant and an ad, so this signature is valid only for them too. */
function signConsents(masterKey: Buffer, token: string, { version, language }: ConsentVersion): Buffer {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'stellwerk/portal-form-consents/v1', 32));
  return createHmac('sha256', key).update(`${token}.${language}.${version}`).digest();
}
