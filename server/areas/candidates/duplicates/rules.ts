import type { MATCHES } from './schema.ts';

export type Match = (typeof MATCHES)[number];

/** The probability that a match of this kind, taken alone, is the same person. */
const CERTAINTY: Record<Match, number> = {
  email: 0.95,
  emailCanonical: 0.9,
  phone: 0.75,
  name: 0.4,
  // Counts only together with another match.
  birthDate: 0.6,
};

/** 1 minus the probability that all matches are coincidences, rounded to two decimal places. */
export function scoreOf(matchedOn: readonly Match[]): number {
  const coincidence = matchedOn.reduce((product, match) => product * (1 - CERTAINTY[match]), 1);
  return Math.round((1 - coincidence) * 100) / 100;
}
