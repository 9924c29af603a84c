// AES-256-GCM in the browser, with the key that the session delivers.

const NONCE_BYTES = 12;

const toBytes = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Undefined where browsers offer no encryption: on a page without TLS, except on the same machine. */
export async function importKey(base64: string): Promise<CryptoKey | undefined> {
  return crypto.subtle?.importKey('raw', toBytes(base64), 'AES-GCM', false, ['encrypt', 'decrypt']);
}

const cipherOf = (nonce: BufferSource, name: string): AesGcmParams => ({
  name: 'AES-GCM',
  iv: nonce,
  // A draft that was copied to another name does not open.
  additionalData: new TextEncoder().encode(name),
});

/** The nonce and the encrypted text, as Base64. */
export async function seal(key: CryptoKey, name: string, text: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt(cipherOf(nonce, name), key, new TextEncoder().encode(text));
  return toBase64(new Uint8Array([...nonce, ...new Uint8Array(sealed)]));
}

/** Throws if the key or the name is another one. */
export async function unseal(key: CryptoKey, name: string, sealed: string): Promise<string> {
  const bytes = toBytes(sealed);
  const nonce = bytes.subarray(0, NONCE_BYTES);
  return new TextDecoder().decode(
    await crypto.subtle.decrypt(cipherOf(nonce, name), key, bytes.subarray(NONCE_BYTES)),
  );
}
