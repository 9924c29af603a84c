import type { TenantDatabase } from '../../../core/db/connection.ts';
import { type AnyEndpoint, defineEndpoint, type Fault, invalid } from '../../../core/http/index.ts';
import { LARGEST_BODY_BYTES } from '../../../core/http/limits.ts';
import type { Services } from '../../../core/services.ts';
import { insertCandidate } from '../../candidates/index.ts';
import { EVENTS } from '../../changes/index.ts';
import {
  APPLICATION_CATEGORY,
  detectMediaType,
  findCategory,
  insertDocument,
  type NewDocument,
  requestParsing,
  toStoredFileName,
} from '../../documents/index.ts';
import {
  findByEmail,
  findOfficeOfJobAd,
  insertExternalApplication,
  insertKeywords,
  lockEmail,
} from './queries.ts';
import { applicationFaults, toCandidate, toKeywords, toSubmitted } from './rules.ts';
import {
  ExternalApplication,
  type ExternalApplicationBody,
  ExternalApplicationResponse,
  MAXIMUM_DOCUMENTS,
} from './schema.ts';

const HOMEPAGE_CHANNEL = 28;

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
      return write(async (db) => {
        await lockEmail(db, tenantId, body.email);
        const known = await findByEmail(db, tenantId, body.email);
        const officeId = body.officeId ?? (await officeOfJobAd(db, tenantId, body));
        const candidateId = known?.id ?? (await createCandidate(db, tenantId, body, officeId, services));
        const applicationId = await insertExternalApplication(
          db,
          tenantId,
          {
            candidateId,
            jobAdId: body.jobAdId ?? null,
            channelId: body.channelId ?? HOMEPAGE_CHANNEL,
            recruiterId: body.recruiterId ?? null,
            officeId,
            message: body.message ?? null,
            data: body.data ?? null,
            submitted: toSubmitted(body),
            whatsAppConsentChecked: body.whatsAppConsentChecked,
          },
          known === undefined ? 'new' : 'modified',
        );
        for (const [index, document] of documents.entries()) {
          const owner = {
            candidateId,
            applicationId,
            officeId: known === undefined ? officeId : known.office_id,
          };
          const documentId = await insertDocument(db, tenantId, { ...document, ...owner }, null);
          if (body.documents[index]?.shouldParseCV) await requestParsing(db, tenantId, documentId);
        }
        return { id: candidateId, applicationId, isNewCandidate: known === undefined };
      });
    },
  }),
];

type DescribedDocument = Omit<NewDocument, 'candidateId' | 'applicationId' | 'officeId'>;

async function describeDocuments(
  services: Services,
  { documents }: ExternalApplicationBody,
): Promise<DescribedDocument[]> {
  const faults: Fault[] = [];
  const described = await Promise.all(
    documents.map(async ({ filename, base64File, documentCategory }, index) => {
      const documentCategoryId = await findCategory(services, documentCategory ?? APPLICATION_CATEGORY);
      if (documentCategoryId === undefined) {
        const property = `documents[${index}].documentCategory`;
        faults.push({
          property,
          code: 'unknownReference',
          message: `${property} is no category: GET /masterdata/documentcategories lists them.`,
        });
      }
      return {
        documentCategoryId: documentCategoryId!,
        originalFileName: toStoredFileName(filename),
        mimeType: await detectMediaType(base64File.result.head),
        blob: base64File.result,
      };
    }),
  );
  if (faults.length > 0) throw invalid(...faults);
  return described;
}

async function officeOfJobAd(
  db: TenantDatabase,
  tenantId: number,
  { jobAdId }: ExternalApplicationBody,
): Promise<number | null> {
  return jobAdId == null ? null : findOfficeOfJobAd(db, tenantId, jobAdId);
}

async function createCandidate(
  db: TenantDatabase,
  tenantId: number,
  body: ExternalApplicationBody,
  officeId: number | null,
  { settings }: Services,
): Promise<number> {
  // Its change is recorded with the application, in which the operation ends.
  const { id } = await insertCandidate(
    db,
    tenantId,
    { ...toCandidate(body), officeId },
    { recordsChange: false, refinesCoordinates: settings.geocoderUrl !== undefined },
  );
  await insertKeywords(db, tenantId, id, toKeywords(body.keywords));
  return id;
}
