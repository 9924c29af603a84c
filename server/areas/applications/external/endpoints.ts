import { type AnyEndpoint, defineEndpoint } from '../../../core/http/index.ts';
import { LARGEST_BODY_BYTES } from '../../../core/http/limits.ts';
import { EVENTS } from '../../changes/index.ts';
import { findImportIdFaults } from '../apply/queries.ts';
import { categoryFaults } from './categories.ts';
import { describeDocuments, receiveApplication } from './intake.ts';
import { applicationFaults, hasUnreadablePhone } from './rules.ts';
import { ExternalApplication, ExternalApplicationResponse, MAXIMUM_DOCUMENTS } from './schema.ts';

export const externalApplicationEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'application_receive',
    method: 'POST',
    path: '/candidates/applies/external',
    audience: 'integration',
    area: 'Applications',
    permission: 'applications:write',
    summary: 'Submit an application from a career site or job portal',
    description:
      'Stores the candidate, application, consents, and documents, or nothing. If the email address belongs to an existing candidate, the application goes to that candidate. Case does not matter, and additional email channels count. The profile of that candidate does not change, and the application keeps the values sent. What the CV parser reads in its documents waits as proposals on them. If several candidates match, the most recently changed one is chosen, and an archived one only if all are archived. Two concurrent applications with the same new address create one candidate. A phone number that cannot be read does not reject the application. Triggers only application.received, even if the candidate is new. If the tenant has chosen it (PUT /platform/mail/settings), a mail confirms the application to the applicant, at most three per hour and mailbox. A second call with the same importExternalId stores nothing and is a 400 with duplicate. The request body is streamed.',
    body: ExternalApplication,
    streams: {
      maximumBodyBytes: LARGEST_BODY_BYTES,
      maximumBytes: LARGEST_BODY_BYTES,
      maximumCount: MAXIMUM_DOCUMENTS,
      exactNumbers: ['data'],
    },
    check: ({ body, now }) => applicationFaults(body, now),
    unusable: (body) => (hasUnreadablePhone(body) ? ['phoneNumber'] : []),
    findFaults: ({ services, sent }) => categoryFaults(services, sent),
    findWriteFaults: ({ db, tenantId, body }) => findImportIdFaults(db, tenantId, body),
    success: { status: 200, description: 'Stored.', schema: ExternalApplicationResponse },
    creates: true,
    event: EVENTS.applicationReceived,
    examples: [
      {
        summary: 'An application with a CV',
        body: {
          salutationId: 2,
          firstName: 'Ada',
          lastName: 'Muster',
          city: 'Berlin',
          zipCode: '10115',
          email: 'ada.muster@example.org',
          sourceOfSupplyId: 1,
          whatsAppConsentChecked: false,
          hasWhatsApp: true,
          privacyChecked: true,
          termsOfUseChecked: true,
          keywords: ['Stapler', 'Lager'],
          documents: [{ filename: 'lebenslauf.txt', base64File: 'TGViZW5zbGF1Zg==', documentCategory: 'cv' }],
        },
      },
    ],
    async handle({ services, tenantId, body, write }) {
      const documents = await describeDocuments(services, tenantId, body);
      return write((db) =>
        receiveApplication(db, services, tenantId, body, documents, { confirmation: { source: 'api' } }),
      );
    },
  }),
];
