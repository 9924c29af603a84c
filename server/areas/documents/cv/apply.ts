import { BlobDamagedError, BlobNotFoundError } from '../../../core/blobs/index.ts';
import type { Services } from '../../../core/services.ts';
import { changeCandidate, propertiesOf } from '../../candidates/index.ts';
import { EVENTS } from '../../changes/index.ts';
import { setParsingState, storeText } from '../queries.ts';
import { findAdditions, LIST_PROPERTIES } from './additions.ts';
import type { ReadCv } from './extract/facts.ts';
import { FILLED_COLUMNS, toFilledColumns } from './master-data.ts';
import type { CvMetrics } from './metrics.ts';
import { readCv } from './read.ts';
import { CvParsingError, PARSING_LIMITS, type ParsingLimits, type ParsingReason } from './worker/parse.ts';

/** The document shows these to people. They never contain anything from the file. */
const MESSAGES: Record<ParsingReason | 'unreadable' | 'internal', string> = {
  unknownFormat: 'The file is not a PDF, DOCX, ODT, RTF or text file.',
  oldWord: 'The file has the format of Word before 2007. Save it as DOCX or PDF.',
  image: 'The file is a picture. Pictures and scans cannot be read.',
  encrypted: 'The file is password-protected.',
  damaged: 'The file is damaged.',
  noText: 'The file contains no text. Scanned images cannot be read.',
  tooLarge: 'The file is larger than 25 MiB.',
  tooManyEntries: 'The file has too many parts.',
  suspiciousCompression: 'The file is too large when decompressed.',
  timeout: 'Reading the file took too long.',
  memory: 'Reading the file took too much memory.',
  crashed: 'Reading the file failed.',
  unreadable: 'The stored file cannot be read.',
  internal: 'The data in the file could not be stored.',
};
const RETRIED = 'It will be retried automatically.';

/**
 * Reads a stored CV and adds what the candidate does not have yet: empty profile fields, resume entries, languages,
 * licences and qualifications. All of it is one transaction with at most one change of the candidate; a second run adds
 * nothing. The result is recorded on the document, as a change of the document. A file that cannot be read changes
 * nothing else. Other errors are thrown, so that the queue retries the job; `isLastAttempt` says that it will not. Does
 * nothing if the document no longer exists.
 */
export async function applyCv(
  services: Services,
  tenantId: number,
  documentId: number,
  {
    limits = PARSING_LIMITS,
    isLastAttempt = false,
    metrics,
  }: { limits?: ParsingLimits; isLastAttempt?: boolean; metrics?: CvMetrics } = {},
): Promise<void> {
  const db = services.database.tenant(tenantId);
  const document = await db
    .selectFrom('document')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', documentId)
    .executeTakeFirst();
  if (document === undefined) return;
  try {
    const blob = {
      key: document.blob_key,
      wrappedKey: document.wrapped_key,
      masterKeyId: document.master_key_id,
      sizeBytes: document.size_bytes,
      sha256: document.sha256,
    };
    const cv = await readCv(services, tenantId, blob, limits, metrics);
    await store(services, tenantId, document.candidate_id, documentId, cv);
  } catch (error) {
    const isLost = error instanceof BlobDamagedError || error instanceof BlobNotFoundError;
    const reason = error instanceof CvParsingError ? error.reason : isLost ? 'unreadable' : 'internal';
    services.log.warn({ tenantId, documentId, reason }, 'CV not parsed');
    const isRetried = reason === 'internal' && !isLastAttempt;
    const message = isRetried ? `${MESSAGES[reason]} ${RETRIED}` : MESSAGES[reason];
    await setParsingState(db, tenantId, documentId, { state: 'failed', message });
    if (reason === 'internal') throw error;
  }
}

async function store(
  services: Services,
  tenantId: number,
  candidateId: number,
  documentId: number,
  cv: ReadCv,
): Promise<void> {
  await services.database
    .tenant(tenantId)
    .transaction()
    .execute(async (db) => {
      const stored = await db
        .selectFrom('candidate')
        .select(FILLED_COLUMNS)
        .where('tenant_id', '=', tenantId)
        .where('id', '=', candidateId)
        .forUpdate()
        .executeTakeFirst();
      // The candidate was deleted in the meantime, together with the document.
      if (stored === undefined) return;
      const columns = toFilledColumns(cv, stored, services.now());
      const additions = await findAdditions(db, tenantId, candidateId, cv);
      const hasColumns = Object.keys(columns).length > 0;
      if (hasColumns || additions.length > 0)
        await changeCandidate(db, tenantId, candidateId, EVENTS.candidateChanged, {
          properties: [...propertiesOf(columns), ...additions.map(({ table }) => LIST_PROPERTIES[table])],
        });
      if (hasColumns) {
        await db
          .updateTable('candidate')
          .set(columns as never)
          .where('tenant_id', '=', tenantId)
          .where('id', '=', candidateId)
          .execute();
      }
      for (const { table, rows } of additions) {
        await db
          .insertInto(table)
          .values(rows.map((row) => ({ ...row, tenant_id: tenantId, candidate_id: candidateId })) as never)
          .execute();
      }
      await storeText(db, tenantId, documentId, cv.text);
      await setParsingState(db, tenantId, documentId, { state: 'done', message: null });
    });
}
