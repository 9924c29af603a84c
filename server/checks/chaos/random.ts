/** A reproducible source of random numbers (mulberry32). The same seed returns the same sequence. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** At least 0, less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Both bounds included. */
  integer(minimum: number, maximum: number): number {
    return minimum + Math.floor(this.next() * (maximum - minimum + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.integer(0, list.length - 1)]!;
  }

  shuffle<T>(list: readonly T[]): T[] {
    const left = [...list];
    const shuffled: T[] = [];
    while (left.length > 0) shuffled.push(...left.splice(this.integer(0, left.length - 1), 1));
    return shuffled;
  }

  bytes(count: number): Buffer {
    const bytes = Buffer.alloc(count);
    for (let index = 0; index < count; index++) bytes[index] = this.integer(0, 255);
    return bytes;
  }

  /** An independent source, so that the timing of one user does not change what another one gets. */
  fork(): Random {
    return new Random(this.integer(0, 2 ** 32 - 1));
  }
}
