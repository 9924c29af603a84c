/** The number of lines of an axis, besides that of zero. */
export const TICKS = 4;

/** The largest value of the axis: a round number that is at least as large as the largest value. Counts have no fractions. */
export function axisEnd(largest: number, isCount = true): number {
  const raw = (isCount ? Math.max(TICKS, largest) : largest) / TICKS;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= raw)! * power;
  return step * TICKS;
}
