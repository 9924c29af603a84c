import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { MasterKeys } from '../../core/crypto/master-keys.ts';
import type { SealedColumn } from '../../core/crypto/rotation.ts';
import type { SystemDatabase } from '../../core/db/connection.ts';
import {
  hasSigningKey,
  lockSigningKeys,
  readSigningKeyStates,
  readSigningKeys,
  replaceSigningKey,
  revokeStoredKey,
} from './queries.ts';

export const SIGNING_ALGORITHM = 'ES256';
const PURPOSE = 'signing-key';

/** The column that a rotation of the master key seals again. */
export const SEALED_KEY_COLUMN: SealedColumn = {
  table: 'signing_key',
  column: 'private_jwk_sealed',
  purpose: PURPOSE,
};

// Retiring a key must never invalidate a token, so the key stays published for the longest lifetime that a setting
// allows.
const PUBLISHED_AFTER_RETIREMENT_DAYS = 8;
// Limits the queries that tokens with made-up key ids can cause.
const MISS_INTERVAL_MS = 1000;
// A change of the keys notifies every process. In a process that missed the notification, the tokens of a revoked key must
// stop working within 5 seconds too.
const MAXIMUM_AGE_MS = 3000;

interface SigningKey {
  keyId: string;
  privateKey: CryptoKey;
}

/** Adds a key that signs all new tokens, and retires the previous keys. Returns its id. */
export async function rotateSigningKey(db: SystemDatabase, masterKeys: MasterKeys): Promise<string> {
  const key = await newSigningKey(masterKeys);
  await db.transaction().execute((transaction) => replaceSigningKey(transaction, key));
  return key.keyId;
}

/**
 * Ends all tokens that a key has signed, within seconds on every process. If it is the key that signs, a new one takes over.
 * Returns undefined if the key does not exist.
 */
export async function revokeSigningKey(
  db: SystemDatabase,
  masterKeys: MasterKeys,
  keyId: string,
): Promise<{ newKeyId: string | undefined } | undefined> {
  const successor = await newSigningKey(masterKeys);
  return db.transaction().execute(async (transaction) => {
    await lockSigningKeys(transaction);
    if (!(await revokeStoredKey(transaction, keyId))) return undefined;
    if (await hasSigningKey(transaction)) return { newKeyId: undefined };
    await replaceSigningKey(transaction, successor);
    return { newKeyId: successor.keyId };
  });
}

interface SigningKeyState {
  keyId: string;
  state: 'signing' | 'retired' | 'revoked';
  createdAtUtc: string;
  retiredAtUtc: string | null;
  revokedAtUtc: string | null;
}

/** Lists all signing keys, newest first. */
export async function listSigningKeys(db: SystemDatabase): Promise<SigningKeyState[]> {
  const rows = await readSigningKeyStates(db);
  return rows.map((row) => ({
    keyId: row.key_id,
    state: row.revoked_at !== null ? 'revoked' : row.retired_at !== null ? 'retired' : 'signing',
    createdAtUtc: row.created_at,
    retiredAtUtc: row.retired_at,
    revokedAtUtc: row.revoked_at,
  }));
}

async function newSigningKey(masterKeys: MasterKeys) {
  const { publicKey, privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  const keyId = await calculateJwkThumbprint(publicJwk);
  // One id in 64 begins with a dash, and "keys revoke" would take it for an option.
  if (keyId.startsWith('-')) return newSigningKey(masterKeys);
  const privateJwk = JSON.stringify(await exportJWK(privateKey));
  const privateJwkSealed = await masterKeys.seal(privateJwk, PURPOSE);
  return { keyId, algorithm: SIGNING_ALGORITHM, publicJwk: JSON.stringify(publicJwk), privateJwkSealed };
}

interface LoadedKeys {
  signing: SigningKey;
  verification: Map<string, CryptoKey>;
  published: JWK[];
}

/**
 * The signing keys of the installation, cached. They are read from the database again after a change, for an unknown key id,
 * and every three seconds.
 */
export class KeySet {
  readonly #db: SystemDatabase;
  readonly #masterKeys: MasterKeys;
  #loaded: Promise<LoadedKeys> | undefined;
  /** The result of `#loaded`, as soon as there is one. */
  #value: LoadedKeys | undefined;
  readonly #now: () => Date;
  #loadedAtMs = 0;

  constructor(db: SystemDatabase, masterKeys: MasterKeys, now: () => Date) {
    this.#db = db;
    this.#masterKeys = masterKeys;
    this.#now = now;
  }

  /** Drops the cached keys, so that the next use reads them again. */
  reload(): void {
    this.#loaded = undefined;
    this.#value = undefined;
  }

  /** Whether the key signs or has signed tokens that are valid. Returns synchronously in nearly every case. */
  accepts(keyId: string): boolean | Promise<boolean> {
    if (this.#value !== undefined && !this.#isOld()) return this.#value.verification.has(keyId);
    return this.#load().then(({ verification }) => verification.has(keyId));
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

  /** The clock can be set back, too. */
  #isOld(): boolean {
    return Math.abs(this.#now().getTime() - this.#loadedAtMs) > MAXIMUM_AGE_MS;
  }

  #load(): Promise<LoadedKeys> {
    if (this.#isOld()) this.reload();
    if (this.#loaded === undefined) {
      const loading = this.#read().then(
        (keys) => {
          // If a notification arrived in the meantime, the keys that were read can be outdated.
          if (this.#loaded === loading) this.#value = keys;
          return keys;
        },
        (error) => {
          if (this.#loaded === loading) this.#loaded = undefined;
          throw error;
        },
      );
      this.#loaded = loading;
      this.#loadedAtMs = this.#now().getTime();
    }
    return this.#loaded;
  }

  async #read(): Promise<LoadedKeys> {
    const rows = await readSigningKeys(this.#db, PUBLISHED_AFTER_RETIREMENT_DAYS);
    const current = rows.find((row) => row.retired_at === null);
    if (current === undefined)
      throw new Error('The database has no signing key. Start the service, which creates one: npm start');
    const verification = new Map<string, CryptoKey>();
    for (const row of rows) {
      verification.set(row.key_id, (await importJWK(row.public_jwk as JWK, row.algorithm)) as CryptoKey);
    }
    const privateJwk = JSON.parse(await this.#masterKeys.open(current.private_jwk_sealed, PURPOSE)) as JWK;
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
export async function ensureSigningKey(db: SystemDatabase, masterKeys: MasterKeys): Promise<void> {
  if (await hasSigningKey(db)) return;
  const key = await newSigningKey(masterKeys);
  await db.transaction().execute(async (transaction) => {
    await lockSigningKeys(transaction);
    // Another process can have been faster. A second key would retire the first, which may have signed by then.
    if (!(await hasSigningKey(transaction))) await replaceSigningKey(transaction, key);
  });
}
