import { memoryMiB } from '../../testing/processes.ts';
import type { ServiceSlot } from './service-slot.ts';

const INTERVAL_MS = 3000;
const MAXIMUM_MIB = 1024;
/** A process must have been seen this often to tell growth from its start: three minutes. */
const ENOUGH_SAMPLES = 60;
const GROWTH = 1.5;
const SPARE_MIB = 64;

/** Samples the memory of all processes of the services. */
export class MemoryWatch {
  readonly #services: readonly ServiceSlot[];
  readonly #samples = new Map<number, number[]>();
  readonly #timer: NodeJS.Timeout;
  peakMiB = 0;

  constructor(services: readonly ServiceSlot[]) {
    this.#services = services;
    this.#timer = setInterval(() => void this.#sample(), INTERVAL_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  findings(): string[] {
    const findings: string[] = [];
    for (const [pid, samples] of this.#samples) {
      const highest = samples.reduce((a, b) => Math.max(a, b), 0);
      if (highest > MAXIMUM_MIB) findings.push(`The process ${pid} reached ${Math.round(highest)} MiB.`);
      if (samples.length < ENOUGH_SAMPLES) continue;
      const quarter = Math.floor(samples.length / 4);
      const before = median(samples.slice(quarter, 2 * quarter));
      const after = median(samples.slice(-quarter));
      if (after > before * GROWTH + SPARE_MIB)
        findings.push(`The process ${pid} grew from ${Math.round(before)} to ${Math.round(after)} MiB.`);
    }
    return findings;
  }

  async #sample(): Promise<void> {
    for (const service of this.#services) {
      const { primary, workers } = await service.processes();
      for (const pid of [primary, ...workers]) {
        if (pid === undefined) continue;
        const memory = await memoryMiB(pid).catch(() => undefined);
        if (memory === undefined) continue;
        this.peakMiB = Math.max(this.peakMiB, memory.resident);
        this.#samples.set(pid, [...(this.#samples.get(pid) ?? []), memory.resident]);
      }
    }
  }
}

function median(samples: readonly number[]): number {
  return [...samples].sort((a, b) => a - b)[Math.floor(samples.length / 2)]!;
}
