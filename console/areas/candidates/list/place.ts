import type { Fault } from '../../../core/api/errors.ts';
import type { SchemaCandidateSearchFoundPlaceDto } from '../../../generated/types.ts';

/** What the service says about the place of the search. */
export interface FoundPlace {
  /** The place that it found. */
  around: SchemaCandidateSearchFoundPlaceDto | undefined;
  /** Why it found none. */
  fault: Fault | undefined;
}

const GERMANY = 276;

export function nameOfPlace({
  zipCode,
  city,
  countryId,
  country,
}: SchemaCandidateSearchFoundPlaceDto): string {
  const name = [zipCode, city].filter((part) => part !== null).join(' ');
  return countryId === GERMANY ? name : `${name} (${country})`;
}
