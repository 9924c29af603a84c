/** The order in which the law and every form list the classes of driving licences. */
const CLASSES = 'AM A1 A2 A B BE C1 C1E C CE D1 D1E D DE M S L T'.split(' ');
const CLASS = /^(?:Klasse |class )?(\S+)$/;

/** Lists without an order of their own. In those that are left out, the order has a meaning, or the tenant has chosen it. */
const SORTED = new Set([
  'countries',
  'driverslicenses',
  'federalstates',
  'industries',
  'languages',
  'nationalities',
  'qualifications',
]);

/** The entries of a value list as people of the language look for them. */
export function sortNames<Entry extends { name: string }>(
  list: string,
  entries: readonly Entry[],
  language: string,
): readonly Entry[] {
  if (!SORTED.has(list)) return entries;
  const { compare } = new Intl.Collator(language, { numeric: true });
  const isLicences = list === 'driverslicenses';
  return [...entries].sort(
    (one, other) => (isLicences ? rankOf(one) - rankOf(other) : 0) || compare(one.name, other.name),
  );
}

function rankOf({ name }: { name: string }): number {
  const index = CLASSES.indexOf(CLASS.exec(name)?.[1] ?? '');
  return index === -1 ? CLASSES.length : index;
}
