import type { ReferenceKind, ReferenceKinds } from '../../core/http/index.ts';
import type { CatalogList } from './catalogs.ts';
import { findSharedEntries, findTenantEntries } from './queries.ts';
import { peekSharedList, sharedList } from './shared-lists.ts';

const UNEXPIRED: ReferenceKind['condition'] = { adjective: 'unexpired', shownBy: 'isExpired false' };

function shared(list: CatalogList): ReferenceKinds[string] {
  return {
    source: `GET /masterdata/${list}`,
    condition: UNEXPIRED,
    async find(services, _db, _tenantId, ids) {
      const { byId } = await sharedList(services.database, list);
      return ids.filter((id) => byId.get(id)?.is_expired === false);
    },
    isKnown: (services, id) => peekSharedList(services.database, list)?.byId.get(id)?.is_expired === false,
  };
}

/** For the list that operators import. An import in another process can expire an entry that is in memory here. */
function imported(list: CatalogList): ReferenceKinds[string] {
  return {
    source: `GET /masterdata/${list}`,
    condition: UNEXPIRED,
    find: (services, _db, tenantId, ids) =>
      findSharedEntries(services.database.systemOf(tenantId), list, ids),
  };
}

function tenantOwned(list: CatalogList): ReferenceKinds[string] {
  return {
    source: `GET /masterdata/${list}`,
    condition: UNEXPIRED,
    find: (_services, db, tenantId, ids) => findTenantEntries(db, tenantId, list, ids),
  };
}

/** The lists, by the names that messages use. New references to expired entries are rejected. */
export const masterDataReferences: ReferenceKinds = {
  nationality: shared('nationalities'),
  'driver licence': shared('driverslicenses'),
  language: shared('languages'),
  'language level': shared('languagelevels'),
  gender: shared('genders'),
  salutation: shared('salutations'),
  country: shared('countries'),
  'federal state': shared('federalstates'),
  level: shared('levels'),
  profession: imported('professions'),
  'document category': shared('documentcategories'),
  'communication type': shared('communicationtypes'),
  'candidate status': shared('candidatestatus'),
  'customer status': shared('customerstatus'),
  'contract status': shared('contractstatus'),
  'request status': shared('requeststatus'),
  qualification: tenantOwned('qualifications'),
  channel: tenantOwned('channels'),
  'source of supply': tenantOwned('sourcesofsupply'),
  industry: tenantOwned('industries'),
};
