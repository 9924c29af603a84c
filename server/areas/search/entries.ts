import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Language } from '../../core/http/index.ts';
import type { Services } from '../../core/services.ts';
import { type EntryRow, readTenantList, sharedList } from '../masterdata/index.ts';
import type { NamedEntry } from './query-words.ts';
import type { Field } from './terms.ts';

export interface Entries {
  list: readonly NamedEntry[];
  nameOf(field: Field, id: number): string;
}

/**
 * The names that words can mean. The index has only their ids, so that candidates need not be indexed again when an entry gets
 * another name. Expired entries are included: candidates keep them.
 */
export async function loadEntries(
  { database }: Pick<Services, 'database'>,
  db: TenantDatabase,
  tenantId: number,
  language: Language,
): Promise<Entries> {
  const professions = await sharedList(database, 'professions');
  const qualifications = await readTenantList(db, tenantId, 'qualifications');
  return {
    list: [...professionEntries(professions.rows), ...toEntries('qualification', qualifications)],
    nameOf(field, id) {
      const row =
        field === 'profession' ? professions.byId.get(id) : qualifications.find((one) => one.id === id);
      return (language === 'de' ? row?.name_de : row?.name_en) ?? '';
    },
  };
}

const entriesOfRows = new WeakMap<readonly EntryRow[], readonly NamedEntry[]>();

/** The same entries as long as the list is the same, so that their names are folded once. */
function professionEntries(rows: readonly EntryRow[]): readonly NamedEntry[] {
  let entries = entriesOfRows.get(rows);
  if (entries === undefined) {
    entries = toEntries('profession', rows);
    entriesOfRows.set(rows, entries);
  }
  return entries;
}

function toEntries(kind: NamedEntry['kind'], rows: readonly EntryRow[]): NamedEntry[] {
  return rows.map((row) => ({ kind, id: row.id, names: [row.name_de, row.name_en] }));
}
