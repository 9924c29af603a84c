import { type AnyEndpoint, defineEndpoint, notFound, RawJson } from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { EVENTS } from '../../changes/index.ts';
import {
  changePart,
  createPartAtSite,
  deletePart,
  findPartWriteFaults,
  NOT_FOUND,
  partMatch,
  SITE_MATCH,
  writeOptions,
} from '../parts.ts';
import { findRecord, findStoredRecord } from '../record-queries.ts';
import { officeFaults, partReferenceFaults } from '../reference-queries.ts';
import { recordFaults } from '../rules.ts';
import { withoutAddressLines } from './rules.ts';
import {
  LocationChange,
  LocationCreate,
  LocationIdPath,
  LocationPath,
  LocationRecord,
  SitePath,
} from './schema.ts';

const COMMON = { audience: 'integration', area: 'Work locations' } as const;
const LOCATION_MATCH = partMatch('workLocation_get', toKey);

export const locationEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'workLocation_create',
    method: 'POST',
    path: '/customers/{customerId}/offices/{officeId}/locations',
    permission: 'customers:write',
    summary: 'Create a work location at a site',
    description:
      'The site must be active. contactId must be an active contact of the same company. The creation also counts as a change of the company, so the company appears in its change stream. It also writes an activity.',
    params: SitePath,
    ifMatch: SITE_MATCH,
    body: LocationCreate,
    check: ({ body, now }) => recordFaults(body, now),
    findWriteFaults: ({ db, tenantId, ...input }) => findPartWriteFaults(db, tenantId, 'location', input),
    findFaults: async ({ db, tenantId, params, body }) => [
      ...(await officeFaults(db, tenantId, params)),
      ...(await partReferenceFaults(db, tenantId, params.customerId, { contactId: body.contactId })),
    ],
    success: { status: 200, description: 'The id of the work location.', schema: BaseCreateResponse },
    notFound: NOT_FOUND.site,
    creates: true,
    event: EVENTS.locationCreated,
    examples: [
      {
        summary: 'A hall at the site',
        body: {
          description: 'Halle 3',
          directions: 'Pforte West, dann rechts',
          location: { street: 'Vollhöfner Weiden 8', zipCode: '21129', city: 'Hamburg', countryId: 276 },
        },
      },
    ],
    handle: (context) => {
      const { tenantId, params } = context;
      const body = withoutAddressLines(context.body);
      const key = { part: 'location', companyId: params.customerId, siteId: params.officeId } as const;
      return context.write((db) => createPartAtSite(db, tenantId, key, body, writeOptions(context)));
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'workLocation_get',
    method: 'GET',
    path: '/customers/locations/{locationId}',
    permission: 'customers:read',
    summary: 'Read a work location',
    description:
      'A deleted work location is not found. Since release 3.4.0, an unknown or deleted id is a 404, not a 204, and importExternalId and importedAtUtc have what was stored. Before, both were always null.',
    params: LocationIdPath,
    success: { status: 200, description: 'The work location.', schema: LocationRecord },
    notFound: 'Work location',
    etag: 'content',
    isLocalized: true,
    async handle({ db, tenantId, params, language }) {
      const location = await findRecord(db, tenantId, 'location', params.locationId, language);
      if (location === undefined) throw notFound('Work location');
      return new RawJson(location);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'workLocation_change',
    method: 'PUT',
    path: '/customers/{customerId}/offices/{officeId}/locations/{locationId}',
    permission: 'customers:write',
    summary: 'Change a work location',
    description:
      'Changes only the properties that are sent. The same applies inside location. Sending null clears a property. A changed address gets new coordinates, or keeps the old ones if none can be found. A new country clears the federal state unless one is sent. A work location cannot move to another site, so officeId in the body is ignored. A body that changes nothing does not appear in the change streams. Available since release 3.4.0.',
    params: LocationPath,
    ifMatch: LOCATION_MATCH,
    body: LocationChange,
    check: ({ body, now }) => recordFaults(body, now),
    findWriteFaults: ({ db, tenantId, params: { locationId: id }, ...input }) =>
      findPartWriteFaults(db, tenantId, 'location', { ...input, id }),
    findFaults: ({ db, tenantId, params, body }) =>
      partReferenceFaults(db, tenantId, params.customerId, { contactId: body.contactId }),
    success: { status: 204, description: 'Changed, or nothing to change.' },
    async stored({ db, tenantId, params }) {
      const stored = await findStoredRecord(db, tenantId, 'location', params.locationId);
      if (stored === undefined) return undefined;
      const { address, ...rest } = stored;
      return { ...rest, location: address };
    },
    notFound: NOT_FOUND.location,
    event: EVENTS.locationChanged,
    examples: [{ summary: 'New directions', body: { directions: 'Pforte Nord, Tor 2' } }],
    handle: (context) => {
      const { tenantId, params } = context;
      const body = withoutAddressLines(context.body);
      return context.write((db) => changePart(db, tenantId, toKey(params), body, writeOptions(context)));
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'workLocation_delete',
    method: 'DELETE',
    path: '/customers/{customerId}/offices/{officeId}/locations/{locationId}',
    permission: 'customers:write',
    summary: 'Delete a work location',
    description:
      'Deletion is final. Afterwards the work location is not found, and a second call returns 404. Requests that refer to it keep the reference. Its importExternalId becomes available again, so the source system can import it as a new work location. The deletion writes an activity, and the change stream lists the company as modified. The event links to that window and has customerId and siteId in additionalData. Available since release 3.4.0.',
    params: LocationPath,
    ifMatch: LOCATION_MATCH,
    success: { status: 204, description: 'Deleted.' },
    notFound: NOT_FOUND.location,
    event: EVENTS.locationDeleted,
    handle: (context) =>
      context.write((db) => deletePart(db, context.tenantId, toKey(context.params), writeOptions(context))),
  }),
];

function toKey({
  customerId,
  officeId,
  locationId,
}: Record<keyof (typeof LocationPath)['properties'], number>) {
  return { part: 'location', companyId: customerId, siteId: officeId, id: locationId } as const;
}
