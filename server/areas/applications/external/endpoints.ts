import { type AnyEndpoint, defineEndpoint } from '../../../core/http/index.ts';
import { LARGEST_BODY_BYTES } from '../../../core/http/limits.ts';
import { EVENTS } from '../../changes/index.ts';
import { describeDocuments, receiveApplication } from './intake.ts';
import { applicationFaults } from './rules.ts';
import { ExternalApplication, ExternalApplicationResponse, MAXIMUM_DOCUMENTS } from './schema.ts';

export const externalApplicationEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'application_receive',
    method: 'POST',
    path: '/candidates/applies/external',
    audience: 'integration',
    area: 'Applications',
    permission: 'applications:write',
    summary: 'Hand over an application from a career site or job portal',
    description:
      'Candidate, application, consents and documents are stored all or not at all. If the e-mail address (case does not matter, further e-mail channels count) belongs to a candidate, the application goes to that candidate, whose master data stay as they are; the sent values are kept on the application. Of several candidates the one changed last is taken, archived ones last. Two applications with one new address at the same time create one candidate. Triggers application.received only, also when the candidate is new. The body is taken in as it arrives.',
    body: ExternalApplication,
    streams: {
      properties: ['base64File'],
      maximumBodyBytes: LARGEST_BODY_BYTES,
      maximumBytes: LARGEST_BODY_BYTES,
      maximumCount: MAXIMUM_DOCUMENTS,
    },
    check: ({ body, now }) => applicationFaults(body, now),
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
      const documents = await describeDocuments(services, body);
      return write((db) => receiveApplication(db, services, tenantId, body, documents));
    },
  }),
];
