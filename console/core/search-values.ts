const DAY = /^\d{4}-\d{2}-\d{2}$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The service rejects larger numbers. */
const MAXIMUM_ID = 2_147_483_647;
/** Of a filter. The service rejects more. */
export const MAXIMUM_CHOICES = 100;

/** The id that an address names. Undefined if it cannot be one. */
export const toId = (value: unknown): number | undefined => {
  // Number also takes 1e3 and spaces.
  const number = typeof value === 'string' && !/^\d+$/.test(value) ? Number.NaN : Number(value);
  return Number.isInteger(number) && number > 0 && number <= MAXIMUM_ID ? number : undefined;
};

/** The UUID that an address names, or that somebody has entered, maybe in capitals. */
export const toUuid = (value: unknown): string | undefined => {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return UUID.test(text) ? text : undefined;
};

/** The words that an address searches for. The router makes a number of what consists of digits. */
export const toWords = (value: unknown): string | undefined => {
  const words =
    typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 255) : '';
  return words === '' ? undefined : words;
};

/** The day that an address names. Undefined if it does not exist, such as 2026-02-31. */
export const toDay = (value: unknown): string | undefined =>
  typeof value === 'string' && DAY.test(value) && isDay(value) ? value : undefined;

const isDay = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

/** The words that an address has, at most as long as the service takes. */
export const toText = (value: unknown, longest: number): string | undefined => {
  // The router reads a text of digits as a number.
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text.slice(0, longest);
};

/** The values of a filter that are right, each once. A single value needs no list. */
export function toList<Value>(
  values: unknown,
  read: (value: unknown) => Value | undefined,
): Value[] | undefined {
  const all = values === undefined ? [] : Array.isArray(values) ? values : [values];
  const right = all.map(read).filter((value) => value !== undefined);
  return right.length === 0 ? undefined : [...new Set(right)];
}

/** Whether a filter of an address has more values than the service takes. */
export const hasTooManyChoices = (search: object): boolean =>
  Object.values(search).some((values) => Array.isArray(values) && values.length > MAXIMUM_CHOICES);
