import cluster, { type Worker } from 'node:cluster';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { CountTotals } from '../core/metrics/count-totals.ts';
import type { MessageFromProcess, MessageToProcess, ProcessOptions, Question } from '../service-process.ts';
import { CommandError } from './command.ts';
import { closeUnconfirmedConnections } from './handed-connections.ts';
import { explainPortError } from './port.ts';
import { ProcessQuestions } from './process-questions.ts';

/** A process that exits within this time, or before it is ready, has failed to start. */
const FAILED_START_MS = 10_000;
/** Of each process, during the start of the service. Later, a process is started again without end. */
const MAXIMUM_FAILED_STARTS = 3;
const MAXIMUM_DELAY_MS = 30_000;
/** The longest that a stop waits for running requests. */
const RUNNING_REQUESTS_MS = 30_000;

interface Slot {
  number: number;
  worker: Worker | undefined;
  startedAtMs: number;
  hasStarted: boolean;
  isReady: boolean;
  failedStarts: number;
  restartTimer: NodeJS.Timeout | undefined;
}

/**
 * Runs the processes of the service and replaces those that exit. There is a child process even if WORKERS is 1, because an
 * error in a request must not end the process that supervises the database, and because one code path is simpler than two.
 * It costs the memory of a bare Node process.
 */
export class Supervisor {
  readonly #slots: Slot[];
  readonly #log: Logger;
  readonly #optionsOf: (slot: number) => ProcessOptions;
  #waitingForReady: { resolve(): void; reject(error: Error): void } | undefined;
  readonly #questions = new ProcessQuestions();
  readonly #counts = new CountTotals();
  #restarts = 0;
  #logsEnabled = false;
  #isDraining = false;
  #isStopping = false;

  constructor(options: {
    processes: number;
    optionsOf(slot: number): ProcessOptions;
    log: Logger;
  }) {
    this.#log = options.log;
    this.#optionsOf = options.optionsOf;
    this.#slots = Array.from({ length: options.processes }, (_, number) => ({
      number,
      worker: undefined,
      startedAtMs: 0,
      hasStarted: false,
      isReady: false,
      failedStarts: 0,
      restartTimer: undefined,
    }));
    cluster.setupPrimary({
      exec: join(import.meta.dirname, '../service-process.ts'),
      // Not those of this process: `npm run dev` runs it with --watch.
      execArgv: [],
    });
  }

  /**
   * Resolves when all processes are ready. Rejects if a process cannot be started. Afterwards, the service never gives up: what
   * stops a process from starting, such as a database that is away, can end at any time.
   */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waitingForReady = { resolve, reject };
      for (const slot of this.#slots) this.#fork(slot);
    });
  }

  /** Makes all processes log at the configured level. */
  enableLogs(): void {
    this.#logsEnabled = true;
    for (const slot of this.#slots) if (slot.isReady) this.#send(slot, { type: 'enableLogs' });
  }

  /** Asks each process that is ready. Undefined stands for one that does not respond within two seconds. */
  ask(question: Question): Promise<unknown[]> {
    const ready = this.#slots.flatMap(({ worker, isReady }) =>
      isReady && worker !== undefined ? [worker] : [],
    );
    return this.#questions.ask(question, ready);
  }

  /**
   * In the format that prom-client merges: the gauges of each process, what all have counted, and the metrics of the supervisor.
   * A process that does not respond is missing in the gauges only.
   */
  async collectMetrics(): Promise<unknown[]> {
    const gauges = (await this.ask('metrics')).filter((part) => part !== undefined);
    const ready = this.#slots.filter(({ isReady }) => isReady).length;
    return [
      ...gauges,
      this.#counts.toMetrics(),
      [
        toMetric('service_processes_expected', 'gauge', 'The setting WORKERS.', this.#slots.length),
        toMetric('service_processes_ready', 'gauge', 'Processes that have started.', ready),
        toMetric(
          'service_process_restarts_total',
          'counter',
          'Processes that ended and were replaced.',
          this.#restarts,
        ),
      ],
    ];
  }

  /** Replaces every process, so that each gets new options. */
  restart(): void {
    for (const { worker } of this.#slots) worker?.process.kill('SIGKILL');
  }

  /** The processes go on serving, and lead callers elsewhere. So do those that replace them. */
  drain(): void {
    this.#isDraining = true;
    for (const slot of this.#slots) this.#send(slot, { type: 'drain' });
  }

  /** Waits at most 30 seconds for running requests. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const running = this.#awaitExits();
    for (const slot of this.#slots) {
      // A process that has not started has neither requests nor jobs. One that has can still wait for the database of its background work.
      if (slot.isReady || slot.hasStarted) this.#send(slot, { type: 'stop' });
      else slot.worker?.process.kill('SIGKILL');
    }
    const timer = setTimeout(() => this.kill(), RUNNING_REQUESTS_MS);
    await Promise.all(running);
    clearTimeout(timer);
  }

  kill(): void {
    this.#isStopping = true;
    this.#awaitExits();
    for (const { worker } of this.#slots) worker?.process.kill('SIGKILL');
  }

  #awaitExits(): Promise<unknown>[] {
    return this.#slots.map(({ worker, restartTimer }) => {
      clearTimeout(restartTimer);
      if (worker?.process.pid === undefined) return Promise.resolve();
      const { process } = worker;
      if (process.exitCode !== null || process.signalCode !== null) return Promise.resolve();
      return new Promise((resolve) => process.once('exit', resolve));
    });
  }

  #fork(slot: Slot): void {
    slot.startedAtMs = Date.now();
    slot.hasStarted = false;
    slot.isReady = false;
    let worker: Worker;
    try {
      worker = cluster.fork();
    } catch (error) {
      // Depending on its cause, Node throws it or emits it: see below.
      this.#onExit(slot, null, null, { code: undefined, message: (error as Error).message });
      return;
    }
    closeUnconfirmedConnections(worker);
    slot.worker = worker;
    let failure: Extract<MessageFromProcess, { type: 'failed' }> | undefined;
    worker.on('message', (message: MessageFromProcess) => {
      if (message.type === 'started') slot.hasStarted = true;
      else if (message.type === 'ready') this.#onReady(slot);
      else if (message.type === 'failed') failure = message;
      else if (message.type === 'metricsRequested') void this.#sendMetrics(slot);
      else if (message.type === 'counted') this.#counts.add(message.counted);
      else if (message.type === 'response') this.#questions.onResponse(worker, message.round, message.value);
    });
    worker.on('error', ({ message }) => {
      // Sending to a process that has just exited fails. The exit handler replaces the process.
      if (worker.process.pid !== undefined || slot.worker !== worker) return;
      // It has never run, so it does not exit: the system has no process or no file descriptor left, or the program is being replaced.
      delete cluster.workers![worker.id];
      this.#onExit(slot, null, null, { code: undefined, message });
    });
    worker.once('exit', (code, signal) => this.#onExit(slot, code, signal, failure));
    this.#send(slot, { type: 'start', options: this.#optionsOf(slot.number) });
    if (this.#isDraining) this.#send(slot, { type: 'drain' });
  }

  /** For a scrape of the public port, which reaches only one of the processes. */
  async #sendMetrics(requester: Slot): Promise<void> {
    this.#send(requester, { type: 'metricsCollected', parts: await this.collectMetrics() });
  }

  #send(slot: Slot, message: MessageToProcess): void {
    if (slot.worker?.isConnected()) slot.worker.send(message, () => {});
  }

  #onReady(slot: Slot): void {
    slot.isReady = true;
    if (this.#logsEnabled) this.#send(slot, { type: 'enableLogs' });
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
    const wasReady = slot.isReady;
    slot.worker = undefined;
    slot.isReady = false;
    if (this.#isStopping) return;
    const uptimeMs = Date.now() - slot.startedAtMs;
    const cause = failure?.message ?? (signal === null ? `exit code ${code}` : `signal ${signal}`);
    const portError = explainPortError(failure?.code, this.#optionsOf(slot.number).settings);
    if (portError !== undefined && this.#waitingForReady !== undefined) {
      this.#fail(portError);
      return;
    }
    slot.failedStarts = uptimeMs < FAILED_START_MS || !wasReady ? slot.failedStarts + 1 : 0;
    if (this.#waitingForReady !== undefined && slot.failedStarts >= MAXIMUM_FAILED_STARTS) {
      const seconds = FAILED_START_MS / 1000;
      this.#fail(
        new CommandError(
          `A service process exited ${MAXIMUM_FAILED_STARTS} times within ${seconds} seconds of its start, most recently with: ${cause}. Run "npx stellwerk doctor".`,
        ),
      );
      return;
    }
    const { failedStarts } = slot;
    const delayMs =
      failedStarts === 0 ? 0 : Math.min(MAXIMUM_DELAY_MS, 250 * 2 ** Math.min(failedStarts, 10));
    this.#log.error({ process: slot.number, cause, uptimeMs, delayMs }, 'a process exited, starting another');
    this.#restarts += 1;
    slot.restartTimer = setTimeout(() => this.#fork(slot), delayMs);
  }

  #fail(error: Error): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#waitingForReady?.reject(error);
    this.#waitingForReady = undefined;
  }
}

// By hand: prom-client is too large for a process that only supervises.
function toMetric(name: string, type: 'gauge' | 'counter', help: string, value: number) {
  return { name, type, help, aggregator: 'sum', values: [{ value, labels: {} }] };
}
