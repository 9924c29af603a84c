import { randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { openText, sealText } from '../../core/crypto/sealing.ts';
import type { SystemDatabase } from '../../core/db/connection.ts';
import { hasSigningKey, readSigningKeys, replaceSigningKey } from './queries.ts';

export const SIGNING_ALGORITHM = 'ES256';
const PURPOSE = 'signing-key';
// Retiring a key must never invalidate a token, so the key stays published for the longest lifetime that a setting
// allows.
const PUBLISHED_AFTER_RETIREMENT_DAYS = 8;
// Limits the queries that tokens with made-up key ids can cause.
const MISS_INTERVAL_MS = 1000;
// A rotation notifies every process. A process that missed the notification must not continue to sign with a retired key,
// or publish it for too long.
const MAXIMUM_AGE_MS = 60_000;

interface SigningKey {
  keyId: string;
  privateKey: CryptoKey;
}

/** Adds a key that signs all new tokens, and retires the previous keys. */
export async function rotateSigningKey(db: SystemDatabase, masterKey: Buffer): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  const keyId = (await calculateJwkThumbprint(publicJwk)) || randomUUID();
  const privateJwk = JSON.stringify(await exportJWK(privateKey));
  await db.transaction().execute((transaction) =>
    replaceSigningKey(transaction, {
      keyId,
      algorithm: SIGNING_ALGORITHM,
      publicJwk: JSON.stringify(publicJwk),
      privateJwkSealed: sealText(privateJwk, { masterKey, purpose: PURPOSE }),
    }),
  );
  return keyId;
}

interface LoadedKeys {
  signing: SigningKey;
  verification: Map<string, CryptoKey>;
  published: JWK[];
}

/**
 * The signing keys of the installation, cached. They are read from the database again after a rotation, for an unknown key
 * id, and every minute.
 */
export class KeySet {
  readonly #db: SystemDatabase;
  readonly #masterKey: Buffer;
  #loaded: Promise<LoadedKeys> | undefined;
  readonly #now: () => Date;
  #loadedAtMs = 0;

  constructor(db: SystemDatabase, masterKey: Buffer, now: () => Date) {
    this.#db = db;
    this.#masterKey = masterKey;
    this.#now = now;
  }

  /** Drops the cached keys, so that the next use reads them again. */
  reload(): void {
    this.#loaded = undefined;
  }

  async signingKey(): Promise<SigningKey> {
    return (await this.#load()).signing;
  }

  async findVerificationKey(keyId: string): Promise<CryptoKey | undefined> {
    const known = (await this.#load()).verification.get(keyId);
    if (known !== undefined || this.#now().getTime() - this.#loadedAtMs < MISS_INTERVAL_MS) return known;
    this.reload();
    return (await this.#load()).verification.get(keyId);
  }

  /** The public keys as /.well-known/jwks.json shows them. */
  async published(): Promise<JWK[]> {
    return (await this.#load()).published;
  }

  #load(): Promise<LoadedKeys> {
    if (this.#now().getTime() - this.#loadedAtMs > MAXIMUM_AGE_MS) this.reload();
    if (this.#loaded === undefined) {
      const loading = this.#read().catch((error) => {
        if (this.#loaded === loading) this.#loaded = undefined;
        throw error;
      });
      this.#loaded = loading;
      this.#loadedAtMs = this.#now().getTime();
    }
    return this.#loaded;
  }

  async #read(): Promise<LoadedKeys> {
    const rows = await readSigningKeys(this.#db, PUBLISHED_AFTER_RETIREMENT_DAYS);
    const current = rows.find((row) => row.retired_at === null);
    if (current === undefined)
      throw new Error('The database has no signing key. Run "npx stellwerk migrate".');
    const verification = new Map<string, CryptoKey>();
    for (const row of rows) {
      verification.set(row.key_id, (await importJWK(row.public_jwk as JWK, row.algorithm)) as CryptoKey);
    }
    const privateJwk = JSON.parse(
      openText(current.private_jwk_sealed, { masterKey: this.#masterKey, purpose: PURPOSE }),
    ) as JWK;
    return {
      signing: {
        keyId: current.key_id,
        privateKey: (await importJWK(privateJwk, current.algorithm)) as CryptoKey,
      },
      verification,
      published: rows.map((row) => ({
        ...(row.public_jwk as JWK),
        kid: row.key_id,
        use: 'sig',
        alg: row.algorithm,
      })),
    };
  }
}

/** Creates a signing key if there is none. */
export async function ensureSigningKey(db: SystemDatabase, masterKey: Buffer): Promise<void> {
  if (!(await hasSigningKey(db))) await rotateSigningKey(db, masterKey);
}
