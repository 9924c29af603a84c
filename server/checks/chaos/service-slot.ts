import { setTimeout as delay } from 'node:timers/promises';
import { crashesOf, type RunningService, startService } from '../../testing/command-line.ts';
import { commandLine, processTree } from '../../testing/processes.ts';
import { signal } from './database.ts';

const RETRY_MS = 1000;
const OUTPUT_SHOWN = 600;

/** A service that is started again whenever it ends, as an operator's service manager does. */
export class ServiceSlot {
  readonly name: string;
  readonly #dataDirectory: string;
  readonly #environment: Record<string, string>;
  #service: RunningService | undefined;
  #isStopping = false;
  #isKilled = false;
  #running: Promise<void> = Promise.resolve();
  restarts = 0;
  /** The ends of the service that nobody caused. */
  readonly #ends: string[] = [];
  /** What the services that have ended have written. */
  #outputs = '';

  constructor(name: string, dataDirectory: string, environment: Record<string, string>) {
    this.name = name;
    this.#dataDirectory = dataDirectory;
    this.#environment = environment;
  }

  async start(): Promise<void> {
    await this.#startOnce();
    this.#running = this.#supervise();
  }

  /** The process that supervises, and the processes that work. Empty while the service is down. */
  async processes(): Promise<{ primary: number | undefined; workers: number[] }> {
    const { pid: primary, exitCode, signalCode } = this.#service?.process ?? {};
    if (primary === undefined || exitCode !== null || signalCode !== null)
      return { primary: undefined, workers: [] };
    const workers: number[] = [];
    for (const pid of (await processTree(primary)).slice(1))
      if ((await commandLine(pid)).includes('service-process')) workers.push(pid);
    return { primary, workers };
  }

  async kill(): Promise<void> {
    const { primary } = await this.processes();
    if (primary === undefined) return;
    this.#isKilled = true;
    signal(primary, 'SIGKILL');
  }

  /** The lines of the log with this text. */
  logLines(text: string): string[] {
    return this.#output()
      .split('\n')
      .filter((line) => line.includes(text));
  }

  /** The ends that nobody caused: of the service, and of its processes. */
  findings(): string[] {
    return [...this.#ends, ...crashesOf(this.#output())];
  }

  #output(): string {
    return this.#outputs + (this.#service?.output() ?? '');
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#service?.process.kill('SIGTERM');
    await this.#running;
  }

  async #startOnce(): Promise<void> {
    this.#service = await startService(this.#dataDirectory, this.#environment, ['--empty']);
  }

  async #supervise(): Promise<void> {
    while (!this.#isStopping) {
      const { code } = await this.#service!.finished;
      if (this.#isStopping) return;
      const output = this.#service!.output();
      this.#outputs += output;
      if (!this.#isKilled) {
        this.#ends.push(
          `${new Date().toISOString()} the service ${this.name} ended by itself with ${code}: ${output.slice(-OUTPUT_SHOWN)}`,
        );
      }
      this.#isKilled = false;
      await this.#restart();
    }
  }

  async #restart(): Promise<void> {
    for (;;) {
      if (this.#isStopping) return;
      try {
        this.restarts++;
        await this.#startOnce();
        return;
      } catch {
        // What it needs is away, so it does not start. A service manager tries again.
        await delay(RETRY_MS);
      }
    }
  }
}
