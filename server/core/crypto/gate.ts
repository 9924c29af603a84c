/** Thrown by `Gate.run` if the queue is full. */
export class GateFullError extends Error {
  override readonly name = 'GateFullError';
}

/** Runs a few tasks at once, lets a few more wait for their turn, and rejects the rest immediately. */
export class Gate {
  readonly #limits: { running: number; waiting: number };
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: { running: number; waiting: number }) {
    this.#limits = limits;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.running) this.#running++;
    else if (this.#waiting.length < this.#limits.waiting)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else throw new GateFullError('Too many tasks are waiting.');
    try {
      return await task();
    } finally {
      // The next task takes over the place, so that a new one cannot overtake it.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
