import type { Worker } from 'node:cluster';
import type { MessageToProcess, Question } from '../service-process.ts';

/** More than a process needs for its own checks, and less than the two seconds that callers of health and metrics wait. */
const DEADLINE_MS = 1600;

/** Asks processes over their IPC channels. Every response comes within DEADLINE_MS, whatever the processes do. */
export class ProcessQuestions {
  #round = 0;
  readonly #pending = new Map<number, (process: Worker, value: unknown) => void>();
  /** Callers that ask while the same question is open share its responses, so that rounds cannot pile up. */
  readonly #shared = new Map<Question, Promise<unknown[]>>();

  /** The responses in the order of the processes. Undefined for a process that does not respond in time. */
  ask(question: Question, processes: readonly Worker[]): Promise<unknown[]> {
    const running = this.#shared.get(question);
    if (running !== undefined) return running;
    const asking = this.#askNow(question, processes).finally(() => this.#shared.delete(question));
    this.#shared.set(question, asking);
    return asking;
  }

  onResponse(process: Worker, round: number, value: unknown): void {
    this.#pending.get(round)?.(process, value);
  }

  #askNow(question: Question, processes: readonly Worker[]): Promise<unknown[]> {
    const round = this.#round++;
    const values = new Map<Worker, unknown>();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, DEADLINE_MS);
    this.#pending.set(round, (process, value) => {
      values.set(process, value);
      if (values.size === processes.length) resolve();
    });
    const message: MessageToProcess = { type: 'ask', question, round };
    for (const process of processes) if (process.isConnected()) process.send(message, () => {});
    if (processes.length === 0) resolve();
    return promise.then(() => {
      clearTimeout(timer);
      this.#pending.delete(round);
      return processes.map((process) => values.get(process));
    });
  }
}
