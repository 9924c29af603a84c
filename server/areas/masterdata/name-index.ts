import { toAscii } from '../../core/text/ascii.ts';
import type { EntryRow } from './queries.ts';

/** Null for a name that several records have. */
type Ids = Map<string, number | null>;

/** Ids of records by their names, regardless of case, signs, and umlauts. */
export class NameIndex {
  readonly #ids: Ids = new Map();
  readonly #former: Ids = new Map();

  add(name: string | null | undefined, id: number): void {
    addTo(this.#ids, name, id);
  }

  /** Adds a record that is no longer offered. Its name counts only if no other record has it. */
  addFormer(name: string | null | undefined, id: number): void {
    addTo(this.#former, name, id);
  }

  /** Adds the names of another index that no record has here. */
  addMissing(other: NameIndex): void {
    for (const [name, id] of other.#ids) if (!this.#ids.has(name)) this.#ids.set(name, id);
    for (const [name, id] of other.#former) if (!this.#former.has(name)) this.#former.set(name, id);
  }

  has(name: string): boolean {
    return this.#ids.has(toWords(name));
  }

  /** The id of the record with this name, or with this id. Undefined if the text names none, or several. */
  find(text: string): number | undefined {
    if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
    return this.#get(text) ?? undefined;
  }

  isOfSeveral(name: string): boolean {
    return this.#get(name) === null;
  }

  /** The name if it is found, otherwise the id. */
  nameOrId(name: string | null | undefined, id: number): string {
    return name != null && this.find(name) === id ? name : String(id);
  }

  #get(text: string): number | null | undefined {
    const words = toWords(text);
    return this.#ids.has(words) ? this.#ids.get(words) : this.#former.get(words);
  }
}

/** Words, in lower case and ASCII, separated by one space. */
function toWords(text: string): string {
  return toAscii(text)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}

function addTo(ids: Ids, name: string | null | undefined, id: number): void {
  const key = toWords(name ?? '');
  if (key === '') return;
  const known = ids.get(key);
  ids.set(key, known === undefined || known === id ? id : null);
}

interface NamedBranch {
  id: number;
  name: string;
  number: string | null;
}

/** Branches by their names, and by numbers such as "Nr. 12". */
export function indexBranches(branches: readonly NamedBranch[]): NameIndex {
  const index = new NameIndex();
  for (const { id, name, number } of branches) {
    index.add(name, id);
    index.add(number === null ? null : `nr ${number}`, id);
  }
  return index;
}

interface NamedUser {
  id: number;
  email: string | null;
  fullName: string | null;
  isActive: boolean;
}

/** Users by their full names and email addresses. */
export function indexUsers(users: readonly NamedUser[]): NameIndex {
  const index = new NameIndex();
  for (const { id, email, fullName, isActive } of users) {
    for (const name of [email, fullName]) {
      if (isActive) index.add(name, id);
      else index.addFormer(name, id);
    }
  }
  return index;
}

const indexes = new WeakMap<readonly EntryRow[], NameIndex>();

/** The names of the entries in both languages, with their codes. The index is kept as long as the rows are. */
export function indexEntries(rows: readonly EntryRow[]): NameIndex {
  const known = indexes.get(rows);
  if (known !== undefined) return known;
  const index = new NameIndex();
  for (const row of rows) addEntry(index, row);
  indexes.set(rows, index);
  return index;
}

function addEntry(
  index: NameIndex,
  { id, name_de: nameDe, name_en: nameEn, attributes, is_expired: isExpired }: EntryRow,
): void {
  for (const name of [nameDe, nameEn]) {
    if (isExpired) {
      index.addFormer(name, id);
      continue;
    }
    index.add(name, id);
    // "Persisch/Dari/Farsi" is one entry with three names. "Verkäufer/in" has two forms.
    const parts = name.split('/');
    if (parts.every((part) => part.length > 2)) for (const part of parts) index.add(part, id);
    else index.add(parts[0], id);
  }
  if (isExpired) return;
  for (const code of ['alpha2', 'alpha3', 'code']) {
    const value = attributes?.[code];
    if (typeof value === 'string') index.add(value, id);
  }
}
