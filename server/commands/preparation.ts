import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { CommandError } from './command.ts';
import type {
  MessageFromPreparation,
  MessageToPreparation,
  PreparationOrder,
  Prepared,
} from './preparation-messages.ts';

const RESULTS: readonly string[] = ['prepared', 'failed', 'interrupted'];

/** The process that prepares the service. It loads its code from the moment this object is created. */
export class Preparation {
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  #isInterrupted = false;

  constructor() {
    this.#child = fork(join(import.meta.dirname, 'preparation-process.ts'), [], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#exited = waitForEnd(this.#child);
  }

  /** Resolves when the process has exited, with undefined if the preparation was interrupted. */
  async run(order: PreparationOrder, onStep: (what: string) => void): Promise<Prepared | undefined> {
    let result: Exclude<MessageFromPreparation, { type: 'step' }> | undefined;
    this.#child.on('message', (message: MessageFromPreparation) => {
      if (message.type === 'step') onStep(message.what);
      // With node --watch, the names of loaded files arrive too.
      else if (RESULTS.includes(message.type)) result = message;
    });
    this.#send({ type: 'start', order });
    await this.#exited;
    if (result?.type === 'prepared') return result.prepared;
    if (result?.type === 'interrupted' || this.#isInterrupted) return undefined;
    if (result?.type === 'failed') throw new CommandError(result.message);
    const { exitCode, signalCode } = this.#child;
    const cause = signalCode === null ? `exit code ${exitCode}` : `signal ${signalCode}`;
    throw new CommandError(`The preparation of the service ended with ${cause}. Run "npx stellwerk doctor".`);
  }

  /** Ends the preparation after the step that is running. */
  interrupt(): void {
    this.#isInterrupted = true;
    this.#send({ type: 'stop' });
  }

  /** Ends the process at once, if it still runs. */
  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill('SIGKILL');
    await this.#exited;
  }

  #send(message: MessageToPreparation): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }
}

/** Resolves when the process has exited and all its messages have been read, or when it could not be started. */
async function waitForEnd(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve) => {
    child.once('exit', resolve);
    // Also emitted when a message cannot be sent, because the process has just exited.
    child.on('error', () => {
      if (child.pid === undefined) resolve();
    });
  });
  if (child.connected) await new Promise<void>((resolve) => child.once('disconnect', resolve));
}
