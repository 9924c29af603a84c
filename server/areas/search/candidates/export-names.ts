import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Language } from '../../../core/http/index.ts';
import type { Services } from '../../../core/services.ts';
import {
  type CatalogList,
  type EntryRow,
  indexBranches,
  indexEntries,
  indexUsers,
  type NameIndex,
  readTenantList,
  sharedList,
} from '../../masterdata/index.ts';
import { readBranchNames, readUserNames } from './export-queries.ts';

const SHARED = [
  'salutations',
  'genders',
  'nationalities',
  'levels',
  'countries',
  'federalstates',
  'languages',
  'driverslicenses',
  'professions',
  'candidatestatus',
] as const satisfies readonly CatalogList[];
const OF_TENANT = ['sourcesofsupply', 'channels'] as const satisfies readonly CatalogList[];

type List = (typeof SHARED)[number] | (typeof OF_TENANT)[number];

/** Names that an import understands. */
export interface ExportNames {
  /** The name of the entry, or its id if an import would find another entry by the name, or several. */
  entry(list: List, id: number | null): string | null;
  branch(id: number | null): string | null;
  /** The full name, or the email address if several have it. */
  user(id: number | null): string | null;
  qualification(id: number): string | null;
  languageLevel(id: number | null): string | null;
}

export async function loadExportNames(
  { database }: Pick<Services, 'database'>,
  db: TenantDatabase,
  tenantId: number,
  language: Language,
): Promise<ExportNames> {
  const nameOf = (row: EntryRow | undefined) => (language === 'de' ? row?.name_de : row?.name_en) ?? null;
  const [shared, ofTenant, qualifications, levels, branches, users] = await Promise.all([
    Promise.all(SHARED.map(async (list) => [list, await sharedList(database, list)] as const)),
    Promise.all(OF_TENANT.map(async (list) => [list, await readTenantList(db, tenantId, list)] as const)),
    readTenantList(db, tenantId, 'qualifications'),
    sharedList(database, 'languagelevels'),
    readBranchNames(db, tenantId),
    readUserNames(db, tenantId),
  ]);
  const lists = new Map<List, { byId: ReadonlyMap<number, EntryRow>; index: NameIndex }>([
    ...shared.map(([list, { rows, byId }]) => [list, { byId, index: indexEntries(rows) }] as const),
    ...ofTenant.map(([list, rows]) => [list, { byId: toMap(rows), index: indexEntries(rows) }] as const),
  ]);
  const qualificationById = toMap(qualifications);
  const branchIndex = indexBranches(branches);
  const userIndex = indexUsers(users);
  const branchById = toMap(branches);
  const userById = toMap(users);
  return {
    entry(list, id) {
      if (id === null) return null;
      const { byId, index } = lists.get(list)!;
      return index.nameOrId(nameOf(byId.get(id)), id);
    },
    branch: (id) => (id === null ? null : branchIndex.nameOrId(branchById.get(id)?.name, id)),
    user(id) {
      const user = id === null ? undefined : userById.get(id);
      if (user === undefined) return id === null ? null : String(id);
      return (
        [user.fullName, user.email].find((text) => text !== null && userIndex.find(text) === id) ?? String(id)
      );
    },
    qualification: (id) => nameOf(qualificationById.get(id)),
    languageLevel: (id) => (id === null ? null : nameOf(levels.byId.get(id))),
  };
}

const toMap = <Row extends { id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> =>
  new Map(rows.map((row) => [row.id, row]));
