import { BlobDamagedError, BlobNotFoundError, toSealedBlob } from '../../../core/blobs/index.ts';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { runTransaction } from '../../../core/db/transaction.ts';
import type { Services } from '../../../core/services.ts';
import { areCreatedTogether } from '../../changes/index.ts';
import { PARSING_MESSAGES } from '../parsing-messages.ts';
import { type CvSettings, lockDocument, readCvSettings, storeProposals } from '../proposals/queries.ts';
import { isSure } from '../proposals/rules.ts';
import { lockCandidateOf, setParsingState, storeText } from '../queries.ts';
import { findAdditions } from './additions.ts';
import { findProfessions, loadOccupations } from './catalog/professions.ts';
import { findChannels } from './channels.ts';
import { type Doubt, doubtAbout, UNSURE } from './document-date.ts';
import type { ReadCv } from './extract/facts.ts';
import { type Finding, toBody } from './findings.ts';
import { findProfile } from './master-data.ts';
import type { CvMetrics } from './metrics.ts';
import { namesAnother } from './other-name.ts';
import { findDocument, lockProfile, writeFindings } from './queries.ts';
import { readCv } from './read.ts';
import type { Leftover, WeighedValue } from './values.ts';
import { CvParsingError, PARSING_LIMITS, type ParsingLimits, RECOGNITION_LIMITS } from './worker/parse.ts';

/**
 * Reads a stored CV and finds what the candidate does not have yet: empty profile fields, resume entries, languages,
 * licences and qualifications. What is sure is written, the rest is proposed on the document. If the document came with an
 * application of a known candidate, everything is proposed. All of it is one transaction with at most one change of the
 * candidate; a second run adds nothing. The result is recorded on the document, as a change of the document. A file that cannot
 * be read changes nothing else. Other errors are thrown, so that the queue retries the job; `isLastAttempt` says that it will
 * not. Does nothing if the document no longer exists.
 */
export async function applyCv(
  services: Services,
  tenantId: number,
  documentId: number,
  {
    limits,
    isLastAttempt = false,
    metrics,
  }: { limits?: ParsingLimits; isLastAttempt?: boolean; metrics?: CvMetrics } = {},
): Promise<void> {
  const db = services.database.tenant(tenantId);
  const document = await findDocument(db, tenantId, documentId);
  if (document === undefined) return;
  const { recognizesText } = services.settings;
  const standardLimits = recognizesText ? RECOGNITION_LIMITS : PARSING_LIMITS;
  try {
    const cv = await readCv(services, tenantId, toSealedBlob(document), limits ?? standardLimits, {
      metrics,
      recognizesText,
    });
    // If its candidate was merged into another one while it was read, it is that one's now.
    let current: StoredDocument | undefined = document;
    while (current !== undefined && !(await store(services, tenantId, current, cv)))
      current = await findDocument(db, tenantId, documentId);
  } catch (error) {
    const isLost = error instanceof BlobDamagedError || error instanceof BlobNotFoundError;
    const reason = error instanceof CvParsingError ? error.reason : isLost ? 'unreadable' : 'internal';
    services.log.warn({ tenantId, documentId, reason }, 'CV not parsed');
    const message = PARSING_MESSAGES[reason === 'internal' && !isLastAttempt ? 'retried' : reason];
    await runTransaction(db, async (transaction) => {
      await lockCandidateOf(transaction, tenantId, documentId);
      await setParsingState(transaction, tenantId, documentId, { state: 'failed', message });
    });
    if (reason === 'internal') throw error;
  }
}

interface StoredDocument {
  id: number;
  candidate_id: number;
  /** Null if it did not come with an application. */
  application_id: number | null;
}

/** Returns false and stores nothing if the candidate does not have the document any more. */
async function store(
  services: Services,
  tenantId: number,
  document: StoredDocument,
  cv: ReadCv,
): Promise<boolean> {
  const { id: documentId, candidate_id: candidateId } = document;
  const professions = findProfessions(cv, await loadOccupations(services));
  return services.database
    .tenant(tenantId)
    .transaction()
    .execute(async (db) => {
      const profile = await lockProfile(db, tenantId, candidateId);
      // The candidate was deleted in the meantime, together with the document, or merged into another one.
      if (profile === undefined) return false;
      if (!(await lockDocument(db, tenantId, { candidateId, documentId }))) return false;
      const settings = await settingsFor(db, tenantId, document);
      const filled = findProfile(cv, profile, services.now());
      const channels = await findChannels(db, tenantId, candidateId, cv, filled);
      const found = [
        ...filled,
        ...channels.found,
        ...(await findAdditions(db, tenantId, candidateId, cv, professions)),
      ].map((finding) => {
        const weighed = weightOf(cv, finding, services.now());
        const isWritten = isSure(settings, { property: finding.property, confidence: weighed.confidence });
        return { finding, isWritten, ...weighed };
      });
      await writeFindings(
        db,
        tenantId,
        candidateId,
        found.filter(({ isWritten }) => isWritten).map(({ finding }) => finding),
      );
      const hasNewProposals = await storeProposals(
        db,
        tenantId,
        { candidateId, documentId },
        found.map(({ finding, isWritten, confidence, sources }) => ({
          property: finding.property,
          value: toBody(finding),
          confidence,
          sources,
          state: isWritten ? 'written' : 'open',
        })),
      );
      await storeText(db, tenantId, documentId, cv.text);
      await setParsingState(db, tenantId, documentId, {
        state: 'done',
        message: null,
        leftovers: [
          ...leftover('otherName', namesAnother(cv, profile) ? 1 : 0),
          ...cv.leftovers,
          ...leftover('unusedContacts', channels.unused),
          ...outdatedJobs(cv, found),
        ],
        hasNewProposals,
      });
      return true;
    });
}

/**
 * The settings of the tenant. Nothing is written from a document of an application that did not create its candidate: anyone
 * can enter the email address of another person in a form. The transactions in the change log tell, so this also holds for jobs
 * that an earlier version has added.
 */
async function settingsFor(
  db: TenantDatabase,
  tenantId: number,
  { id, candidate_id, application_id }: StoredDocument,
): Promise<CvSettings> {
  const settings = await readCvSettings(db, tenantId);
  if (application_id === null) return settings;
  const isOfNewCandidate = await areCreatedTogether(db, tenantId, {
    candidateId: candidate_id,
    documentId: id,
  });
  return isOfNewCandidate ? settings : { ...settings, proposesEverything: true };
}

type Weight = Pick<WeighedValue, 'confidence' | 'sources'> & { doubt?: Doubt };

/** How sure a finding is. What was not weighed is proposed, and so is what the date of the CV makes unsure, with that date. */
function weightOf(cv: ReadCv, finding: Finding, now: Date): Weight {
  const weight = finding.weight ??
    cv.values.find(({ property, index }) => property === finding.property && index === finding.index) ?? {
      confidence: 0,
      sources: [],
    };
  const doubt = doubtAbout(cv, finding, now);
  if (doubt === undefined) return weight;
  const { confidence, sources } = weight;
  const dated = cv.dateSource === undefined ? [] : [cv.dateSource];
  return { confidence: Math.min(confidence, UNSURE), sources: [...sources, ...dated], doubt };
}

const leftover = (code: Leftover['code'], count: number): Leftover[] =>
  count === 0 ? [] : [{ code, count, pages: [] }];

function outdatedJobs({ dateSource }: ReadCv, found: readonly Pick<Weight, 'doubt'>[]): Leftover[] {
  const count = found.filter(({ doubt }) => doubt === 'outdated').length;
  const page = dateSource?.page ?? null;
  return count === 0 ? [] : [{ code: 'outdatedJobs', count, pages: page === null ? [] : [page] }];
}
