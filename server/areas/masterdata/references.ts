import type { ReferenceKind, ReferenceKinds } from '../../core/http/index.ts';
import type { CatalogList } from './catalogs.ts';
import { type EntryRow, findSharedEntries, findTenantEntries } from './queries.ts';
import { peekSharedList, sharedList } from './shared-lists.ts';

/** What a kind of reference permits. */
interface Permitted {
  expired: boolean;
  condition?: ReferenceKind['condition'];
}

const UNEXPIRED: Permitted = {
  expired: false,
  condition: { adjective: 'unexpired', shownBy: 'isExpired false' },
};
const ALL: Permitted = { expired: true };

function shared(list: CatalogList, { expired, ...rest }: Permitted = UNEXPIRED): ReferenceKind {
  const isPermitted = (entry: EntryRow | undefined) => entry !== undefined && (expired || !entry.is_expired);
  return {
    ...rest,
    source: `GET /masterdata/${list}`,
    async find(services, _db, _tenantId, ids) {
      const { byId } = await sharedList(services.database, list);
      return ids.filter((id) => isPermitted(byId.get(id)));
    },
    isKnown: (services, id) => isPermitted(peekSharedList(services.database, list)?.byId.get(id)),
  };
}

/** For the list that operators import. An import in another process can expire an entry that is in memory here. */
function imported(list: CatalogList, { expired, ...rest }: Permitted = UNEXPIRED): ReferenceKind {
  return {
    ...rest,
    source: `GET /masterdata/${list}`,
    find: (services, _db, tenantId, ids) =>
      findSharedEntries(services.database.systemOf(tenantId), list, ids, expired),
  };
}

function tenantOwned(list: CatalogList, { expired, ...rest }: Permitted = UNEXPIRED): ReferenceKind {
  return {
    ...rest,
    source: `GET /masterdata/${list}`,
    find: (_services, db, tenantId, ids) => findTenantEntries(db, tenantId, list, ids, expired),
  };
}

/** The lists, by the names that messages use. Only filters can refer to expired entries. */
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
  // For filters: new records cannot refer to an expired entry, but the records that have it can still be found.
  'current or expired country': shared('countries', ALL),
  'current or expired candidate status': shared('candidatestatus', ALL),
  'current or expired driver licence': shared('driverslicenses', ALL),
  'current or expired language': shared('languages', ALL),
  'current or expired language level': shared('languagelevels', ALL),
  'current or expired profession': imported('professions', ALL),
  'current or expired customer status': shared('customerstatus', ALL),
  'current or expired contract status': shared('contractstatus', ALL),
  'current or expired industry': tenantOwned('industries', ALL),
  'current or expired qualification': tenantOwned('qualifications', ALL),
  'current or expired source of supply': tenantOwned('sourcesofsupply', ALL),
};
