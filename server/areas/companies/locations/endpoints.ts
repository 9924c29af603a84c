import { type AnyEndpoint, defineEndpoint, notFound, RawJson } from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { EVENTS } from '../../changes/index.ts';
import { changePart, createPart, deletePart, NOT_FOUND, writeOptions } from '../parts.ts';
import { checkChain } from '../reference-queries.ts';
import { recordFaults } from '../rules.ts';
import { findLocation } from './queries.ts';
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

export const locationEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'workLocation_create',
    method: 'POST',
    path: '/customers/{customerId}/offices/{officeId}/locations',
    permission: 'customers:write',
    summary: 'Create a work location at a site',
    description:
      'contactId is a contact of the same company that is in use. Creating it is also a change of the company, whose stream lists it, and an activity in its history.',
    params: SitePath,
    body: LocationCreate,
    check: ({ body, now }) => recordFaults(body, now),
    findFaults: ({ db, tenantId, params, body }) =>
      checkChain(db, tenantId, params.customerId, { contactId: body.contactId }),
    success: { status: 200, description: 'The id of the work location.', schema: BaseCreateResponse },
    notFound: NOT_FOUND.site,
    creates: true,
    event: EVENTS.locationCreated,
    examples: [
      {
        summary: 'A hall of the site',
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
      const place = { part: 'location', companyId: params.customerId, siteId: params.officeId } as const;
      return context.writeStatement((db) => createPart(db, tenantId, place, body, writeOptions(context)));
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'workLocation_get',
    method: 'GET',
    path: '/customers/locations/{locationId}',
    permission: 'customers:read',
    summary: 'Read a work location',
    description: 'An unknown id and that of a deleted work location are answered alike.',
    params: LocationIdPath,
    success: { status: 200, description: 'The work location.', schema: LocationRecord },
    notFound: 'Work location',
    etag: 'content',
    async handle({ db, tenantId, params, language }) {
      const location = await findLocation(db, tenantId, params.locationId, language);
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
      'Only the properties sent are changed, also inside location; null clears a property. A changed address gets new coordinates, or keeps the old ones where none can be found; another country without a federal state clears the federal state. A work location stays at its site: officeId in the body is ignored. A body that changes nothing leaves no trace.',
    params: LocationPath,
    body: LocationChange,
    check: ({ body, now }) => recordFaults(body, now),
    findFaults: ({ db, tenantId, params, body }) =>
      checkChain(db, tenantId, params.customerId, { contactId: body.contactId }),
    success: { status: 204, description: 'Changed, or already as sent.' },
    async stored({ db, tenantId, params }) {
      const location = await findLocation(db, tenantId, params.locationId, 'en');
      if (location === undefined) return undefined;
      const { address, ...rest } = JSON.parse(location);
      return { ...rest, location: address };
    },
    notFound: NOT_FOUND.location,
    event: EVENTS.locationChanged,
    examples: [{ summary: 'Another way in', body: { directions: 'Pforte Nord, Tor 2' } }],
    handle: (context) => {
      const { tenantId, params } = context;
      const body = withoutAddressLines(context.body);
      return context.write((db) => changePart(db, tenantId, placeOf(params), body, writeOptions(context)));
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
      'Final: afterwards it is not found, also by a second call. Requests that refer to it go on doing so. Its importExternalId becomes free, so that the source system can import it again as a new work location. The company’s history keeps an activity, and the company’s stream lists the company as modified: the event points to that window and names customerId and siteId in additionalData.',
    params: LocationPath,
    success: { status: 204, description: 'Deleted.' },
    notFound: NOT_FOUND.location,
    event: EVENTS.locationDeleted,
    handle: (context) =>
      context.write((db) => deletePart(db, context.tenantId, placeOf(context.params), writeOptions(context))),
  }),
];

function placeOf({
  customerId,
  officeId,
  locationId,
}: Record<keyof (typeof LocationPath)['properties'], number>) {
  return { part: 'location', companyId: customerId, siteId: officeId, id: locationId } as const;
}
