/** What a mirror tells while it works. */
export type MirrorEvent =
  | { type: 'phase'; phase: Phase; total: number | undefined }
  | { type: 'progress'; phase: Phase; done: number; total: number | undefined }
  | { type: 'phaseDone'; phase: Phase; done: number; seconds: number }
  /** Everything is read again, and why. */
  | { type: 'reload'; reason: string }
  /** The copy has everything that the service showed when it was asked last. */
  | { type: 'caughtUp'; changes: number }
  /** Changes were applied. */
  | { type: 'changes'; changes: number; fetched: number }
  /** The service is away: the mirror waits and goes on. */
  | { type: 'retry'; error: unknown; delayMs: number }
  | { type: 'warning'; message: string };

/** Parts of a load. */
export type Phase = 'masterdata' | 'inventory' | 'candidates' | 'records' | 'contents' | 'verify';

export type Listener = (event: MirrorEvent) => void;

/** Tells of a phase: its begin, its progress a few times a second, its end. */
export class PhaseProgress {
  readonly #listener: Listener;
  readonly #phase: Phase;
  readonly #total: number | undefined;
  readonly #startedMs = performance.now();
  #done = 0;
  #toldMs = 0;

  constructor(listener: Listener, phase: Phase, total?: number) {
    this.#listener = listener;
    this.#phase = phase;
    this.#total = total;
    listener({ type: 'phase', phase, total });
  }

  add(count: number): void {
    this.#done += count;
    const nowMs = performance.now();
    if (nowMs - this.#toldMs < 200) return;
    this.#toldMs = nowMs;
    this.#listener({ type: 'progress', phase: this.#phase, done: this.#done, total: this.#total });
  }

  end(): void {
    const seconds = (performance.now() - this.#startedMs) / 1000;
    this.#listener({ type: 'phaseDone', phase: this.#phase, done: this.#done, seconds });
  }
}
