import type { TenantDatabase } from '../../../core/db/connection.ts';
import { changedColumns } from '../../../core/db/partial-change.ts';
import { pastFaults } from '../../../core/http/contact-data.ts';
import {
  type AnyEndpoint,
  defineEndpoint,
  type Fault,
  invalid,
  notFound,
  RawJson,
} from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { EVENTS } from '../../changes/index.ts';
import { type ChainReferences, checkChain } from '../../companies/index.ts';
import { KINDS, type KindOfRequest } from './kinds.ts';
import { findRequest, findStoredRequest, insertRequest, lockRequest, updateRequest } from './queries.ts';
import { orderFaults, type RequestValues, toValues } from './rules.ts';
import { CompanyPath, type RequestBody, RequestPath } from './schema.ts';

const COMMON = { audience: 'integration', area: 'Customer requests' } as const;
const REQUEST = 'Customer request of this kind';

export const detailEndpoints: readonly AnyEndpoint[] = [
  ...KINDS.map(creating),
  ...KINDS.map(reading),
  ...KINDS.map(changing),
];

function creating({ kind, suffix, words, create, creation }: KindOfRequest): AnyEndpoint {
  return defineEndpoint({
    ...COMMON,
    id: `request_create${suffix}`,
    method: 'POST',
    path: `/customers/{customerId}/requests/${kind}`,
    permission: 'requests:write',
    summary: `Create a request for ${words}`,
    description:
      'The request is open (1). Site, work location and contact must belong to the company, the work location to the site where both are given.',
    params: CompanyPath,
    body: create,
    check: ({ body, now }) => pastFaults(body as RequestBody, 'createdAtUtc', now),
    findFaults: ({ db, tenantId, params, body }) =>
      requestFaults(db, tenantId, { companyId: params.customerId }, toValues(kind, body as RequestBody)),
    success: { status: 200, description: 'The id of the request.', schema: BaseCreateResponse },
    notFound: 'Company',
    creates: true,
    event: EVENTS.requestCreated,
    examples: [creation],
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

function reading({ kind, suffix, words, record }: KindOfRequest): AnyEndpoint {
  return defineEndpoint({
    ...COMMON,
    id: `request_get${suffix}`,
    method: 'GET',
    path: `/customers/requests/${kind}/{requestId}`,
    permission: 'requests:read',
    summary: `Read a request for ${words}`,
    description:
      'A request of another kind is not found here: changes and events name the path that fits it.',
    params: RequestPath,
    success: { status: 200, description: 'The request.', schema: record },
    notFound: REQUEST,
    etag: 'content',
    async handle({ db, tenantId, params, language }) {
      const request = await findRequest(db, tenantId, kind, params.requestId, language);
      if (request === undefined) throw notFound(REQUEST);
      return new RawJson(request);
    },
  });
}

function changing({ kind, suffix, words, change, alteration }: KindOfRequest): AnyEndpoint {
  return defineEndpoint({
    ...COMMON,
    id: `request_change${suffix}`,
    method: 'PUT',
    path: `/customers/requests/${kind}/{requestId}`,
    permission: 'requests:write',
    since: '3.5.0',
    summary: `Change a request for ${words}`,
    description:
      'Only the properties sent are changed; null clears a property. Company, kind and status stay. Also a cancelled or closed request can be corrected. A body that changes nothing leaves no trace in the change feed.',
    params: RequestPath,
    body: change,
    stored: ({ db, tenantId, params }) => findStoredRequest(db, tenantId, kind, params.requestId),
    async findFaults({ db, tenantId, params, body }) {
      const stored = await findStoredRequest(db, tenantId, kind, params.requestId);
      return stored === undefined
        ? []
        : requestFaults(db, tenantId, stored, changedColumns(stored, toValues(kind, body as RequestBody)));
    },
    success: { status: 204, description: 'Changed, or already as sent.' },
    notFound: REQUEST,
    event: EVENTS.requestChanged,
    examples: [alteration],
    async handle({ tenantId, params, body, write }) {
      await write(async (db) => {
        const stored = await lockRequest(db, tenantId, kind, params.requestId);
        if (stored === undefined) throw notFound(REQUEST);
        const changed = changedColumns(stored, toValues(kind, body as RequestBody));
        if (Object.keys(changed).length === 0) return;
        // Once more with the request locked: another call may have moved the day or the site this one is held against.
        const faults = await requestFaults(db, tenantId, stored, changed);
        if (faults.length > 0) throw invalid(...faults);
        await updateRequest(db, tenantId, stored, changed);
      });
    },
  });
}

/** Faults of what is sent for a request, held against what is stored of it. */
async function requestFaults(
  db: TenantDatabase,
  tenantId: number,
  stored: RequestValues & { companyId: number },
  sent: RequestValues,
): Promise<Fault[]> {
  const result = { ...stored, ...sent };
  const faults = orderFaults(sent, result);
  const isChainSent = sent.siteId != null || sent.locationId != null || sent.contactId != null;
  if (!isChainSent) return faults;
  return [...faults, ...(await checkChain(db, tenantId, stored.companyId, result as ChainReferences))];
}
