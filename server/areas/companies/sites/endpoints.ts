import { type AnyEndpoint, defineEndpoint, notFound, RawJson } from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { EVENTS } from '../../changes/index.ts';
import {
  COMPANY_MATCH,
  changePart,
  createPart,
  findPartWriteFaults,
  NOT_FOUND,
  SITE_MATCH,
  setPartActive,
  toSiteKey,
  writeOptions,
} from '../parts.ts';
import { findRecord, findStoredRecord } from '../record-queries.ts';
import { recordFaults } from '../rules.ts';
import { ActiveUpdate } from '../schema.ts';
import { CompanyPath, SiteChange, SiteCreate, SiteIdPath, SitePath, SiteRecord } from './schema.ts';

const COMMON = { audience: 'integration', area: 'Company sites' } as const;

export const siteEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'site_create',
    method: 'POST',
    path: '/customers/{customerId}/offices',
    permission: 'customers:write',
    summary: 'Create a site for a company',
    description:
      'A new site is active. The creation also counts as a change of the company, so the company appears in its change stream. It also writes an activity.',
    params: CompanyPath,
    ifMatch: COMPANY_MATCH,
    body: SiteCreate,
    check: ({ body, now }) => recordFaults(body, now),
    findWriteFaults: ({ db, tenantId, ...input }) => findPartWriteFaults(db, tenantId, 'site', input),
    success: { status: 200, description: 'The id of the site.', schema: BaseCreateResponse },
    notFound: 'Company',
    creates: true,
    event: EVENTS.siteCreated,
    examples: [
      {
        summary: 'A warehouse',
        body: {
          description: 'Lager Hamburg-Altenwerder',
          location: { street: 'Vollhöfner Weiden 8', zipCode: '21129', city: 'Hamburg', countryId: 276 },
        },
      },
    ],
    handle: (context) => {
      const { tenantId, params, body } = context;
      const key = { part: 'site', companyId: params.customerId } as const;
      return context.writeStatement((db) => createPart(db, tenantId, key, body, writeOptions(context)));
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'site_get',
    method: 'GET',
    path: '/customers/offices/{officeId}',
    permission: 'customers:read',
    summary: 'Read a site with its work locations and contacts',
    params: SiteIdPath,
    success: { status: 200, description: 'The site.', schema: SiteRecord },
    notFound: 'Site',
    etag: 'content',
    isLocalized: true,
    async handle({ db, tenantId, params, language }) {
      const site = await findRecord(db, tenantId, 'site', params.officeId, language);
      if (site === undefined) throw notFound('Site');
      return new RawJson(site);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'site_change',
    method: 'PUT',
    path: '/customers/{customerId}/offices/{officeId}',
    permission: 'customers:write',
    summary: 'Change a site',
    description:
      'Changes only the properties that are sent. The same applies inside contact and location. Sending null clears a property. A site cannot move to another company. A body that changes nothing does not appear in the change streams.',
    params: SitePath,
    ifMatch: SITE_MATCH,
    body: SiteChange,
    check: ({ body, now }) => recordFaults(body, now),
    findWriteFaults: ({ db, tenantId, params: { officeId: id }, ...input }) =>
      findPartWriteFaults(db, tenantId, 'site', { ...input, id }),
    success: { status: 204, description: 'Changed, or nothing to change.' },
    stored: ({ db, tenantId, params }) => findStoredRecord(db, tenantId, 'site', params.officeId),
    notFound: NOT_FOUND.site,
    event: EVENTS.siteChanged,
    examples: [{ summary: 'A new phone number', body: { contact: { phone: '040 66969110' } } }],
    handle: (context) => {
      const { tenantId, params, body } = context;
      return context.write((db) => changePart(db, tenantId, toSiteKey(params), body, writeOptions(context)));
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'site_setStatus',
    method: 'PUT',
    path: '/customers/{customerId}/offices/{officeId}/status',
    permission: 'customers:write',
    summary: 'Activate or deactivate a site',
    description:
      'An inactive site can still be read, and its work locations and contacts can still be changed. New work locations, contacts and requests below it are rejected. Sending the current value changes nothing.',
    params: SitePath,
    ifMatch: SITE_MATCH,
    body: ActiveUpdate,
    success: { status: 204, description: 'Set, or nothing to change.' },
    notFound: NOT_FOUND.site,
    event: EVENTS.siteChanged,
    examples: [{ summary: 'The site was closed', body: { isActive: false } }],
    handle: (context) => {
      const { tenantId, params, body } = context;
      return context.write((db) =>
        setPartActive(db, tenantId, toSiteKey(params), body.isActive, writeOptions(context)),
      );
    },
  }),
];
