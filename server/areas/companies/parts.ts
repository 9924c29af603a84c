import type { TenantDatabase } from '../../core/db/connection.ts';
import { changedColumns } from '../../core/db/partial-change.ts';
import { type Caller, invalid, notFound } from '../../core/http/index.ts';
import type { Services } from '../../core/services.ts';
import {
  type AddressChange,
  addressFaults,
  changeLocation,
  NO_ADDRESS,
  NO_LOCATION,
  type StoredAddress,
} from '../addresses/index.ts';
import { type Columns, toPartColumns } from './columns.ts';
import { authorOf } from './history.ts';
import {
  insertPart,
  lockPart,
  markDeleted,
  type Part,
  type PartPlace,
  type StoredPart,
  updatePart,
  type WriteOptions,
} from './part-queries.ts';

// What is done to a site, a work location or a contact: its own change and event, an activity in the company's
// history, and a change of the company, whose stream is the only one that lists them.

interface PartBody {
  location?: AddressChange | null;
  importExternalId?: string | null;
  createdAtUtc?: string | null;
}

export function writeOptions({ caller, services }: { caller: Caller; services: Services }): WriteOptions {
  return { author: authorOf(caller), refinesCoordinates: services.settings.geocoderUrl !== undefined };
}

/** Creates a part and answers its id. Throws 404 when the company, or the site within it, does not exist. */
export async function createPart(
  db: TenantDatabase,
  tenantId: number,
  place: Omit<PartPlace, 'id'>,
  body: PartBody,
  options: WriteOptions,
): Promise<{ id: number }> {
  // A contact has no address: what its body calls one is an unknown property, and of any shape.
  const location =
    place.part === 'contact' ? undefined : changeLocation({ ...NO_ADDRESS, ...NO_LOCATION }, body.location);
  const id = await insertPart(
    db,
    tenantId,
    place,
    { ...toPartColumns[place.part](body), ...location },
    { ...options, createdAt: body.createdAtUtc ?? null, isImported: body.importExternalId != null },
  );
  if (id === undefined) throw notFound(place.siteId === undefined ? 'Company' : 'Company or site');
  return { id };
}

/** Changes a part as a partial body says; what changes nothing leaves no trace. Throws 404 when the path does not lead to it. */
export async function changePart(
  db: TenantDatabase,
  tenantId: number,
  place: PartPlace,
  body: PartBody,
  options: WriteOptions,
): Promise<void> {
  const stored = await getPart(db, tenantId, place);
  const changed = changedRecord(stored, body, toPartColumns[place.part](body));
  if (Object.keys(changed).length > 0)
    await updatePart(db, tenantId, place.part, stored, changed, { ...options, activity: 'changed' });
}

/** Activates or deactivates a site or a contact. */
export async function setPartActive(
  db: TenantDatabase,
  tenantId: number,
  place: PartPlace & { part: 'site' | 'contact' },
  isActive: boolean,
  options: WriteOptions,
): Promise<void> {
  const stored = await getPart(db, tenantId, place);
  if (stored.is_active === isActive) return;
  const activity = isActive ? 'activated' : 'deactivated';
  await updatePart(db, tenantId, place.part, stored, { is_active: isActive }, { ...options, activity });
}

/** Deletes a work location, which is final. Throws 404 when the path does not lead to one, or to a deleted one. */
export async function deletePart(
  db: TenantDatabase,
  tenantId: number,
  place: PartPlace & { part: 'location' },
  options: WriteOptions,
): Promise<void> {
  await markDeleted(db, tenantId, await getPart(db, tenantId, place), options);
}

/** Those columns of a record that the body changes. Throws 400 for an address that would not be one. */
export function changedRecord(stored: object, body: PartBody, columns: Columns): Columns {
  const address =
    'street' in stored
      ? changeLocation(stored as StoredAddress & typeof NO_LOCATION, body.location)
      : undefined;
  const faults = addressFaults({ zipCode: address?.zip_code, countryId: address?.country_id });
  if (faults.length > 0) throw invalid(...faults);
  return changedColumns(stored, {
    ...columns,
    ...address,
    ...(body.createdAtUtc == null ? {} : { created_at: body.createdAtUtc }),
  });
}

/** The part, locked together with its company until the transaction ends. */
async function getPart<P extends Part>(
  db: TenantDatabase,
  tenantId: number,
  place: PartPlace & { part: P },
): Promise<StoredPart<P>> {
  const stored = await lockPart(db, tenantId, place);
  if (stored === undefined) throw notFound(NOT_FOUND[place.part]);
  return stored;
}

export const NOT_FOUND = {
  site: 'Company or site',
  location: 'Company, site or work location',
  contact: 'Company, site or contact',
} as const;
