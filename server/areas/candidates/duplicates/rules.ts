import type { MATCHES } from './schema.ts';

export type Match = (typeof MATCHES)[number];

/** How sure one kind of match is on its own that it is the same person. */
const CERTAINTY: Record<Match, number> = {
  email: 0.95,
  emailCanonical: 0.9,
  phone: 0.75,
  name: 0.4,
  // Only ever beside another match.
  birthDate: 0.6,
};

/** 1 minus the chance that all matches are coincidences, rounded to two places. */
export function scoreOf(matchedOn: readonly Match[]): number {
  const chance = matchedOn.reduce((product, match) => product * (1 - CERTAINTY[match]), 1);
  return Math.round((1 - chance) * 100) / 100;
}
