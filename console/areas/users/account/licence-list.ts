export interface Licence {
  name: string;
  validUntil: string | null;
}

/** The service knows a licence by its name and day. */
const isSame = (one: Licence, other: Licence): boolean =>
  one.name === other.name && one.validUntil === other.validUntil;

export const has = (list: readonly Licence[], licence: Licence): boolean =>
  list.some((each) => isSame(each, licence));

/** The list without one licence. */
export function without(list: readonly Licence[], licence: Licence): readonly Licence[] {
  const index = list.findIndex((each) => isSame(each, licence));
  return list.filter((_, place) => place !== index);
}

/**
 * The list with one licence in place of others. `own` are those that the user replaces, or has sent before without a response. Undefined
 * if none of them is in the list, unless the new one is: then an earlier attempt, or a colleague, has made the change.
 */
export function replace(
  list: readonly Licence[],
  own: readonly Licence[],
  after: Licence,
): readonly Licence[] | undefined {
  if (own.some((licence) => has(list, licence))) return [...own.reduce(without, list), after];
  return has(list, after) ? list : undefined;
}

/** The list with one more licence, in place of those that have been sent before, without a response, and were stored. */
export const add = (
  list: readonly Licence[],
  licence: Licence,
  unsure: readonly Licence[],
): readonly Licence[] =>
  unsure.some((sent) => has(list, sent)) ? [...unsure.reduce(without, list), licence] : [...list, licence];
