import { type AnyEndpoint, defineEndpoint, notFound, RawJson } from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { EVENTS } from '../../changes/index.ts';
import { changePart, createPart, NOT_FOUND, setPartActive, writeOptions } from '../parts.ts';
import { ActiveUpdate } from '../schema.ts';
import { findContact } from './queries.ts';
import { personFaults } from './rules.ts';
import {
  ContactChange,
  ContactCreate,
  ContactIdPath,
  ContactPath,
  ContactRecord,
  SitePath,
} from './schema.ts';

const COMMON = { audience: 'integration', area: 'Company contacts' } as const;

export const contactEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'contact_create',
    method: 'POST',
    path: '/customers/{customerId}/offices/{officeId}/contacts',
    permission: 'customers:write',
    summary: 'Create a contact at a site',
    description:
      'A new contact is in use. Creating it is also a change of the company, whose stream lists it, and an activity in its history, which does not name the person.',
    params: SitePath,
    body: ContactCreate,
    check: ({ body, now }) => personFaults(body, now),
    success: { status: 200, description: 'The id of the contact.', schema: BaseCreateResponse },
    notFound: NOT_FOUND.site,
    creates: true,
    event: EVENTS.contactCreated,
    examples: [
      {
        summary: 'The head of personnel',
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
      const place = { part: 'contact', companyId: params.customerId, siteId: params.officeId } as const;
      return context.writeStatement((db) => createPart(db, tenantId, place, body, writeOptions(context)));
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
    async handle({ db, tenantId, params, language }) {
      const contact = await findContact(db, tenantId, params.contactId, language);
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
      'Only the properties sent are changed; null clears a property. A contact stays at its site. A body that changes nothing leaves no trace.',
    params: ContactPath,
    body: ContactChange,
    check: ({ body, now }) => personFaults(body, now),
    success: { status: 204, description: 'Changed, or already as sent.' },
    async stored({ db, tenantId, params }) {
      const contact = await findContact(db, tenantId, params.contactId, 'en');
      return contact === undefined ? undefined : JSON.parse(contact);
    },
    notFound: NOT_FOUND.contact,
    event: EVENTS.contactChanged,
    examples: [{ summary: 'Another position', body: { position: 'Werkleitung' } }],
    handle: (context) => {
      const { tenantId, params, body } = context;
      return context.write((db) => changePart(db, tenantId, placeOf(params), body, writeOptions(context)));
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'contact_setStatus',
    method: 'PUT',
    path: '/customers/{customerId}/offices/{officeId}/contacts/{contactId}/status',
    permission: 'customers:write',
    summary: 'Take a contact out of use or back into use',
    description:
      'A contact that is out of use stays readable, and records that refer to it go on doing so; no new reference to it is taken. The status it has already changes nothing.',
    params: ContactPath,
    body: ActiveUpdate,
    success: { status: 204, description: 'Set, or already as sent.' },
    notFound: NOT_FOUND.contact,
    event: EVENTS.contactChanged,
    examples: [{ summary: 'The person has left the company', body: { isActive: false } }],
    handle: (context) =>
      context.write((db) =>
        setPartActive(
          db,
          context.tenantId,
          placeOf(context.params),
          context.body.isActive,
          writeOptions(context),
        ),
      ),
  }),
];

function placeOf({
  customerId,
  officeId,
  contactId,
}: Record<keyof (typeof ContactPath)['properties'], number>) {
  return { part: 'contact', companyId: customerId, siteId: officeId, id: contactId } as const;
}
