import { type FaultName, faultOf } from './faults.ts';
import type { Random } from './random.ts';

export interface PlannedFault {
  name: FaultName;
  atSeconds: number;
  forSeconds: number;
  /** What the fault itself chooses at random. */
  random: Random;
}

interface PlanOptions {
  random: Random;
  faults: readonly FaultName[];
  seconds: number;
  /** A fault lasts at most this long. */
  longestSeconds: number;
}

const FIRST_AT_SECONDS = 2;
const OVERLAP = 0.25;

/**
 * Which fault begins when and lasts how long. Each fault is drawn once before one is drawn again. A quarter of them begin
 * while another one lasts, but never two of the same target.
 */
export function makePlan({ random, faults, seconds, longestSeconds }: PlanOptions): PlannedFault[] {
  const plan: PlannedFault[] = [];
  let deck: FaultName[] = [];
  let atSeconds = FIRST_AT_SECONDS;
  let freeSeconds = 0;
  const busyUntil = new Map<string, number>();
  for (;;) {
    if (deck.length === 0) deck = random.shuffle(faults);
    const name = deck.pop()!;
    const fault = faultOf(name);
    const previous = plan.at(-1);
    if (previous !== undefined) {
      const isOverlapping = faultOf(previous.name).target !== fault.target && random.chance(OVERLAP);
      const pause = 0.5 + 2 * random.next();
      atSeconds = isOverlapping ? previous.atSeconds + previous.forSeconds / 2 : freeSeconds + pause;
    }
    atSeconds = Math.max(atSeconds, busyUntil.get(fault.target) ?? 0);
    const [shortest, longest] = fault.seconds;
    const forSeconds = Math.min(shortest + (longest - shortest) * random.next() ** 2, longestSeconds);
    if (atSeconds > seconds - shortest) return plan;
    if (atSeconds + forSeconds > seconds) continue;
    plan.push({ name, atSeconds, forSeconds, random: random.fork() });
    busyUntil.set(fault.target, atSeconds + forSeconds + 1);
    freeSeconds = Math.max(freeSeconds, atSeconds + forSeconds);
  }
}
