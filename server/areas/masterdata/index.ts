export { type CatalogList, catalogLists, readCatalog } from './catalogs.ts';
export { masterDataEndpoints } from './endpoints.ts';
export { createTenantLists, importProfessions, loadBuiltInLists } from './load.ts';
export { findOrAddEntry } from './queries.ts';
export { masterDataReferences } from './references.ts';
export { forgetSharedList, sharedList } from './shared-lists.ts';
