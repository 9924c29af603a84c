import type { TenantDatabase } from '../../../core/db/connection.ts';
import { toStoredFileName } from '../../../core/files/stored-file-name.ts';
import type { Fault, ReferenceKinds } from '../../../core/http/index.ts';
import { createReferenceCheck } from '../../../core/http/references.ts';
import { compileBody } from '../../../core/http/validation.ts';
import type { Services } from '../../../core/services.ts';
import { refinesCoordinates } from '../../addresses/index.ts';
import { insertCandidate } from '../../candidates/index.ts';
import { detectFileType, insertDocument, type NewDocument, requestParsing } from '../../documents/index.ts';
import { type ConfirmationSource, requestConfirmation } from '../confirmation/request.ts';
import { findSentCategory } from './categories.ts';
import {
  findByEmail,
  findOfficeOfJobAd,
  hasSameApplication,
  insertExternalApplication,
  insertKeywords,
  lockEmail,
} from './queries.ts';
import { applicationFaults, phoneFaults, toCandidate, toKeywords, toSubmitted } from './rules.ts';
import { ExternalApplication, type ExternalApplicationBody } from './schema.ts';

// Receives applications, both from the API and from the job portal.

export const HOMEPAGE_CHANNEL = 28;

interface ReceivedApplication {
  /** Id of the candidate. */
  id: number;
  applicationId: number;
  isNewCandidate: boolean;
}

type Consents = Record<string, unknown>;

interface IntakeOptions {
  /** Decides whether a mail confirms the application. */
  confirmation: ConfirmationSource;
  /** The texts that the applicant agreed to, stored with the submitted values. */
  consents?: Consents;
  /** For an unauthenticated sender, whose CV must not change the record of an existing candidate. */
  skipsParsingForKnownCandidates?: boolean;
}

interface CheckedApplication {
  /** The values in the form in which they are stored. Valid only if there are no faults. */
  body: ExternalApplicationBody;
  /** The faults that the API operation would report, and an unreadable phone number, which a visitor can correct. */
  faults: Fault[];
}

/** Checks values that did not come through the API operation. */
export function createApplicationCheck(
  kinds: ReferenceKinds,
): (services: Services, tenantId: number, values: object) => Promise<CheckedApplication> {
  const validator = compileBody(ExternalApplication);
  const checkReferences = createReferenceCheck(kinds);
  return async (services, tenantId, values) => {
    const db = services.database.tenant(tenantId);
    const body = validator.normalize(values, services.now()) as ExternalApplicationBody;
    const faults = [
      ...validator.faults(body),
      ...(await checkReferences(services, db, tenantId, validator.references(body))),
    ];
    const faultyProperties = new Set(faults.map(({ property }) => property));
    const ruleFaults = [...applicationFaults(body, services.now()), ...phoneFaults(body)].filter(
      ({ property }) => !faultyProperties.has(property),
    );
    return { body, faults: [...faults, ...ruleFaults] };
  };
}

/**
 * Stores the candidate, application, consents, and documents in the caller's transaction, which can be retried. Locks the
 * email address until the transaction ends.
 */
export async function receiveApplication(
  db: TenantDatabase,
  services: Services,
  tenantId: number,
  body: ExternalApplicationBody,
  documents: readonly DescribedDocument[],
  { confirmation, consents, skipsParsingForKnownCandidates = false }: IntakeOptions,
): Promise<ReceivedApplication> {
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
      submitted: submittedOf(body, consents),
      whatsAppConsentChecked: body.whatsAppConsentChecked,
      importExternalId: body.importExternalId ?? null,
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
    if (body.documents[index]?.shouldParseCV && !(skipsParsingForKnownCandidates && known !== undefined))
      await requestParsing(db, tenantId, documentId);
  }
  await requestConfirmation(db, services, tenantId, { id: applicationId, email: body.email }, confirmation);
  return { id: candidateId, applicationId, isNewCandidate: known === undefined };
}

const submittedOf = (body: ExternalApplicationBody, consents: Consents | undefined) => ({
  ...toSubmitted(body),
  ...(consents === undefined ? {} : { consents }),
});

/**
 * Whether the sender has sent exactly this application for the same job ad in the last 24 hours, and it is still open. The caller has
 * locked the email address.
 */
export async function isRepeatedApplication(
  db: TenantDatabase,
  tenantId: number,
  body: ExternalApplicationBody,
  documents: readonly DescribedDocument[],
  consents: Consents,
): Promise<boolean> {
  if (body.jobAdId == null) return false;
  const known = await findByEmail(db, tenantId, body.email);
  if (known === undefined) return false;
  return hasSameApplication(db, tenantId, {
    candidateId: known.id,
    jobAdId: body.jobAdId,
    message: body.message ?? null,
    submitted: submittedOf(body, consents),
    sha256s: documents.map(({ blob }) => blob.sha256),
  });
}

export type DescribedDocument = Omit<NewDocument, 'candidateId' | 'applicationId' | 'officeId'>;

/** Adds the category, the detected media type, and a name if there is none. The categories have been checked. */
export async function describeDocuments(
  services: Services,
  tenantId: number,
  { documents }: ExternalApplicationBody,
): Promise<DescribedDocument[]> {
  return Promise.all(
    documents.map(async ({ filename, base64File, documentCategory }) => {
      const category = (await findSentCategory(services, documentCategory))!;
      const { mime, ext } = await detectFileType(services, tenantId, base64File.result);
      return {
        documentCategoryId: category.id,
        originalFileName: toStoredFileName(filename) ?? `${category.key}.${ext}`,
        mimeType: mime,
        blob: base64File.result,
      };
    }),
  );
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
  // insertExternalApplication records the new candidate.
  const { id } = await insertCandidate(
    db,
    tenantId,
    { ...toCandidate(body), officeId },
    { recordsChange: false, refinesCoordinates: refinesCoordinates(settings) },
  );
  await insertKeywords(db, tenantId, id, toKeywords(body.keywords));
  return id;
}
