import { type MirrorDatabase, TargetError } from '../database/database.ts';
import { Contents } from './contents.ts';
import { MasterData } from './master-data.ts';
import { Mentions } from './mentions.ts';
import { PendingQueue } from './pending.ts';
import { Records } from './records.ts';
import { setNextRewrite } from './rewrite-time.ts';
import { createTables, SCHEMA_VERSION } from './schema.ts';
import { Skipped } from './skipped.ts';
import { States } from './states.ts';
import { Unread } from './unread.ts';

/** The mirror's tables in one database, and the transactions that keep them consistent. */
export class Store {
  readonly #database: MirrorDatabase;
  readonly states: States;
  readonly pending: PendingQueue;
  readonly mentions: Mentions;
  readonly records: Records;
  readonly masterData: MasterData;
  readonly contents: Contents;
  readonly unread: Unread;
  readonly skipped: Skipped;

  constructor(database: MirrorDatabase) {
    this.#database = database;
    this.states = new States(database);
    this.pending = new PendingQueue(database);
    this.mentions = new Mentions(database);
    this.records = new Records(database, this.mentions);
    this.masterData = new MasterData(database);
    this.contents = new Contents(database);
    this.unread = new Unread(this.states);
    this.skipped = new Skipped(this.states);
  }

  /** Whether a mirror has ever used this database. */
  exists(): Promise<boolean> {
    return this.#database.hasTable('mirror_state');
  }

  /** Creates missing tables. Must be called before anything is written. Throws a TargetError for a copy of a later version. */
  async prepare(): Promise<void> {
    const version = (await this.exists()) ? await this.states.get('version') : undefined;
    if (Number(version ?? 0) > Number(SCHEMA_VERSION))
      throw new TargetError(
        `The tables of this copy have the version ${version}, and this version of @stellwerk/sdk has ${SCHEMA_VERSION}. Update @stellwerk/sdk, or use another target.`,
      );
    await this.transaction(async () => {
      await createTables(this.#database);
      // What is new has nothing that was deleted.
      if (version === undefined) await setNextRewrite(this.states);
      await this.states.set('version', SCHEMA_VERSION);
    });
    this.records.loadNumber = Number((await this.states.get('load')) ?? 0);
  }

  transaction<T>(work: () => Promise<T>): Promise<T> {
    return this.#database.transaction(work);
  }

  truncateLog(): Promise<boolean> {
    return this.#database.truncateLog();
  }

  rewrite(): Promise<void> {
    return this.#database.rewrite();
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  /** Starts a load. What it does not write by its end is what the service no longer has. */
  async beginLoad(): Promise<void> {
    await this.states.set('load', String(this.records.loadNumber + 1));
    await this.pending.clear();
    await this.unread.clear();
    await this.skipped.reset();
    this.records.loadNumber++;
  }

  /** Deletes what the load has not written, except for records of the types that it could not read. */
  async endLoad(): Promise<void> {
    await this.records.deleteUnloaded(await this.unread.all());
  }
}
