import {
  type AnyEndpoint,
  defineEndpoint,
  findDuplicates,
  notFound,
  RawJson,
} from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { changedAddressFaults, refinesCoordinates } from '../../addresses/index.ts';
import { EVENTS } from '../../changes/index.ts';
import { sharedList } from '../../masterdata/index.ts';
import { toCompanyColumns } from '../columns.ts';
import { authorOf } from '../history.ts';
import { COMPANY_MATCH, changedRecord } from '../parts.ts';
import { findRecord, findStoredRecord } from '../record-queries.ts';
import { recordFaults } from '../rules.ts';
import { insertCompany, lockCompany, updateCompany } from './queries.ts';
import {
  CompanyChange,
  CompanyCreate,
  CompanyPath,
  CompanyRecord,
  CompanyStatusUpdate,
  ContractStatusUpdate,
} from './schema.ts';
import { setCompanyStatus, setContractStatus } from './status.ts';

const COMMON = { audience: 'integration', area: 'Company details' } as const;
const UNIQUE = {
  table: 'company',
  record: 'company',
  properties: ['customerNumber', 'importExternalId'],
} as const;
const CHANGE = {
  ...COMMON,
  method: 'PUT',
  permission: 'customers:write',
  params: CompanyPath,
  ifMatch: COMPANY_MATCH,
  notFound: 'Company',
} as const;

export const companyEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'company_create',
    method: 'POST',
    path: '/customers',
    permission: 'customers:write',
    summary: 'Create a company',
    description:
      'A new company has the status 1 (lead) and the contract status 1 (no contract). Create its sites next, then their work locations and contacts. A company cannot be deleted. Set its status instead.',
    body: CompanyCreate,
    check: ({ body, now }) => recordFaults(body, now),
    findWriteFaults: ({ db, tenantId, body }) => findDuplicates(db, tenantId, { ...UNIQUE, body }),
    success: { status: 200, description: 'The id of the company.', schema: BaseCreateResponse },
    creates: true,
    event: EVENTS.companyCreated,
    examples: [
      {
        summary: 'A company with the usual properties',
        body: {
          name: 'Nordkai Logistik GmbH',
          customerNumber: 'K-10023',
          industryId: 8,
          contact: { email: 'info@example.org', phone: '040 66969100', website: 'https://example.org' },
          location: { street: 'Am Kai 12', zipCode: '20457', city: 'Hamburg', countryId: 276 },
          employees: 240,
        },
      },
    ],
    handle: ({ services, tenantId, body, writeStatement }) =>
      writeStatement(async (db) => ({
        id: await insertCompany(db, tenantId, body, {
          refinesCoordinates: refinesCoordinates(services.settings),
        }),
      })),
  }),
  defineEndpoint({
    ...CHANGE,
    id: 'company_change',
    path: '/customers/{customerId}',
    summary: 'Change a company',
    description:
      'Changes only the properties that are sent. The same applies inside contact and location. Sending null clears a property. Status, sites, and contacts have separate operations. A body that changes nothing does not appear in the change streams.',
    body: CompanyChange,
    check: ({ body, now }) => recordFaults(body, now),
    findWriteFaults: async ({ db, tenantId, params: { customerId: id }, body, faulty }) => [
      ...(await findDuplicates(db, tenantId, { ...UNIQUE, body, except: { id } })),
      ...(await changedAddressFaults(db, tenantId, { table: 'company', id }, body, faulty)),
    ],
    success: { status: 204, description: 'Changed, or nothing to change.' },
    stored: ({ db, tenantId, params }) => findStoredRecord(db, tenantId, 'company', params.customerId),
    event: EVENTS.companyChanged,
    examples: [{ summary: 'Move the company to another branch', body: { officeId: 2 } }],
    handle: ({ services, tenantId, params, body, write }) =>
      write(async (db) => {
        const stored = await lockCompany(db, tenantId, params.customerId);
        if (stored === undefined) throw notFound('Company');
        const changed = changedRecord(stored, body, toCompanyColumns(body));
        if (Object.keys(changed).length === 0) return;
        await updateCompany(db, tenantId, stored, changed, {
          event: EVENTS.companyChanged,
          refinesCoordinates: refinesCoordinates(services.settings),
        });
      }),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'company_get',
    method: 'GET',
    path: '/customers/{customerId}',
    permission: 'customers:read',
    summary: 'Read a company',
    description:
      'Lists the sites of the company in short form. GET /customers/offices/{officeId} returns a site with its work locations and contacts.',
    params: CompanyPath,
    success: { status: 200, description: 'The company.', schema: CompanyRecord },
    notFound: 'Company',
    etag: 'content',
    isLocalized: true,
    async handle({ db, tenantId, params, language }) {
      const company = await findRecord(db, tenantId, 'company', params.customerId, language);
      if (company === undefined) throw notFound('Company');
      return new RawJson(company);
    },
  }),
  defineEndpoint({
    ...CHANGE,
    id: 'company_setStatus',
    path: '/customers/{customerId}/status',
    summary: 'Set the status of a company',
    description:
      'Any status can follow any other. Every change writes an activity with the comment. Sending the current status without a comment, or with the comment that it has, changes nothing. With another comment, it counts as a change and writes an activity.',
    body: CompanyStatusUpdate,
    success: { status: 204, description: 'Set, or nothing to change.' },
    event: EVENTS.companyStatusChanged,
    examples: [{ summary: 'The first order came in', body: { statusId: 3, comment: 'First order' } }],
    async handle({ services, caller, tenantId, params, body, write }) {
      const { byId: names } = await sharedList(services.database, 'customerstatus');
      const options = { author: authorOf(caller), names };
      await write((db) => setCompanyStatus(db, tenantId, params.customerId, body, options));
    },
  }),
  defineEndpoint({
    ...CHANGE,
    id: 'company_setContractStatus',
    path: '/customers/{customerId}/contractstatus',
    summary: 'Set the contract status of a company',
    description:
      'Any status can follow any other. If validFrom is left out, a new status clears it and the current status keeps it. Every change writes an activity with the comment. Sending the current values without a comment, or with the comment that they have, changes nothing. With another comment, they count as a change and write an activity.',
    body: ContractStatusUpdate,
    success: { status: 204, description: 'Set, or nothing to change.' },
    event: EVENTS.companyContractStatusChanged,
    examples: [
      { summary: 'A framework contract was signed', body: { contractStatusId: 3, validFrom: '2026-04-01' } },
    ],
    async handle({ services, caller, tenantId, params, body, write }) {
      const { byId: names } = await sharedList(services.database, 'contractstatus');
      const options = { author: authorOf(caller), names };
      await write((db) => setContractStatus(db, tenantId, params.customerId, body, options));
    },
  }),
];
