import { setTimeout as delay } from 'node:timers/promises';
import { Client } from './client.ts';
import { CREATED_TABLES, Creations } from './creations.ts';
import { faultsOf } from './oracle.ts';
import {
  type Answer,
  fillReferences,
  type PlannedRequest,
  referencesOf,
  type SentRequest,
} from './planned.ts';
import { Random } from './random.ts';
import { isOwnKey, Traffic } from './traffic.ts';
import type { ServedOperation, World } from './world.ts';

// Sends generated requests, several at once, and judges every response.

const REMEMBERED_REQUESTS = 300;
const MAXIMUM_FAILURES = 20;
const LANE_SEEDS = 7919;
const PAUSE_POLL_MS = 10;

export interface Failure {
  faults: string[];
  request: SentRequest;
  answer: Answer;
  /** The requests before it, and those that created what it uses. */
  before: SentRequest[];
}

interface StormOptions {
  seed: number;
  requests: number;
  concurrency: number;
  /** When no further request is sent, on the clock of performance.now(). */
  deadline?: number;
  /** Called with the first failure of each kind as soon as it is found. */
  onFailure?(failure: Failure): void;
}

export class Storm {
  readonly #world: World;
  readonly #options: StormOptions;
  readonly #client: Client;
  readonly #traffic: Traffic;
  readonly #creations = new Creations();
  readonly #patterns = new Map<string, RegExp>();
  readonly #makers = new Map<number, SentRequest>();
  readonly #recent: SentRequest[] = [];
  readonly #known = new Set<string>();
  #started = 0;
  #inFlight = 0;
  /** Resolves when requests may be sent again. Undefined if they may. */
  #pause: Promise<void> | undefined;
  readonly failures: Failure[] = [];
  /** How often each surface returned each status. */
  readonly statuses = new Map<string, number>();
  readonly succeeded = new Set<string>();
  sent = 0;

  constructor(world: World, options: StormOptions) {
    this.#world = world;
    this.#options = options;
    this.#client = new Client(world, options.concurrency);
    this.#traffic = new Traffic(world);
  }

  get created(): number {
    return this.#creations.count;
  }

  /** Lets the requests in flight end, and sends no other one until the action has ended. */
  async whilePaused<T>(action: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#pause = promise;
    try {
      while (this.#inFlight > 0) await delay(PAUSE_POLL_MS);
      return await action();
    } finally {
      this.#pause = undefined;
      resolve();
    }
  }

  /** Returns what was lost in the end. Failures of single requests are in `failures`. */
  async run(): Promise<string[]> {
    const { seed, concurrency } = this.#options;
    await Promise.all(Array.from({ length: concurrency }, (_, lane) => this.#lane(seed + lane * LANE_SEEDS)));
    await this.#client.close();
    return this.#creations.missing(this.#world);
  }

  get #isOver(): boolean {
    const { requests, deadline = Number.POSITIVE_INFINITY } = this.#options;
    return (
      this.#started >= requests || this.failures.length >= MAXIMUM_FAILURES || performance.now() > deadline
    );
  }

  async #lane(seed: number): Promise<void> {
    const random = new Random(seed);
    while (!this.#isOver) {
      const script = this.#traffic.next(random);
      let step = await script.next(undefined as never);
      while (step.done !== true && !this.#isOver) step = await script.next(await this.#send(step.value));
    }
  }

  async #send(planned: PlannedRequest): Promise<Answer> {
    while (this.#pause !== undefined) await this.#pause;
    this.#inFlight += 1;
    const request: SentRequest = { ...planned, number: ++this.#started };
    this.#recent.push(request);
    if (this.#recent.length > REMEMBERED_REQUESTS * 2) this.#recent.splice(0, REMEMBERED_REQUESTS);
    this.#noteDeletion(request);
    const answer = await this.#client.send(request);
    this.#inFlight -= 1;
    this.sent += 1;
    const name = `${request.surface} ${answer.status}`;
    this.statuses.set(name, (this.statuses.get(name) ?? 0) + 1);
    const faults = faultsOf(this.#world, this.#asJudged(request, answer), answer);
    if (faults.length > 0) this.#fail(request, answer, faults);
    else if (answer.status >= 200 && answer.status < 300) this.#noteSuccess(request, answer);
    return answer;
  }

  /** Keeps one failure of each kind. */
  #fail(request: SentRequest, answer: Answer, faults: string[]): void {
    const kind = `${request.operation ?? request.surface} ${faults.join().replaceAll(/\d+/g, '#').slice(0, 80)}`;
    if (this.#known.has(kind)) return;
    this.#known.add(kind);
    const recent = this.#recent.filter(({ number }) => number < request.number).slice(-REMEMBERED_REQUESTS);
    const all = new Map([...this.#makersOf(request), ...recent].map((one) => [one.number, one]));
    const before = [...all.values()].sort((a, b) => a.number - b.number);
    const failure = { faults, request, answer, before };
    this.failures.push(failure);
    this.#options.onFailure?.(failure);
  }

  /** The requests that created what this one uses, and what those use. */
  #makersOf(request: SentRequest): SentRequest[] {
    const makers = referencesOf(request).flatMap((number) => this.#makers.get(number) ?? []);
    return [...makers.flatMap((maker) => this.#makersOf(maker)), ...makers];
  }

  #noteSuccess(request: SentRequest, answer: Answer): void {
    if (request.operation === undefined) return;
    this.succeeded.add(request.operation);
    const table = CREATED_TABLES[request.operation];
    // With a key that another request has used, the response names a record that may have been deleted since.
    const key = request.headers['idempotency-key'];
    if (table === undefined || (key !== undefined && !isOwnKey(key))) return;
    const id = String(JSON.parse(answer.body.toString('utf8')).id);
    this.#client.ids.set(request.number, id);
    this.#makers.set(request.number, request);
    const owners = [...this.#recordsOf(request), [table, id]].map(([of, value]) => `${of} ${value}`);
    this.#creations.add({ number: request.number, table, id, owners });
  }

  #noteDeletion(request: SentRequest): void {
    if (request.method !== 'DELETE' || request.operation === undefined) return;
    const last = this.#recordsOf(request).at(-1);
    if (last !== undefined) this.#creations.noteDeletion(...last);
  }

  /**
   * An application can find the candidate of another story by the email address. That candidate is then known under two
   * numbers, and a deletion by one of them ends the story of the other.
   */
  #asJudged(request: SentRequest, { status }: Answer): SentRequest {
    if (status !== 404 || request.expected === undefined || request.operation === undefined) return request;
    const own = request.method === 'DELETE' ? 1 : 0;
    const isDeleted = this.#recordsOf(request).some(
      ([table, id]) => this.#creations.deletionsOf(`${table} ${id}`) > own,
    );
    return isDeleted ? { ...request, expected: undefined } : request;
  }

  /** Table and id of the records that the path names. */
  #recordsOf(request: SentRequest): [string, string][] {
    const operation = this.#world.operations.get(request.operation!)!;
    const values = this.#pattern(operation).exec(
      fillReferences(request.path, this.#client.ids).split('?')[0]!,
    );
    return [...operation.tables].map(([name, table]) => [table, values?.groups?.[name] ?? '']);
  }

  #pattern({ key, path, prefix }: ServedOperation): RegExp {
    const known = this.#patterns.get(key);
    if (known !== undefined) return known;
    const pattern = new RegExp(`^${prefix}${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    this.#patterns.set(key, pattern);
    return pattern;
  }
}
