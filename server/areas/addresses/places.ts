import { locate } from './gazetteer/locate.ts';
import type { Point } from './gazetteer/points.ts';

const COUNTRIES = [276, 40, 756];
const CODE = /^(\d{4,5})(?:\s+(\D.*))?$/;

/**
 * Finds a place that someone has typed: a postal code, a town, or both, such as 10115, Berlin, or 10115 Berlin. Without a
 * country, Germany comes before Austria and Switzerland. Undefined if the place is unknown.
 */
export function findPlace(text: string, countryId: number | undefined): Point | undefined {
  const [, zipCode = null, named = null] = CODE.exec(text.trim()) ?? [];
  const city = zipCode === null ? text.trim() : named;
  for (const one of countryId === undefined ? COUNTRIES : [countryId]) {
    const found = locate({ countryId: one, zipCode, city });
    if (found !== undefined) return found;
  }
  return undefined;
}
