import { type AnyEndpoint, defineEndpoint, notFound, RawJson } from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { EVENTS } from '../../changes/index.ts';
import {
  changePart,
  createPartAtSite,
  findPartWriteFaults,
  NOT_FOUND,
  partMatch,
  SITE_MATCH,
  setPartActive,
  writeOptions,
} from '../parts.ts';
import { findRecord, findStoredRecord } from '../record-queries.ts';
import { officeFaults } from '../reference-queries.ts';
import { ActiveUpdate } from '../schema.ts';
import { contactBodyFaults } from './rules.ts';
import {
  ContactChange,
  ContactCreate,
  ContactIdPath,
  ContactPath,
  ContactRecord,
  SitePath,
} from './schema.ts';

const COMMON = { audience: 'integration', area: 'Company contacts' } as const;
const CONTACT_MATCH = partMatch('contact_get', toKey);

export const contactEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'contact_create',
    method: 'POST',
    path: '/customers/{customerId}/offices/{officeId}/contacts',
    permission: 'customers:write',
    summary: 'Create a contact at a site',
    description:
      'The site must be active. A new contact is active. The creation also counts as a change of the company, so the company appears in its change stream. It also writes an activity, which does not name the person.',
    params: SitePath,
    ifMatch: SITE_MATCH,
    body: ContactCreate,
    check: ({ body, now }) => contactBodyFaults(body, now),
    findWriteFaults: ({ db, tenantId, ...input }) => findPartWriteFaults(db, tenantId, 'contact', input),
    findFaults: ({ db, tenantId, params }) => officeFaults(db, tenantId, params),
    success: { status: 200, description: 'The id of the contact.', schema: BaseCreateResponse },
    notFound: NOT_FOUND.site,
    creates: true,
    event: EVENTS.contactCreated,
    examples: [
      {
        summary: 'The head of human resources',
        body: {
          salutationId: 2,
          firstName: 'Sabine',
          lastName: 'Vogt',
          position: 'Personalleitung',
          email: 's.vogt@example.org',
          phone: '040 66969101',
        },
      },
    ],
    handle: (context) => {
      const { tenantId, params, body } = context;
      const key = { part: 'contact', companyId: params.customerId, siteId: params.officeId } as const;
      return context.write((db) => createPartAtSite(db, tenantId, key, body, writeOptions(context)));
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'contact_get',
    method: 'GET',
    path: '/customers/contacts/{contactId}',
    permission: 'customers:read',
    summary: 'Read a contact',
    params: ContactIdPath,
    success: { status: 200, description: 'The contact.', schema: ContactRecord },
    notFound: 'Contact',
    etag: 'content',
    isLocalized: true,
    async handle({ db, tenantId, params, language }) {
      const contact = await findRecord(db, tenantId, 'contact', params.contactId, language);
      if (contact === undefined) throw notFound('Contact');
      return new RawJson(contact);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'contact_change',
    method: 'PUT',
    path: '/customers/{customerId}/offices/{officeId}/contacts/{contactId}',
    permission: 'customers:write',
    summary: 'Change a contact',
    description:
      'Changes only the properties that are sent. Sending null clears a property. A contact cannot move to another site. A body that changes nothing does not appear in the change streams.',
    params: ContactPath,
    ifMatch: CONTACT_MATCH,
    body: ContactChange,
    check: ({ body, now }) => contactBodyFaults(body, now),
    findWriteFaults: ({ db, tenantId, params: { contactId: id }, ...input }) =>
      findPartWriteFaults(db, tenantId, 'contact', { ...input, id }),
    success: { status: 204, description: 'Changed, or nothing to change.' },
    stored: ({ db, tenantId, params }) => findStoredRecord(db, tenantId, 'contact', params.contactId),
    notFound: NOT_FOUND.contact,
    event: EVENTS.contactChanged,
    examples: [{ summary: 'A new position', body: { position: 'Werkleitung' } }],
    handle: (context) => {
      const { tenantId, params, body } = context;
      return context.write((db) => changePart(db, tenantId, toKey(params), body, writeOptions(context)));
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'contact_setStatus',
    method: 'PUT',
    path: '/customers/{customerId}/offices/{officeId}/contacts/{contactId}/status',
    permission: 'customers:write',
    summary: 'Activate or deactivate a contact',
    description:
      'An inactive contact can still be read, and existing references to it stay. New references to it are rejected. Sending the current value changes nothing.',
    params: ContactPath,
    ifMatch: CONTACT_MATCH,
    body: ActiveUpdate,
    success: { status: 204, description: 'Set, or nothing to change.' },
    notFound: NOT_FOUND.contact,
    event: EVENTS.contactChanged,
    examples: [{ summary: 'The person has left the company', body: { isActive: false } }],
    handle: (context) =>
      context.write((db) =>
        setPartActive(
          db,
          context.tenantId,
          toKey(context.params),
          context.body.isActive,
          writeOptions(context),
        ),
      ),
  }),
];

function toKey({
  customerId,
  officeId,
  contactId,
}: Record<keyof (typeof ContactPath)['properties'], number>) {
  return { part: 'contact', companyId: customerId, siteId: officeId, id: contactId } as const;
}
