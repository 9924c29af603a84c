import { Stellwerk } from '../client.ts';
import { checkPollMs, isTransient } from '../core/follow-changes.ts';
import { isForeign } from '../core/foreign.ts';
import { askedDelay } from '../core/retry.ts';
import type { StellwerkOptions } from '../core/settings.ts';
import { reconcileContents } from './check-contents.ts';
import { checkPosition, checkSkipped, foreignPosition, isForeignPosition } from './check-start.ts';
import { claimDirectory, hasUnclaimedContents } from './claim-directory.ts';
import { prepareDirectory } from './contents-directory.ts';
import { isCursorRefused, type MirrorContext, positionLost, ReloadNeeded } from './context.ts';
import { TargetError } from './database/database.ts';
import { openDatabase } from './database/open.ts';
import type { Listener } from './events.ts';
import { followFeed } from './feed.ts';
import { beginLoad, continueLoad } from './load.ts';
import { refreshMasterData } from './master-data.ts';
import { checkPermissions } from './permissions.ts';
import { RecordReader } from './record-reader.ts';
import { isForbidden } from './refusals.ts';
import { rewriteIfDue } from './rewrite.ts';
import { type MirrorStatus, readStatus, withoutCredentials } from './status.ts';
import { Store } from './store/store.ts';
import { syncContents } from './sync-contents.ts';
import { type ContentsFailure, UnreadableContents, UnreadableContentsError } from './unreadable-contents.ts';
import { type VerifyReport, verify } from './verify.ts';
import { moveCursor, readWithoutStream, WindowReader } from './windows.ts';

/** Which of the platform's two streams of changes a mirror follows. */
export type MirrorMode = 'feed' | 'windows';

export interface MirrorOptions {
  /** How to reach the service. The mirror creates its own client. */
  connection: StellwerkOptions & { baseUrl: string };
  /** Path of an SQLite file, or `postgres://…`. */
  target: string;
  /** Default: `feed`. */
  mode?: MirrorMode;
  /** Pause between two polls of the service, in milliseconds, 0 to 2,147,483,647. Default: 5,000. */
  pollMs?: number;
  /**
   * Pause between two polls of the value lists, in milliseconds. In windows mode also of everything that has no
   * window. Default: one hour.
   */
  refreshMs?: number;
  /** How many calls run at once. Default: 8. */
  concurrency?: number;
  /**
   * Directory in which to keep the contents of documents as files. The target remembers it: without this option, the one
   * that it remembers is used, and if there is none, contents are not fetched.
   */
  documents?: string | undefined;
  /**
   * Use `documents` although the target remembers another directory, or although it has other files that are named by
   * numbers. Those that are no documents are deleted.
   */
  adoptDocuments?: boolean;
  onEvent?: Listener;
}

const DEFAULT_POLL_MS = 5_000;
const DEFAULT_REFRESH_MS = 3_600_000;
const DEFAULT_CONCURRENCY = 8;
const FIRST_WAIT_MS = 1_000;
const MAXIMUM_WAIT_MS = 60_000;
// If names or the form of the records change during every one of these loads, another load at once will not help.
const MAXIMUM_RELOADS = 5;

/**
 * A complete copy of what the application may read, in your own database. `catchUp()` brings it up to date once; `follow()` keeps it up
 * to date. Every step is one transaction, so a mirror that is killed continues where it was at the next start.
 */
export class Mirror {
  readonly #options: MirrorOptions;
  readonly #client: Stellwerk;
  readonly #store: Store;
  readonly #windows = new WindowReader();
  readonly #warned = new Set<string>();
  #wake: (() => void) | undefined;
  #isWoken = false;
  /** The directory for the contents of documents, if the copy keeps them. */
  readonly #documents: string | undefined;
  /** Whether the directory and the table of contents agree, except for the changes since. */
  #isReconciled = false;
  readonly #unreadable = new UnreadableContents();
  /** Whether the log beside an SQLite file may have records that have been deleted. */
  #mayHaveDeleted = true;
  /** Whether this process knows what the application may read. */
  #knowsPermissions = false;

  private constructor(
    options: MirrorOptions,
    client: Stellwerk,
    store: Store,
    documents: string | undefined,
  ) {
    this.#options = options;
    this.#client = client;
    this.#store = store;
    this.#documents = documents;
  }

  /** Opens the target and creates missing tables, and the directory for documents. Only one mirror at a time can write to a target. */
  static async open(options: MirrorOptions): Promise<Mirror> {
    checkPollMs(options.pollMs ?? DEFAULT_POLL_MS);
    const client = new Stellwerk(options.connection);
    // A load can take hours. Without this, an unusable directory would be found only after it.
    if (options.documents !== undefined) await prepareDirectory(options.documents);
    const database = await openDatabase(options.target);
    try {
      const store = new Store(database);
      await store.prepare();
      await claim(store, options);
      const mirror = new Mirror(options, client, store, await claimDirectory(store, options));
      if (await hasUnclaimedContents(store))
        mirror.#tell({
          type: 'warning',
          message:
            'The contents of documents are not kept up to date, and erased ones are not deleted, because the directory of this copy is ' +
            'not known. Start the mirror once with --documents and the directory that it used before.',
        });
      return mirror;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  get client(): Stellwerk {
    return this.#client;
  }

  /**
   * Ends the pause between two polls in `follow()`, for example when a webhook call announces a change. Does not end the delay after a
   * failure: a service that is overloaded would get a request for every change.
   */
  wake(): void {
    this.#isWoken = true;
    this.#wake?.();
  }

  /**
   * Reads everything again at the next `catchUp()`, also the files of documents, and fetches those that were altered.
   * Stored records stay until they are replaced.
   */
  async reload(reason: string): Promise<void> {
    // Stored, because the load can be interrupted.
    await this.#store.transaction(() => this.#store.states.set('checkFiles', 'yes'));
    await this.#reload(reason);
  }

  async #reload(reason: string): Promise<void> {
    this.#tell({ type: 'reload', reason });
    await beginLoad(this.#context(new AbortController().signal));
    this.#isReconciled = false;
  }

  /**
   * Brings the copy up to date. Loads everything first if that has not been done yet. Rejects with UnreadableContentsError, after
   * everything else, if the service could not send the contents of some documents.
   */
  async catchUp(signal: AbortSignal = new AbortController().signal, { refresh = false } = {}): Promise<void> {
    const failure = await this.#catchUp(signal, { refresh, retries: true });
    if (failure !== undefined) throw new UnreadableContentsError(failure.ids);
  }

  /** `retries`: asks for contents again that could not be read before. Returns what could not be read now. */
  async #catchUp(
    signal: AbortSignal,
    { refresh, retries }: { refresh: boolean; retries: boolean },
  ): Promise<ContentsFailure | undefined> {
    const context = this.#context(signal);
    for (let loads = 0; ; loads++) {
      try {
        const changes = await this.#read(context, refresh);
        const isDue = refresh || changes > 0;
        const failure = await this.#syncContents(context, { isDue, retries });
        await this.#store.transaction(() => this.#store.states.set('caughtUpAt', new Date().toISOString()));
        if (this.#mayHaveDeleted || changes > 0) this.#mayHaveDeleted = !(await this.#store.truncateLog());
        this.#tell({ type: 'caughtUp', changes });
        return failure;
      } catch (error) {
        // What was read or fetched before the failure may not be in the table of contents yet.
        this.#isReconciled = false;
        this.#mayHaveDeleted = true;
        if (isForeignPosition(error)) throw foreignPosition(this.#options.target, error);
        const reason = reasonToReload(error);
        if (reason === undefined) throw error;
        if (loads >= MAXIMUM_RELOADS)
          throw error instanceof ReloadNeeded
            ? new ReloadNeeded(`Everything was read again ${loads} times, and must be once more: ${reason}.`)
            : error;
        await this.#reload(reason);
      }
    }
  }

  /** Keeps the copy up to date until the signal is aborted. Waits while the service is unavailable or being updated. */
  async follow(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      let pauseMs = this.#options.pollMs ?? DEFAULT_POLL_MS;
      let isFailed = false;
      this.#isWoken = false;
      try {
        const retries = this.#unreadable.isRetryDue;
        const failure = await this.#catchUp(signal, { refresh: false, retries });
        if (failure !== undefined) this.#tell({ type: 'unreadable', ...failure });
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        if (!(await this.#mayPass(error))) throw error;
        isFailed = true;
        pauseMs = Math.max(askedDelay(error), Math.min(FIRST_WAIT_MS * 2 ** failures++, MAXIMUM_WAIT_MS));
        this.#tell({ type: 'retry', error, delayMs: pauseMs });
      }
      await this.#pause(pauseMs, signal, { canBeWoken: !isFailed });
    }
  }

  /** Whether a later attempt may succeed after this failure. */
  async #mayPass(error: unknown): Promise<boolean> {
    // While the machines of a service are updated one by one, their responses name different forms of the records.
    if (isTransient(error) || error instanceof ReloadNeeded) return true;
    // A permission was taken away or given back during this attempt, or not all machines of the service know that yet. What may be read
    // is found out by the next one.
    if (!isForeign(error) && !isForbidden(error)) return false;
    // Until something has been loaded, a wrong address is more likely than a fault on the way to the service.
    return (await this.#store.states.get('loadedAt')) !== undefined;
  }

  /** Catches up and compares the copy with the service. */
  async verify(signal: AbortSignal = new AbortController().signal): Promise<VerifyReport> {
    const catchUp = async () => {
      const failure = await this.#catchUp(signal, { refresh: true, retries: true });
      return failure?.ids ?? [];
    };
    return verify(this.#context(signal), catchUp, this.#documents);
  }

  status(): Promise<MirrorStatus> {
    return readStatus(this.#store);
  }

  async close(): Promise<void> {
    await this.#store.close();
  }

  async #read(context: MirrorContext, refresh: boolean): Promise<number> {
    const store = this.#store;
    const reload = await store.states.get('reload');
    if (reload !== undefined) throw new ReloadNeeded(reload);
    const phase = await store.states.get('phase');
    if (phase === undefined) await beginLoad(context);
    else if (!this.#knowsPermissions) {
      await checkPosition(context);
      await checkSkipped(context);
    }
    const isDue = refresh || phase !== 'following' || (await this.#isRefreshDue());
    // At each start too, because a permission that was added is in the next token.
    if (isDue || !this.#knowsPermissions) await checkPermissions(context);
    this.#knowsPermissions = true;
    if (phase !== 'following') await continueLoad(context);
    if (isDue) await this.#refresh(context);
    return this.#options.mode === 'windows' ? this.#windows.read(context) : followFeed(context);
  }

  /**
   * Does nothing between two polls without a change: to look for missing contents, every document must be read. Returns what could
   * not be read now, with the delay before it is asked for again.
   */
  async #syncContents(
    context: MirrorContext,
    { isDue, retries }: { isDue: boolean; retries: boolean },
  ): Promise<ContentsFailure | undefined> {
    const directory = this.#documents;
    if (directory === undefined) return undefined;
    const known = this.#unreadable.ids;
    if (!isDue && this.#isReconciled && !(retries && known.length > 0)) return undefined;
    await prepareDirectory(directory);
    if (!this.#isReconciled) {
      const readFiles = (await this.#store.states.get('checkFiles')) !== undefined;
      await reconcileContents(context, directory, { readFiles });
      await this.#store.transaction(() => this.#store.states.set('checkFiles', undefined));
    }
    const asksAgain = retries || known.length === 0;
    const failed = await syncContents(context, directory, new Set(asksAgain ? [] : known));
    const delayMs = asksAgain ? this.#unreadable.replace(failed) : this.#unreadable.add(failed);
    this.#isReconciled = true;
    return failed.length === 0 ? undefined : { ids: failed, delayMs };
  }

  async #isRefreshDue(): Promise<boolean> {
    const readAt = Number((await this.#store.states.get('masterDataAt')) ?? 0);
    return Date.now() >= readAt + (this.#options.refreshMs ?? DEFAULT_REFRESH_MS);
  }

  /** Reads what no stream of changes covers. */
  async #refresh(context: MirrorContext): Promise<void> {
    const store = this.#store;
    this.#mayHaveDeleted = true;
    if (this.#options.mode === 'windows') {
      await moveCursor(context);
      await readWithoutStream(context);
    }
    const renamed = await refreshMasterData(context);
    if (renamed.length > 0) throw new ReloadNeeded(`names in ${renamed.join(', ')} have changed`);
    await store.transaction(() => store.states.set('masterDataAt', String(Date.now())));
    await rewriteIfDue(context);
  }

  async #pause(ms: number, signal: AbortSignal, { canBeWoken }: { canBeWoken: boolean }): Promise<void> {
    if ((canBeWoken && this.#isWoken) || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done, { once: true });
      if (canBeWoken) this.#wake = done;
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

/** A target belongs to one service and one mode. */
async function claim(store: Store, { connection, target, mode = 'feed' }: MirrorOptions): Promise<void> {
  const service = connection.baseUrl.replace(/\/+$/, '');
  const states = await store.states.all();
  // A mistyped address can be corrected until the first load starts.
  if (states.phase !== undefined && states.service !== service)
    throw new TargetError(
      `The mirror at ${withoutCredentials(target)} is a copy of ${states.service}, not of ${service}. Use another target, or delete this one.`,
    );
  await store.transaction(async () => {
    await store.states.set('service', service);
    // The positions in one mode's streams mean nothing to the other mode.
    if (states.mode !== undefined && states.mode !== mode && states.phase !== undefined)
      await store.states.set('reload', `the mirror used the mode ${states.mode} before`);
    await store.states.set('mode', mode);
  });
}

function reasonToReload(error: unknown): string | undefined {
  if (error instanceof ReloadNeeded) return error.message;
  if (isCursorRefused(error)) return positionLost(error as Error).message;
  return undefined;
}
