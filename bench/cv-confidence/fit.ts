import { KINDS, LEVELS, levelOf, type ValueKind } from '../../server/areas/documents/cv/weigh/levels.ts';
import type { JudgedValue } from './read.ts';

/** A value by its level, whatever it is. */
export interface LevelledValue {
  cv: string;
  kind: ValueKind;
  level: number;
  isRight: boolean;
}

export function toLevelled({ cv, property, signals, isRight }: JudgedValue): LevelledValue {
  return { cv, kind: KINDS[property], level: levelOf(property, signals), isRight };
}

export type Confidences = Record<ValueKind, number[]>;

/** Own samples are generated, so they say less: all those of a level count as so many values at most. */
const OWN_WEIGHT = 20;
/** Before anything is known: half a right and half a wrong value. */
const PRIOR_RIGHT = 0.5;
const PRIOR_COUNT = 1;
/** Fewer values do not show that a level is less sure than the next one. */
const ENOUGH = 5;
/** Never certain. */
const HIGHEST = 0.995;
const STEP = 0.005;

interface LevelCount {
  foreign: { right: number; count: number };
  own: { right: number; count: number };
}

export function countLevels(
  foreign: readonly LevelledValue[],
  own: readonly LevelledValue[],
): Record<ValueKind, LevelCount[]> {
  const counts = Object.fromEntries(
    Object.entries(LEVELS).map(([kind, levels]) => [
      kind,
      levels.map((): LevelCount => ({ foreign: { right: 0, count: 0 }, own: { right: 0, count: 0 } })),
    ]),
  ) as Record<ValueKind, LevelCount[]>;
  for (const [part, values] of [
    ['foreign', foreign],
    ['own', own],
  ] as const) {
    for (const { kind, level, isRight } of values) {
      const sum = counts[kind][level]![part];
      sum.count += 1;
      if (isRight) sum.right += 1;
    }
  }
  return counts;
}

/** The share of right values of each level. Never more than that of a surer level, unless that one is rare. */
export function fit(foreign: readonly LevelledValue[], own: readonly LevelledValue[]): Confidences {
  const counts = countLevels(foreign, own);
  return Object.fromEntries(
    Object.entries(counts).map(([kind, levels]) => {
      let above = HIGHEST;
      return [
        kind,
        levels.map((level) => {
          const share = Math.min(above, shareOf(level));
          if (level.foreign.count >= ENOUGH) above = share;
          return share;
        }),
      ];
    }),
  ) as Confidences;
}

function shareOf({ foreign, own }: LevelCount): number {
  const weight = own.count === 0 ? 0 : Math.min(1, OWN_WEIGHT / own.count);
  const right = foreign.right + own.right * weight + PRIOR_RIGHT;
  const count = foreign.count + own.count * weight + PRIOR_COUNT;
  return Math.round(Math.floor(right / count / STEP) * STEP * 1000) / 1000;
}
