import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../core/db/embedded/index.ts';
import { processTree } from '../../testing/processes.ts';

const NAME = 'chaos';
const RETRY_MS = 300;
const HOUR_MS = 3_600_000;
/**
 * Where the clock starts, and how far forward it goes: behind the clocks of the processes, so that an hour that ends has ended
 * for them too. Less than 24 hours, because the stored responses of idempotency keys live that long.
 */
export const FIRST_CLOCK_MS = -12 * HOUR_MS;
export const FURTHEST_CLOCK_MS = -2 * HOUR_MS;

/**
 * The PostgreSQL server of the installation. It belongs to the suite, as a managed database belongs to its provider: when it
 * dies, the suite starts it again. The suite also owns its clock.
 */
export class Database {
  readonly #directory: string;
  #server!: EmbeddedPostgres;
  #isStopping = false;
  #restarting: Promise<void> | undefined;
  #restartAfterMs = 0;
  #frozen: number[] = [];
  /** How far clock_now() is ahead of the machine's clock. */
  offsetMs = 0;
  restarts = 0;

  static async start(directory: string): Promise<Database> {
    const database = new Database(directory);
    await database.#start();
    await database.#query(database.#server.url, `CREATE ROLE ${NAME} LOGIN PASSWORD '${NAME}'`);
    await database.#query(database.#server.url, `CREATE DATABASE ${NAME} OWNER ${NAME}`);
    return database;
  }

  private constructor(directory: string) {
    this.#directory = directory;
  }

  get socketPath(): string {
    return join(new URL(this.#server.url).searchParams.get('host')!, '.s.PGSQL.5432');
  }

  /** The URL for the service, which reaches the server through a link. */
  static urlThrough(port: number): string {
    return `postgres://${NAME}:${NAME}@127.0.0.1:${port}/${NAME}`;
  }

  /** The URL for a service, past the links. */
  get url(): string {
    const url = new URL(this.#server.url);
    url.username = NAME;
    url.password = NAME;
    url.pathname = `/${NAME}`;
    return url.href;
  }

  /** Runs a statement as the superuser, past the links and past row-level security. */
  // biome-ignore lint/suspicious/noExplicitAny: the columns depend on the statement.
  sql(text: string, values: unknown[] = []): Promise<any[]> {
    const url = new URL(this.#server.url);
    url.pathname = `/${NAME}`;
    return this.#query(url.href, text, values);
  }

  /** Steps the database's clock, which then runs on. */
  async setClock(offsetMs: number): Promise<void> {
    await this.sql(
      `CREATE OR REPLACE FUNCTION clock_now() RETURNS timestamptz LANGUAGE plpgsql STABLE
         AS $$ BEGIN RETURN clock_timestamp() + ${Math.round(offsetMs)} * interval '1 millisecond'; END $$`,
    );
    this.offsetMs = Math.round(offsetMs);
  }

  nowMs(): number {
    return Date.now() + this.offsetMs;
  }

  /** Kills the server, which is started again after this time. */
  async kill(downMs: number): Promise<void> {
    this.#restartAfterMs = downMs;
    process.kill(await this.#processId(), 'SIGKILL');
  }

  async freeze(): Promise<void> {
    this.#frozen = await processTree(await this.#processId());
    for (const pid of this.#frozen) signal(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.#frozen.splice(0)) signal(pid, 'SIGCONT');
  }

  /** Resolves when the server accepts connections. */
  async ready(): Promise<void> {
    for (;;) {
      await this.#restarting;
      const isReady = await this.sql('SELECT 1').then(
        () => true,
        () => false,
      );
      if (isReady) return;
      await delay(RETRY_MS);
    }
  }

  async stop(): Promise<void> {
    this.thaw();
    this.#isStopping = true;
    await this.#restarting;
    await this.#server.stop();
  }

  async #start(): Promise<void> {
    this.#server = await startEmbeddedPostgres({
      directory: this.#directory,
      settings: { max_connections: '150' },
    });
    this.#server.onUnexpectedExit(() => {
      if (!this.#isStopping) this.#restarting = this.#restart();
    });
  }

  async #restart(): Promise<void> {
    this.restarts++;
    await delay(this.#restartAfterMs);
    this.#restartAfterMs = 0;
    while (!this.#isStopping) {
      try {
        // Releases the lock.
        await this.#server.stop();
        return await this.#start();
      } catch {
        // Its disk is full, for example.
        await delay(RETRY_MS);
      }
    }
  }

  async #processId(): Promise<number> {
    const text = await readFile(join(this.#server.directory, 'postmaster.pid'), 'utf8');
    return Number(text.split('\n')[0]);
  }

  // biome-ignore lint/suspicious/noExplicitAny: the columns depend on the statement.
  async #query(url: string, text: string, values: unknown[] = []): Promise<any[]> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  }
}

/** Signals a process that may have ended meanwhile. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
