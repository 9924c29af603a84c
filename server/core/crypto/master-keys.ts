import { sql } from 'kysely';
import type { Database, SystemDatabase } from '../db/connection.ts';
import { MasterKeyError } from './master-key.ts';
import { openText, SealedTextError, sealText, toMasterKeyId } from './sealing.ts';

/** The data are sealed with a key that this process does not have. The message is one line for the operator. */
class WrongMasterKeyError extends MasterKeyError {}

interface MasterKeyRow {
  id: string;
  generation: number;
  handover: string | null;
}

/** The keys that may seal, the newest first: one, or two during a rotation. None before the first start. */
export async function readMasterKeys(db: SystemDatabase): Promise<MasterKeyRow[]> {
  return db
    .selectFrom('master_key')
    .select(['id', 'generation', 'handover'])
    .orderBy('generation', 'desc')
    .execute();
}

/**
 * Makes the key of this process the key of a new installation, on all servers: what is sealed on a server refers to a key there. Throws
 * WrongMasterKeyError if another key is the key of the installation.
 */
export async function registerMasterKeys(database: Database, masterKeys: MasterKeys): Promise<void> {
  await masterKeys.register();
  const [, ...others] = database.servers;
  for (const { database: other } of others) {
    if ((await readMasterKeys(other.system)).length > 0) continue;
    await other.system
      .insertInto('master_key')
      .values(await readMasterKeys(database.system))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
}

/** Seals one master key with another, so that a process that has one of them learns the other. */
export function sealHandover(key: Buffer, masterKey: Buffer): string {
  return sealText(key.toString('hex'), { masterKey, purpose: handoverPurpose(toMasterKeyId(key)) });
}

function handoverPurpose(id: string): string {
  return `master-key/${id}`;
}

/**
 * The master keys of the installation. A process starts with the key of its settings. During a rotation it learns the other
 * key from the database the first time that it meets something sealed with it, so nobody has to restart for a rotation. The
 * process keeps what it has learned, also after the rotation.
 */
export class MasterKeys {
  /** The key of the settings with which this process was started. */
  readonly own: Buffer;
  readonly #db: SystemDatabase;
  readonly #readFile: (() => Promise<Buffer | undefined>) | undefined;
  readonly #keys = new Map<string, Buffer>();

  /** `readFile` reads the key file again, which a rotation replaces. Absent if the key does not come from a file. */
  constructor(db: SystemDatabase, own: Buffer, readFile?: () => Promise<Buffer | undefined>) {
    this.#db = db;
    this.own = own;
    this.#readFile = readFile;
    this.#add(own);
  }

  /** The keys that this process has, its own first. For keys that are derived from them. */
  known(): Buffer[] {
    return [...this.#keys.values()];
  }

  /** The key with this id, or undefined if this process cannot have it. Queries `db` only if the key is new to the process. */
  async find(id: string, db: SystemDatabase = this.#db): Promise<Buffer | undefined> {
    if (!this.#keys.has(id)) await this.#learn(await readMasterKeys(db));
    return this.#keys.get(id);
  }

  /** The key that seals new contents. Throws WrongMasterKeyError. */
  async current(db: SystemDatabase = this.#db): Promise<Buffer> {
    const rows = await readMasterKeys(db);
    const [newest] = rows;
    if (newest === undefined) return this.own;
    if (!this.#keys.has(newest.id)) await this.#learn(rows);
    const key = this.#keys.get(newest.id);
    if (key === undefined) throw await this.#explain(newest.id);
    return key;
  }

  /**
   * Learns the keys of a rotation that has begun, so that an idle process also has them when the rotation ends. If the
   * database is unavailable, the process learns them when it needs them.
   */
  refresh(): void {
    readMasterKeys(this.#db)
      .then((rows) => this.#learn(rows))
      .catch(() => {});
  }

  /** Seals a secret for the database. See `sealText`. */
  async seal(text: string, purpose: string): Promise<string> {
    return sealText(text, { masterKey: await this.current(), purpose });
  }

  /** Opens the result of `seal`. Throws SealedTextError. */
  async open(sealed: string, purpose: string): Promise<string> {
    const id = sealed.split('.')[1] ?? '';
    const masterKey = await this.find(id);
    if (masterKey === undefined) throw new SealedTextError(id === '' ? 'format' : 'unknownKey');
    return openText(sealed, { masterKey, purpose });
  }

  /** Makes the key of this process the key of a new installation. Throws WrongMasterKeyError if another key is. */
  async register(): Promise<void> {
    const id = toMasterKeyId(this.own);
    // Of several processes that start at once with different keys, one must win.
    await this.#db.transaction().execute(async (db) => {
      if ((await readMasterKeys(db)).length > 0) return;
      await sql`LOCK TABLE master_key IN SHARE ROW EXCLUSIVE MODE`.execute(db);
      await sql`INSERT INTO master_key (id, generation) SELECT ${id}, 1 WHERE NOT EXISTS (SELECT FROM master_key)`.execute(
        db,
      );
    });
    await this.current();
  }

  #add(key: Buffer): void {
    this.#keys.set(toMasterKeyId(key), key);
  }

  async #learn(rows: MasterKeyRow[]): Promise<void> {
    for (const { id, handover } of rows) {
      const sealer = this.#keys.get(handover?.split('.')[1] ?? '');
      if (handover === null || sealer === undefined) continue;
      this.#add(Buffer.from(openText(handover, { masterKey: sealer, purpose: handoverPurpose(id) }), 'hex'));
    }
    if (rows.every(({ id }) => this.#keys.has(id))) return;
    const stored = await this.#readFile?.();
    if (stored !== undefined) this.#add(stored);
  }

  async #explain(neededId: string): Promise<WrongMasterKeyError> {
    const ownId = toMasterKeyId(this.own);
    const retired = await this.#db
      .selectFrom('retired_master_key')
      .select('retired_at')
      .where('id', '=', ownId)
      .executeTakeFirst();
    const reason =
      retired === undefined
        ? ''
        : `, which a rotation replaced on ${String(retired.retired_at).slice(0, 10)}`;
    return new WrongMasterKeyError(
      `The data are sealed with the master key ${neededId}, but the configured one is a different master key, ${ownId}${reason}. Nothing was changed. Set MASTER_KEY to the key ${neededId}, or put it into DATA_DIR/master.key.`,
    );
  }
}
