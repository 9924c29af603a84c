import type { TenantDatabase } from '../../core/db/connection.ts';
import { changedColumns } from '../../core/db/partial-change.ts';
import {
  type Caller,
  type Fault,
  findDuplicates,
  invalid,
  type LockInput,
  notFound,
} from '../../core/http/index.ts';
import type { Services } from '../../core/services.ts';
import {
  type AddressChange,
  addressFaults,
  changedAddressFaults,
  changeLocation,
  NO_ADDRESS,
  NO_LOCATION,
  refinesCoordinates,
  type StoredAddress,
} from '../addresses/index.ts';
import { type Columns, toPartColumns } from './columns.ts';
import { lockCompany } from './company/queries.ts';
import { authorOf } from './history.ts';
import {
  insertPart,
  lockPart,
  markDeleted,
  PARTS,
  type Part,
  type PartKey,
  type StoredPart,
  updatePart,
  type WriteOptions,
} from './part-queries.ts';
import { inactiveSiteFault } from './rules.ts';

// Every write to a site, work location, or contact records its own change and event, an activity, and a change of the
// company. Parts have no change streams: they appear only in the stream of the company.

interface PartBody {
  location?: AddressChange | null;
  importExternalId?: string | null;
  createdAtUtc?: string | null;
}

export function writeOptions({ caller, services }: { caller: Caller; services: Services }): WriteOptions {
  return { author: authorOf(caller), refinesCoordinates: refinesCoordinates(services.settings) };
}

/** If-Match of every change of a part: the ETag of this read. */
export function partMatch<P>(read: string, toKey: (params: P) => PartKey) {
  return {
    read,
    lock: ({ db, tenantId, params }: LockInput<P>) => lockPart(db, tenantId, toKey(params)),
  };
}

/** If-Match of every change of a company, also of what is created for it: the ETag of the company. */
export const COMPANY_MATCH = {
  read: 'company_get',
  lock: ({ db, tenantId, params }: LockInput<{ customerId: number }>) =>
    lockCompany(db, tenantId, params.customerId),
};

/** If-Match of every change of a site, also of what is created at it: the ETag of the site. */
export const SITE_MATCH = partMatch('site_get', toSiteKey);

export function toSiteKey({ customerId, officeId }: { customerId: number; officeId: number }) {
  return { part: 'site', companyId: customerId, id: officeId } as const;
}

/** Creates a part and returns its id. Throws 404 if the company or the site does not exist. */
export async function createPart(
  db: TenantDatabase,
  tenantId: number,
  key: Omit<PartKey, 'id'>,
  body: PartBody,
  options: WriteOptions,
): Promise<{ id: number }> {
  // A contact has no address. `location` in its body is an unknown property that can have any type.
  const location =
    key.part === 'contact' ? undefined : changeLocation({ ...NO_ADDRESS, ...NO_LOCATION }, body.location);
  const id = await insertPart(
    db,
    tenantId,
    key,
    { ...toPartColumns[key.part](body), ...location },
    { ...options, createdAt: body.createdAtUtc ?? null, isImported: body.importExternalId != null },
  );
  if (id === undefined) throw notFound(key.siteId === undefined ? 'Company' : 'Company or site');
  return { id };
}

/**
 * Creates a work location or a contact at an active site. Locks the site, so that it cannot be deactivated in between. Call it
 * in a transaction.
 */
export async function createPartAtSite(
  db: TenantDatabase,
  tenantId: number,
  key: Omit<PartKey, 'id'> & { siteId: number },
  body: PartBody,
  options: WriteOptions,
): Promise<{ id: number }> {
  const { companyId, siteId } = key;
  const site = await getPart(db, tenantId, { part: 'site', companyId, id: siteId });
  if (!site.is_active) throw invalid(inactiveSiteFault('officeId'));
  return createPart(db, tenantId, key, body, options);
}

/** Changes the properties of a part that differ from the body. Throws 404 if the ids do not belong together. */
export async function changePart(
  db: TenantDatabase,
  tenantId: number,
  key: PartKey,
  body: PartBody,
  options: WriteOptions,
): Promise<void> {
  const stored = await getPart(db, tenantId, key);
  const changed = changedRecord(stored, body, toPartColumns[key.part](body));
  if (Object.keys(changed).length > 0)
    await updatePart(db, tenantId, key.part, stored, changed, { ...options, activity: 'changed' });
}

/** Finds the faults that the write of a part would find. `id` is that of the part that changes. */
export async function findPartWriteFaults(
  db: TenantDatabase,
  tenantId: number,
  part: Part,
  { id, body, faulty }: { id?: number; body: PartBody; faulty: ReadonlySet<string> },
): Promise<Fault[]> {
  const { table } = PARTS[part];
  const faults = await findDuplicates(db, tenantId, {
    table,
    record: RECORD_NAMES[part],
    properties: ['importExternalId'],
    body,
    ...(id === undefined ? {} : { except: { id } }),
    // A deleted work location no longer uses its id.
    ...(part === 'location' ? { among: { deleted_at: null } } : {}),
  });
  if (id === undefined || table === 'contact') return faults;
  return [...faults, ...(await changedAddressFaults(db, tenantId, { table, id }, body, faulty))];
}

/** Activates or deactivates a site or a contact. */
export async function setPartActive(
  db: TenantDatabase,
  tenantId: number,
  key: PartKey & { part: 'site' | 'contact' },
  isActive: boolean,
  options: WriteOptions,
): Promise<void> {
  const stored = await getPart(db, tenantId, key);
  if (stored.is_active === isActive) return;
  const activity = isActive ? 'activated' : 'deactivated';
  await updatePart(db, tenantId, key.part, stored, { is_active: isActive }, { ...options, activity });
}

/** Deletes a work location for good. Throws 404 if it is already deleted or the ids do not belong together. */
export async function deletePart(
  db: TenantDatabase,
  tenantId: number,
  key: PartKey & { part: 'location' },
  options: WriteOptions,
): Promise<void> {
  await markDeleted(db, tenantId, await getPart(db, tenantId, key), options);
}

/** Returns the columns that the body changes. Throws 400 if the resulting address is invalid. */
export function changedRecord(stored: object, body: PartBody, columns: Columns): Columns {
  const address =
    'street' in stored
      ? changeLocation(stored as StoredAddress & typeof NO_LOCATION, body.location)
      : undefined;
  const faults = addressFaults({ zipCode: address?.zip_code, countryId: address?.country_id }, body.location);
  if (faults.length > 0) throw invalid(...faults);
  return changedColumns(stored, {
    ...columns,
    ...address,
    ...(body.createdAtUtc == null ? {} : { created_at: body.createdAtUtc }),
  });
}

/** Returns the part and locks it and its company until the transaction ends. */
async function getPart<P extends Part>(
  db: TenantDatabase,
  tenantId: number,
  key: PartKey & { part: P },
): Promise<StoredPart<P>> {
  const stored = await lockPart(db, tenantId, key);
  if (stored === undefined) throw notFound(NOT_FOUND[key.part]);
  return stored;
}

const RECORD_NAMES = { site: 'site', location: 'work location', contact: 'contact' } as const;

export const NOT_FOUND = {
  site: 'Company or site',
  location: 'Company, site, or work location',
  contact: 'Company, site, or contact',
} as const;
