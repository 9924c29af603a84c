import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Mirror } from '../../../sdk/mirror/index.ts';
import type { Client } from './client.ts';
import type { Database } from './database.ts';
import type { Installation } from './installation.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';

const HOUR_MS = 3_600_000;
const PAUSE_MS = 300;
const PAGE = 200;

export interface FeedEntry {
  cursor: string;
  entity: string;
  change: string;
  id: number;
  changedAtUtc: string;
}

/** Follows the feed as an integrator does: it stores the cursor with what it has read, and repeats a page that failed. */
export class FeedReader {
  readonly entries: FeedEntry[] = [];
  readonly #client: Client;
  #cursor = '';

  constructor(client: Client) {
    this.#client = client;
  }

  async run(shouldContinue: () => boolean): Promise<void> {
    while (shouldContinue()) {
      await this.step();
      await delay(PAUSE_MS);
    }
  }

  /** Reads a page. Returns whether there is another one, or undefined if the service does not answer. */
  async step(limit = PAGE): Promise<boolean | undefined> {
    const answer = await this.#client.get(
      `/changes?limit=${limit}${this.#cursor && `&cursor=${this.#cursor}`}`,
    );
    if (answer?.status !== 200) return undefined;
    const page = answer.json();
    this.entries.push(...page.changes);
    this.#cursor = page.nextCursor;
    return page.hasMore;
  }
}

/** The three streams of windows, with the type of their records in the change log. */
export const STREAMS = {
  candidate: '/candidates/export/candidates/changes',
  document: '/candidates/export/documents/changes',
  company: '/customers/changes',
} as const;

export type WindowLists = Record<'new' | 'modified' | 'deleted', number[]>;

/** Reads every hour once, as soon as it has ended, and keeps what it saw. */
export class WindowReader {
  /** By stream and start of the hour in milliseconds. */
  readonly seen = new Map<string, WindowLists>();
  readonly #client: Client;
  readonly #database: Database;
  readonly #fromMs: number;

  constructor(client: Client, database: Database) {
    this.#client = client;
    this.#database = database;
    this.#fromMs = hourOf(database.nowMs());
  }

  async run(shouldContinue: () => boolean): Promise<void> {
    while (shouldContinue()) {
      await this.readEnded();
      await delay(PAUSE_MS);
    }
  }

  /** Reads the hours that have ended since the last call. */
  async readEnded(): Promise<void> {
    for (let hourMs = this.#fromMs; hourMs < hourOf(this.#database.nowMs()); hourMs += HOUR_MS)
      for (const entity of Object.keys(STREAMS) as (keyof typeof STREAMS)[]) {
        const key = `${entity} ${hourMs}`;
        if (this.seen.has(key)) continue;
        const lists = await readWindow(this.#client, entity, hourMs);
        if (lists !== undefined) this.seen.set(key, lists);
      }
  }
}

/** The ids of an hour that has ended. Undefined if it has not, or if the service does not answer. */
export async function readWindow(
  client: Client,
  entity: keyof typeof STREAMS,
  hourMs: number,
): Promise<WindowLists | undefined> {
  const at = new Date(hourMs).toISOString();
  const path = `${STREAMS[entity]}/${at.slice(0, 10)}/${at.slice(11, 13)}`;
  // 404: the clock was stepped back before this hour meanwhile.
  const answer = await client.get(path, { accepts: [404] });
  if (answer?.status !== 200 || answer.headers['window-complete'] !== 'true') return undefined;
  const body = answer.json();
  const idsOf = (list: { id: number }[]) => list.map(({ id }) => id).sort((a, b) => a - b);
  return { new: idsOf(body.new), modified: idsOf(body.modified), deleted: idsOf(body.deleted) };
}

export function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS;
}

/** Reads acknowledged records and lists at random. */
export async function readAtRandom(
  client: Client,
  ledger: Ledger,
  random: Random,
  shouldContinue: () => boolean,
): Promise<void> {
  while (shouldContinue()) {
    const known = ledger.records[random.integer(0, ledger.records.length)];
    const path = known?.id === undefined ? '/masterdata/languages' : pathOf(known.entity, known.id);
    await client.get(random.chance(0.03) ? '/candidates/export/candidates' : path);
    await delay(random.integer(0, 100));
  }
}

export function pathOf(entity: 'candidate' | 'company', id: number): string {
  return entity === 'candidate' ? `/candidates/${id}` : `/customers/${id}`;
}

/** The mirror that ships with the client, with the file that it keeps. */
export class MirrorCopy {
  readonly file: string;
  readonly #mirror: Mirror;
  readonly findings: string[] = [];

  static async open({ access }: Installation, directory: string): Promise<MirrorCopy> {
    const file = join(directory, 'mirror.db');
    const { clientId, clientSecret, audience, origin } = access;
    const connection = {
      ...{ clientId, clientSecret, audience },
      baseUrl: `${origin}/v3`,
      authUrl: origin,
      customerName: 'Chaos',
      timeoutMs: 20_000,
    };
    return new MirrorCopy(
      file,
      await Mirror.open({ connection, target: file, pollMs: 1000, concurrency: 2 }),
    );
  }

  private constructor(file: string, mirror: Mirror) {
    this.file = file;
    this.#mirror = mirror;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#mirror.follow(signal);
      } catch (error) {
        this.findings.push(`${new Date().toISOString()} the mirror gave up: ${(error as Error).message}`);
        await delay(PAUSE_MS);
      }
    }
  }

  catchUp(): Promise<void> {
    return this.#mirror.catchUp();
  }

  close(): Promise<void> {
    return this.#mirror.close();
  }
}
