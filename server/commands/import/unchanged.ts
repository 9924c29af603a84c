/**
 * The values of a row that a stored candidate does not have yet. What it has is not judged again: the branch can be closed meanwhile,
 * the user gone, or the entry expired, and the rest of the row is right nevertheless.
 */
export function withoutStored(
  candidate: Record<string, unknown>,
  stored: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(candidate).flatMap(([property, value]): [string, unknown][] => {
      const known = stored[property];
      if (typeof value !== 'object' || value === null)
        return isStored(property, known, value) ? [] : [[property, value]];
      const rest = withoutStored(value as Record<string, unknown>, (known ?? {}) as Record<string, unknown>);
      return Object.keys(rest).length === 0 ? [] : [[property, rest]];
    }),
  );
}

/** Whether a cell says what is stored. */
export function isStored(property: string, known: unknown, value: unknown): boolean {
  if (property.endsWith('AtUtc')) return isSameTime(known, value);
  // Earlier versions stored the line breaks of the file.
  return known === value || (typeof known === 'string' && known.replaceAll('\r\n', '\n') === value);
}

const MIDNIGHT = 'T00:00:00.000Z';
const FULL_MINUTE = ':00.000Z';

/** Spreadsheets show, and save, times without seconds, or dates without a time. */
function isSameTime(known: unknown, value: unknown): boolean {
  if (typeof known !== 'string') return false;
  const [stored, given] = [new Date(known).toISOString(), new Date(String(value)).toISOString()];
  const rest = [MIDNIGHT, FULL_MINUTE].find((ending) => given.endsWith(ending)) ?? '';
  return stored.startsWith(given.slice(0, given.length - rest.length));
}
