import { Stellwerk } from '../client.ts';
import { isPassing } from '../core/follow-changes.ts';
import type { StellwerkOptions } from '../core/settings.ts';
import { syncContents } from './contents.ts';
import { isCursorRefused, type MirrorContext, ReloadNeeded } from './context.ts';
import { openDatabase, TargetError } from './database.ts';
import { ENTITIES } from './entities.ts';
import type { Listener } from './events.ts';
import { followFeed } from './feed.ts';
import { beginLoad, continueLoad } from './load.ts';
import { refreshMasterData } from './master-data.ts';
import { RecordReader } from './record-reader.ts';
import { Store } from './store.ts';
import { type VerifyReport, verify } from './verify.ts';
import { moveCursor, readWithoutStream, WindowReader } from './windows.ts';

/** By which of the platform's two streams a mirror stays up to date. */
export type MirrorMode = 'feed' | 'windows';

export interface MirrorOptions {
  /** The service; the mirror makes a client of its own. */
  connection: StellwerkOptions & { baseUrl: string };
  /** Path of an SQLite file, or `postgres://…`. */
  target: string;
  /** `feed` by default. */
  mode?: MirrorMode;
  /** Pause in milliseconds between two looks at the service; 5,000 by default. */
  pollMs?: number;
  /** Pause between two looks at value lists, and in windows mode at what has no window; an hour by default. */
  refreshMs?: number;
  /** Calls under way at once; 8 by default. */
  concurrency?: number;
  /** Keep the contents of documents too, as files in this directory. */
  documents?: string;
  onEvent?: Listener;
}

export interface MirrorStatus {
  service: string | null;
  mode: string | null;
  /** masterdata, inventory, candidates, records, or following once the first load is complete; null: not begun. */
  phase: string | null;
  cursor: string | null;
  /** The next window to read of each stream. */
  windows: Record<string, string>;
  /** Records noted to be fetched. */
  pending: number;
  loadedAt: string | null;
  caughtUpAt: string | null;
  records: Record<string, number>;
}

const DEFAULT_POLL_MS = 5_000;
const DEFAULT_REFRESH_MS = 3_600_000;
const DEFAULT_CONCURRENCY = 8;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
// A service whose names change during every load is not one that a further load copies.
const MOST_LOADS = 5;

/**
 * A complete copy of the platform in a database of your own. `catchUp()` brings it up to date once, `follow()` keeps
 * it so. Every step is one transaction: whatever ends the process, the next start goes on where it was.
 */
export class Mirror {
  readonly #options: MirrorOptions;
  readonly #client: Stellwerk;
  readonly #store: Store;
  readonly #windows = new WindowReader();
  readonly #warned = new Set<string>();
  #wake: (() => void) | undefined;
  #isWoken = false;

  private constructor(options: MirrorOptions, client: Stellwerk, store: Store) {
    this.#options = options;
    this.#client = client;
    this.#store = store;
  }

  /** Opens the target, and makes its tables in an empty one. Only one mirror at a time may write to a target. */
  static async open(options: MirrorOptions): Promise<Mirror> {
    const client = new Stellwerk(options.connection);
    const database = await openDatabase(options.target);
    try {
      const store = new Store(database);
      await store.prepare();
      await claim(store, options);
      return new Mirror(options, client, store);
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  get client(): Stellwerk {
    return this.#client;
  }

  /** Ends the pause of `follow()`: a webhook call says that there is something to read. */
  wake(): void {
    this.#isWoken = true;
    this.#wake?.();
  }

  /** Reads everything anew. What is stored stays until it has been replaced. */
  async reload(reason: string): Promise<void> {
    this.#tell({ type: 'reload', reason });
    await beginLoad(this.#context(new AbortController().signal));
  }

  /** Brings the copy up to what the service shows now; loads everything first where that has not been done. */
  async catchUp(signal: AbortSignal = new AbortController().signal, { refresh = false } = {}): Promise<void> {
    const context = this.#context(signal);
    for (let loads = 0; ; loads++) {
      try {
        const changes = await this.#read(context, refresh);
        if (this.#options.documents !== undefined) await syncContents(context, this.#options.documents);
        await this.#store.transaction(() => this.#store.setState('caughtUpAt', new Date().toISOString()));
        this.#tell({ type: 'caughtUp', changes });
        return;
      } catch (error) {
        const reason = reasonToReload(error);
        if (reason === undefined || loads >= MOST_LOADS) throw error;
        await this.reload(reason);
      }
    }
  }

  /** Keeps the copy up to date until the signal is aborted; waits for a service that is away. */
  async follow(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      let pauseMs = this.#options.pollMs ?? DEFAULT_POLL_MS;
      this.#isWoken = false;
      try {
        await this.catchUp(signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        if (!isPassing(error)) throw error;
        const asked = ((error as { retryAfterSeconds?: number | null }).retryAfterSeconds ?? 0) * 1000;
        pauseMs = Math.max(asked, Math.min(FIRST_WAIT_MS * 2 ** failures++, LONGEST_WAIT_MS));
        this.#tell({ type: 'retry', error, delayMs: pauseMs });
      }
      await this.#pause(pauseMs, signal);
    }
  }

  /** Compares the copy with the service, after catching up. */
  async verify(signal: AbortSignal = new AbortController().signal): Promise<VerifyReport> {
    return verify(this.#context(signal), () => this.catchUp(signal, { refresh: true }));
  }

  status(): Promise<MirrorStatus> {
    return readStatus(this.#store);
  }

  async close(): Promise<void> {
    await this.#store.close();
  }

  async #read(context: MirrorContext, refresh: boolean): Promise<number> {
    const store = this.#store;
    const reload = await store.state('reload');
    if (reload !== undefined) throw new ReloadNeeded(reload);
    const phase = await store.state('phase');
    if (phase === undefined) await beginLoad(context);
    if (phase !== 'following') await continueLoad(context);
    await this.#refresh(context, refresh || phase !== 'following');
    return this.#options.mode === 'windows' ? this.#windows.read(context) : followFeed(context);
  }

  /** Looks at what no stream tells, when it is time. */
  async #refresh(context: MirrorContext, isForced: boolean): Promise<void> {
    const store = this.#store;
    const dueAt =
      Number((await store.state('masterDataAt')) ?? 0) + (this.#options.refreshMs ?? DEFAULT_REFRESH_MS);
    if (!isForced && Date.now() < dueAt) return;
    if (this.#options.mode === 'windows') {
      await moveCursor(context);
      await readWithoutStream(context);
    }
    const renamed = await refreshMasterData(context);
    if (renamed.length > 0) throw new ReloadNeeded(`names in ${renamed.join(', ')} have changed`);
    await store.transaction(() => store.setState('masterDataAt', String(Date.now())));
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#isWoken || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done, { once: true });
      this.#wake = done;
    });
  }

  #context(signal: AbortSignal): MirrorContext {
    return {
      client: this.#client,
      reader: new RecordReader(this.#client),
      store: this.#store,
      concurrency: this.#options.concurrency ?? DEFAULT_CONCURRENCY,
      tell: (event) => this.#tell(event),
      warn: (message) => {
        if (this.#warned.has(message)) return;
        this.#warned.add(message);
        this.#tell({ type: 'warning', message });
      },
      signal,
    };
  }

  #tell: Listener = (event) => this.#options.onEvent?.(event);
}

/** What a mirror at this target says of itself, without asking the service. */
export async function statusOf(target: string): Promise<MirrorStatus> {
  const database = await openDatabase(target, { readOnly: true });
  try {
    return await readStatus(new Store(database));
  } catch (error) {
    if (!/mirror_state/.test((error as Error).message)) throw error;
    throw new TargetError(`There is no mirror in ${target.replace(/\/\/.*@/, '//')}.`);
  } finally {
    await database.close();
  }
}

async function readStatus(store: Store): Promise<MirrorStatus> {
  const states = await store.states();
  const records: Record<string, number> = {};
  for (const entity of ENTITIES) records[entity] = await store.count(entity);
  return {
    service: states.service ?? null,
    mode: states.mode ?? null,
    phase: states.phase ?? null,
    cursor: states.cursor ?? null,
    windows: Object.fromEntries(
      Object.entries(states).flatMap(([name, value]) =>
        name.startsWith('window.') ? [[name.slice('window.'.length), value]] : [],
      ),
    ),
    pending: await store.countPending(),
    loadedAt: states.loadedAt ?? null,
    caughtUpAt: states.caughtUpAt ?? null,
    records,
  };
}

/** A target belongs to one service and one mode. */
async function claim(store: Store, { connection, target, mode = 'feed' }: MirrorOptions): Promise<void> {
  const service = `${connection.baseUrl.replace(/\/+$/, '')}`;
  const states = await store.states();
  // Before the first load has begun, a mistyped address may be corrected.
  if (states.phase !== undefined && states.service !== service)
    throw new TargetError(
      `The mirror at ${target.replace(/\/\/.*@/, '//')} is one of ${states.service}, not of ${service}. Use another target, or delete this one.`,
    );
  await store.transaction(async () => {
    await store.setState('service', service);
    // The other mode keeps other places in other streams.
    if (states.mode !== undefined && states.mode !== mode && states.phase !== undefined)
      await store.setState('reload', `the mirror went by ${states.mode} before`);
    await store.setState('mode', mode);
  });
}

function reasonToReload(error: unknown): string | undefined {
  if (error instanceof ReloadNeeded) return error.message;
  if (isCursorRefused(error))
    return `the service can no longer go on from where the mirror was: ${(error as Error).message}`;
  return undefined;
}
