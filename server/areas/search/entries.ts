import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Language } from '../../core/http/index.ts';
import type { Services } from '../../core/services.ts';
import { readTenantList, sharedList } from '../masterdata/index.ts';
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
  const lists = {
    profession: professions.rows,
    qualification: await readTenantList(db, tenantId, 'qualifications'),
  };
  const kinds = ['profession', 'qualification'] as const;
  return {
    list: kinds.flatMap((kind) =>
      lists[kind].map((row) => ({ kind, id: row.id, names: [row.name_de, row.name_en] })),
    ),
    nameOf(field, id) {
      const row =
        field === 'profession' ? professions.byId.get(id) : lists.qualification.find((one) => one.id === id);
      return (language === 'de' ? row?.name_de : row?.name_en) ?? '';
    },
  };
}
