import type { TenantDatabase } from '../../../core/db/connection.ts';
import { changedColumns } from '../../../core/db/partial-change.ts';
import { pastFaults } from '../../../core/http/contact-data.ts';
import {
  type AnyEndpoint,
  defineEndpoint,
  type Fault,
  findDuplicates,
  invalid,
  notFound,
  RawJson,
} from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { EVENTS } from '../../changes/index.ts';
import {
  COMPANY_MATCH,
  inactiveSiteFaults,
  type PartReferences,
  partReferenceFaults,
} from '../../companies/index.ts';
import { KIND_DEFINITIONS, type RequestKindDefinition } from './kinds.ts';
import { findRequest, findStoredRequest, insertRequest, lockRequest, updateRequest } from './queries.ts';
import { orderFaults, type RequestValues, toValues } from './rules.ts';
import { CompanyPath, type RequestBody, RequestPath } from './schema.ts';

const COMMON = { audience: 'integration', area: 'Customer requests' } as const;
const REQUEST = 'Customer request of this kind';
const UNIQUE = { table: 'customer_request', record: 'request', properties: ['importExternalId'] } as const;

export const detailEndpoints: readonly AnyEndpoint[] = [
  ...KIND_DEFINITIONS.map(createEndpoint),
  ...KIND_DEFINITIONS.map(readEndpoint),
  ...KIND_DEFINITIONS.map(changeEndpoint),
];

function createEndpoint({ kind, suffix, label, create, createExample }: RequestKindDefinition): AnyEndpoint {
  return defineEndpoint({
    ...COMMON,
    id: `request_create${suffix}`,
    method: 'POST',
    path: `/customers/{customerId}/requests/${kind}`,
    permission: 'requests:write',
    summary: `Create a request for ${label}`,
    description:
      'A new request is open (1). The site and the site of the work location must be active. The site, work location, and contact must belong to the company. If both site and work location are sent, the work location must belong to the site.',
    params: CompanyPath,
    ifMatch: COMPANY_MATCH,
    body: create,
    check: ({ body, now }) => pastFaults(body as RequestBody, 'createdAtUtc', now),
    findFaults({ db, tenantId, params, body }) {
      const sent = body as RequestBody;
      return requestFaults(db, tenantId, { companyId: params.customerId }, toValues(kind, sent), sent);
    },
    findWriteFaults: ({ db, tenantId, body }) =>
      findDuplicates(db, tenantId, { ...UNIQUE, body: body as object }),
    success: { status: 200, description: 'The id of the request.', schema: BaseCreateResponse },
    notFound: 'Company',
    creates: true,
    event: EVENTS.requestCreated,
    examples: [createExample],
    handle: ({ tenantId, params, body, writeStatement }) =>
      writeStatement(async (db) => {
        const { createdAtUtc = null } = body as RequestBody;
        const id = await insertRequest(db, tenantId, {
          kind,
          companyId: params.customerId,
          values: toValues(kind, body as RequestBody),
          createdAt: createdAtUtc,
        });
        if (id === undefined) throw notFound('Company');
        return { id };
      }),
  });
}

function readEndpoint({ kind, suffix, label, record }: RequestKindDefinition): AnyEndpoint {
  return defineEndpoint({
    ...COMMON,
    id: `request_get${suffix}`,
    method: 'GET',
    path: `/customers/requests/${kind}/{requestId}`,
    permission: 'requests:read',
    summary: `Read a request for ${label}`,
    description: 'Finds only requests of this kind. Changes and events contain the path of each request.',
    params: RequestPath,
    success: { status: 200, description: 'The request.', schema: record },
    notFound: REQUEST,
    etag: 'content',
    isLocalized: true,
    async handle({ db, tenantId, params, language }) {
      const request = await findRequest(db, tenantId, kind, params.requestId, language);
      if (request === undefined) throw notFound(REQUEST);
      return new RawJson(request);
    },
  });
}

function changeEndpoint({ kind, suffix, label, change, changeExample }: RequestKindDefinition): AnyEndpoint {
  return defineEndpoint({
    ...COMMON,
    id: `request_change${suffix}`,
    method: 'PUT',
    path: `/customers/requests/${kind}/{requestId}`,
    permission: 'requests:write',
    since: '3.5.0',
    summary: `Change a request for ${label}`,
    description:
      'Changes only the properties that are sent. Sending null clears a property. The company, kind, and status cannot be changed here. A cancelled or closed request can still be corrected. A body that changes nothing does not appear in the change feed.',
    params: RequestPath,
    ifMatch: {
      read: `request_get${suffix}`,
      lock: ({ db, tenantId, params }) => lockRequest(db, tenantId, kind, params.requestId),
    },
    body: change,
    stored: ({ db, tenantId, params }) => findStoredRequest(db, tenantId, kind, params.requestId),
    async findFaults({ db, tenantId, params, body }) {
      const stored = await findStoredRequest(db, tenantId, kind, params.requestId);
      const sent = body as RequestBody;
      return stored === undefined
        ? []
        : requestFaults(db, tenantId, stored, changedColumns(stored, toValues(kind, sent)), sent);
    },
    findWriteFaults: ({ db, tenantId, params, body }) =>
      findDuplicates(db, tenantId, { ...UNIQUE, body: body as object, except: { id: params.requestId } }),
    success: { status: 204, description: 'Changed, or nothing to change.' },
    notFound: REQUEST,
    event: EVENTS.requestChanged,
    examples: [changeExample],
    async handle({ tenantId, params, body, write }) {
      await write(async (db) => {
        const stored = await lockRequest(db, tenantId, kind, params.requestId);
        if (stored === undefined) throw notFound(REQUEST);
        const sent = body as RequestBody;
        const changed = changedColumns(stored, toValues(kind, sent));
        if (Object.keys(changed).length === 0) return;
        // Check again under the lock. Another call might have changed the day or the site that this body was checked against.
        const faults = await requestFaults(db, tenantId, stored, changed, sent);
        if (faults.length > 0) throw invalid(...faults);
        await updateRequest(db, tenantId, stored, changed);
      });
    },
  });
}

/**
 * Returns the faults of the values that a body changes, checked together with the stored values. Pass the body too: a value that
 * equals the stored one changes nothing, but was sent.
 */
async function requestFaults(
  db: TenantDatabase,
  tenantId: number,
  stored: RequestValues & { companyId: number },
  changed: RequestValues,
  body: RequestBody,
): Promise<Fault[]> {
  const result = { ...stored, ...changed };
  const faults = orderFaults(body, result);
  const hasReference = changed.siteId != null || changed.locationId != null || changed.contactId != null;
  if (!hasReference) return faults;
  const unknown = await partReferenceFaults(
    db,
    tenantId,
    stored.companyId,
    result as PartReferences,
    body as PartReferences,
  );
  const inactive = await inactiveSiteFaults(db, tenantId, stored.companyId, changed as PartReferences);
  return [...faults, ...unknown, ...inactive];
}
