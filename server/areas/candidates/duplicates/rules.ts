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

/** What is known of both and is not the same. */
export type Difference = 'name' | 'birthDate';

/** How much of the score remains. A name changes by marriage and is abbreviated, and families share an address. */
const REMAINS: Record<Difference, number> = {
  name: 0.9,
  birthDate: 0.7,
};

/** No match proves it. */
const HIGHEST_SCORE = 0.99;

/** 1 minus the probability that all matches are coincidences, less for each difference, rounded to two decimal places. */
export function scoreOf(matchedOn: readonly Match[], differsIn: readonly Difference[]): number {
  // Who has the address has its mailbox too, so that is no second match.
  const counted = matchedOn.filter((match) => match !== 'emailCanonical' || !matchedOn.includes('email'));
  const coincidence = counted.reduce((product, match) => product * (1 - CERTAINTY[match]), 1);
  const score = differsIn.reduce((rest, difference) => rest * REMAINS[difference], 1 - coincidence);
  return Math.min(HIGHEST_SCORE, Math.round(score * 100) / 100);
}
