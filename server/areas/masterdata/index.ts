import type { AnyEndpoint } from '../../core/http/index.ts';
import { listEditingEndpoints } from './editing/endpoints.ts';
import { masterDataEndpoints as listReads } from './endpoints.ts';

export { type CatalogList, catalogLists, readCatalog } from './catalogs.ts';
export {
  copySharedLists,
  createTenantLists,
  findDifferentLists,
  findMissingLists,
  importProfessions,
  loadBuiltInLists,
  readTenantLists,
  type TenantLists,
} from './load.ts';
export { indexBranches, indexEntries, indexUsers, NameIndex } from './name-index.ts';
export { ProfessionFileError } from './profession-file.ts';
export {
  type EntryRow,
  findOrAddEntry,
  lockNewEntryNames,
  readSharedListsTag,
  readTenantList,
} from './queries.ts';
export { masterDataReferences } from './references.ts';
export { forgetSharedList, sharedList } from './shared-lists.ts';

export const masterDataEndpoints: readonly AnyEndpoint[] = [...listReads, ...listEditingEndpoints];
