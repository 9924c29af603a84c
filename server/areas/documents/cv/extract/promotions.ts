import type { TitleScore } from './entry-roles.ts';
import { placeScore } from './evidence.ts';
import type { Roles } from './head-roles.ts';

// Several positions at one employer, whose name is printed once.

/**
 * The titles and places of a list, from top to bottom. An entry that has the word of a position and no employer, or only
 * a city, was at the employer of the entry above.
 */
export function inheritPlaces(found: readonly Roles[], titleScore: TitleScore): Roles[] {
  const roles: Roles[] = [];
  for (const own of found) {
    const above = roles.at(-1);
    const { title = '', place, isOnlyCity } = own;
    const isOpen = place === undefined ? above?.hasLineAbove : isOnlyCity;
    const isNamed = above?.title !== undefined && above.place !== undefined && !above.isOnlyCity;
    const isHeir = isOpen && isNamed && titleScore(title) > placeScore(title);
    roles.push(isHeir ? { ...above, title, city: place ?? own.city } : own);
  }
  return roles;
}
