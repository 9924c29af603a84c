export interface Licence {
  name: string;
  validUntil: string | null;
}

/** The service knows a licence by its name and day. */
const isSame = (one: Licence, other: Licence): boolean =>
  one.name === other.name && one.validUntil === other.validUntil;

const has = (list: readonly Licence[], licence: Licence): boolean =>
  list.some((each) => isSame(each, licence));

/** The list without one licence. */
export function without(list: readonly Licence[], licence: Licence): readonly Licence[] {
  const index = list.findIndex((each) => isSame(each, licence));
  return list.filter((_, place) => place !== index);
}

/**
 * The list with one licence in place of another. Undefined if the other is no longer in it, unless the new one is: then an earlier
 * attempt, or a colleague, has made the change.
 */
export function replace(
  list: readonly Licence[],
  before: Licence,
  after: Licence,
): readonly Licence[] | undefined {
  if (has(list, before)) return [...without(list, before), after];
  return has(list, after) ? list : undefined;
}

/** The list with one more licence, or as it is if that has been sent before, without a response, and was stored. */
export const add = (
  list: readonly Licence[],
  licence: Licence,
  unsure: Licence | undefined,
): readonly Licence[] =>
  unsure !== undefined && isSame(unsure, licence) && has(list, licence) ? list : [...list, licence];
