/** What a mirror reports while it works. */
export type MirrorEvent =
  | { type: 'phase'; phase: Phase; total: number | undefined }
  | { type: 'progress'; phase: Phase; done: number; total: number | undefined }
  | { type: 'phaseDone'; phase: Phase; done: number; seconds: number }
  /** Everything will be read again, for this reason. */
  | { type: 'reload'; reason: string }
  /** The copy is up to date with the last poll. */
  | { type: 'caughtUp'; changes: number }
  /** This many changes were applied, by fetching this many records. */
  | { type: 'changes'; changes: number; fetched: number }
  /** The service is unavailable or being updated. The mirror tries again after the delay. */
  | { type: 'retry'; error: unknown; delayMs: number }
  /** The service could not send the contents of these documents. While it follows, it asks for them again after the delay. */
  | { type: 'unreadable'; ids: readonly number[]; delayMs?: number }
  | { type: 'warning'; message: string };

/** A part of a load, or of a comparison. */
export type Phase = 'masterdata' | 'inventory' | 'candidates' | 'records' | 'contents' | 'verify';

export type Listener = (event: MirrorEvent) => void;

/** Reports a phase: its start, its progress a few times per second, and its end. */
export class PhaseProgress {
  readonly #listener: Listener;
  readonly #phase: Phase;
  readonly #total: number | undefined;
  readonly #startedMs = performance.now();
  #done = 0;
  #reportedMs = 0;

  constructor(listener: Listener, phase: Phase, total?: number) {
    this.#listener = listener;
    this.#phase = phase;
    this.#total = total;
    listener({ type: 'phase', phase, total });
  }

  add(count: number): void {
    this.#done += count;
    const nowMs = performance.now();
    if (nowMs - this.#reportedMs < 200) return;
    this.#reportedMs = nowMs;
    this.#listener({ type: 'progress', phase: this.#phase, done: this.#done, total: this.#total });
  }

  end(): void {
    const seconds = (performance.now() - this.#startedMs) / 1000;
    this.#listener({ type: 'phaseDone', phase: this.#phase, done: this.#done, seconds });
  }
}
