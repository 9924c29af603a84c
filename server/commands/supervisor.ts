import cluster, { type Worker } from 'node:cluster';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { FromProcess, ToProcess, WorkOrder } from '../service-process.ts';
import { CommandError } from './command.ts';
import { toPortFault } from './port.ts';

/** A process that dies younger than this has not got going. */
const QUICK_DEATH_MS = 10_000;
const QUICK_DEATHS = 3;
const LONGEST_PAUSE_MS = 30_000;
/** Requests that are running at the stop may take this long. */
const DRAIN_MS = 30_000;
/** A process that is too busy to tell what it has counted is left out. */
const METRICS_MS = 2000;

interface Slot {
  number: number;
  worker: Worker | undefined;
  startedAtMs: number;
  isReady: boolean;
  quickDeaths: number;
  pause: NodeJS.Timeout | undefined;
}

/**
 * Runs the service's processes and replaces those that die. There is a child even when WORKERS is 1: what supervises
 * the database must not end with an error in a request, and one way to run is one less to get wrong. It costs the
 * memory of a bare Node process.
 */
export class Supervisor {
  readonly #slots: Slot[];
  readonly #log: Logger;
  readonly #orderOf: (slot: number) => WorkOrder;
  readonly #onFailure: (error: Error) => void;
  #waitingForReady: { resolve(): void; reject(error: Error): void } | undefined;
  readonly #metrics = new Map<number, (part: unknown) => void>();
  #metricsRound = 0;
  #isAnnounced = false;
  #isStopping = false;

  /** `onFailure` is called once, when a process cannot be kept running. */
  constructor(options: {
    processes: number;
    orderOf(slot: number): WorkOrder;
    log: Logger;
    onFailure(error: Error): void;
  }) {
    this.#log = options.log;
    this.#orderOf = options.orderOf;
    this.#onFailure = options.onFailure;
    this.#slots = Array.from({ length: options.processes }, (_, number) => ({
      number,
      worker: undefined,
      startedAtMs: 0,
      isReady: false,
      quickDeaths: 0,
      pause: undefined,
    }));
    cluster.setupPrimary({ exec: join(import.meta.dirname, '../service-process.ts'), execArgv: [] });
  }

  /** Resolves when all processes work. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waitingForReady = { resolve, reject };
      for (const slot of this.#slots) this.#fork(slot);
    });
  }

  /** From now on the processes log everything. */
  announce(): void {
    this.#isAnnounced = true;
    for (const slot of this.#slots) if (slot.isReady) this.#send(slot, { type: 'announced' });
  }

  /** Gives every process new orders by replacing it. */
  restart(): void {
    for (const { worker } of this.#slots) worker?.process.kill('SIGKILL');
  }

  /** Lets the running requests finish, half a minute at most. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const running = this.#end();
    for (const slot of this.#slots) {
      // One that is still starting has nothing to finish.
      if (slot.isReady) this.#send(slot, { type: 'stop' });
      else slot.worker?.process.kill('SIGKILL');
    }
    const timer = setTimeout(() => this.kill(), DRAIN_MS);
    await Promise.all(running);
    clearTimeout(timer);
  }

  kill(): void {
    this.#isStopping = true;
    this.#end();
    for (const { worker } of this.#slots) worker?.process.kill('SIGKILL');
  }

  #end(): Promise<unknown>[] {
    return this.#slots.map(({ worker, pause }) => {
      clearTimeout(pause);
      if (worker === undefined || worker.process.exitCode !== null || worker.process.signalCode !== null)
        return Promise.resolve();
      return new Promise((resolve) => worker.process.once('exit', resolve));
    });
  }

  #fork(slot: Slot): void {
    const worker = cluster.fork();
    slot.worker = worker;
    slot.startedAtMs = Date.now();
    slot.isReady = false;
    let failure: Extract<FromProcess, { type: 'failed' }> | undefined;
    worker.on('message', (message: FromProcess) => {
      if (message.type === 'ready') this.#onReady(slot);
      else if (message.type === 'failed') failure = message;
      else if (message.type === 'metricsAsked') this.#gatherMetrics(slot);
      else if (message.type === 'metricsPart') this.#metrics.get(message.round)?.(message.part);
    });
    // A message to a process that has just died; its exit is what counts.
    worker.on('error', () => {});
    worker.once('exit', (code, signal) => this.#onExit(slot, code, signal, failure));
    this.#send(slot, { type: 'work', order: this.#orderOf(slot.number) });
  }

  /** Asks every process what it has counted and tells the one that was asked by a scrape. */
  #gatherMetrics(asker: Slot): void {
    const round = this.#metricsRound++;
    const parts: unknown[] = [];
    const asked = this.#slots.filter(({ isReady }) => isReady);
    const finish = () => {
      clearTimeout(timer);
      if (this.#metrics.delete(round)) this.#send(asker, { type: 'metricsGathered', round, parts });
    };
    const timer = setTimeout(finish, METRICS_MS);
    this.#metrics.set(round, (part) => {
      if (part !== undefined) parts.push(part);
      if (parts.length === asked.length) finish();
    });
    for (const slot of asked) this.#send(slot, { type: 'metricsWanted', round });
  }

  #send(slot: Slot, message: ToProcess): void {
    if (slot.worker?.isConnected()) slot.worker.send(message, () => {});
  }

  #onReady(slot: Slot): void {
    slot.isReady = true;
    if (this.#isAnnounced) this.#send(slot, { type: 'announced' });
    if (this.#slots.every(({ isReady }) => isReady)) {
      this.#waitingForReady?.resolve();
      this.#waitingForReady = undefined;
    }
  }

  #onExit(
    slot: Slot,
    code: number | null,
    signal: string | null,
    failure: { code: string | undefined; message: string } | undefined,
  ): void {
    slot.worker = undefined;
    slot.isReady = false;
    if (this.#isStopping) return;
    const livedMs = Date.now() - slot.startedAtMs;
    const how = failure?.message ?? (signal === null ? `exit code ${code}` : `signal ${signal}`);
    const portFault = toPortFault(failure?.code, this.#orderOf(slot.number).settings);
    if (portFault !== undefined && this.#waitingForReady !== undefined) {
      this.#fail(portFault);
      return;
    }
    slot.quickDeaths = livedMs < QUICK_DEATH_MS ? slot.quickDeaths + 1 : 0;
    if (slot.quickDeaths >= QUICK_DEATHS) {
      const seconds = QUICK_DEATH_MS / 1000;
      this.#fail(
        new CommandError(
          `A process of the service ended ${QUICK_DEATHS} times within ${seconds} seconds of its start, last with: ${how}. Run "npx stellwerk doctor".`,
        ),
      );
      return;
    }
    const pauseMs = Math.min(LONGEST_PAUSE_MS, slot.quickDeaths === 0 ? 0 : 250 * 2 ** slot.quickDeaths);
    this.#log.error({ process: slot.number, how, livedMs, pauseMs }, 'a process ended; starting another');
    slot.pause = setTimeout(() => this.#fork(slot), pauseMs);
  }

  #fail(error: Error): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#waitingForReady?.reject(error);
    if (this.#waitingForReady === undefined) this.#onFailure(error);
    this.#waitingForReady = undefined;
  }
}
