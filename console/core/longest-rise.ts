/**
 * The longest of the series of these numbers that rise. Of rows, these are those that have kept their order, however far others
 * have moved.
 */
export function longestRise(numbers: readonly number[]): number[] {
  interface Step {
    number: number;
    before: Step | undefined;
  }
  /** Of the series of each length, the one that ends with the lowest number. */
  const ends: Step[] = [];
  for (const number of numbers) {
    const length = ends.findLastIndex((end) => end.number < number) + 1;
    ends[length] = { number, before: ends[length - 1] };
  }
  const rise: number[] = [];
  for (let end = ends.at(-1); end !== undefined; end = end.before) rise.push(end.number);
  return rise.reverse();
}
