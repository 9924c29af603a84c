import { BlobDamagedError, BlobNotFoundError } from '../../../core/blobs/index.ts';
import type { Services } from '../../../core/services.ts';
import { changeCandidate } from '../../candidates/index.ts';
import { EVENTS } from '../../changes/index.ts';
import { setParsingState } from '../queries.ts';
import { findAdditions } from './additions.ts';
import { loadCatalogs } from './catalogs.ts';
import type { CvFacts } from './extract/facts.ts';
import { FILLED_COLUMNS, toFilledColumns } from './master-data.ts';
import { MAXIMUM_INPUT_BYTES } from './text/read-text.ts';
import {
  CvParsingError,
  PARSING_LIMITS,
  type ParsingLimits,
  type ParsingReason,
  parseCv,
} from './worker/parse.ts';

/** What people read on the document; nothing of its contents. */
const MESSAGES: Record<ParsingReason | 'unreadable' | 'internal', string> = {
  unknownFormat: 'The file is no PDF, DOCX, ODT, RTF or text.',
  encrypted: 'The file is protected by a password.',
  damaged: 'The file is damaged.',
  noText: 'The file contains no text; a scan cannot be read.',
  tooLarge: 'The file is larger than 25 MB.',
  tooManyEntries: 'The file consists of too many parts.',
  suspiciousCompression: 'The file becomes too large when unpacked.',
  timeout: 'Reading the file took too long.',
  memory: 'Reading the file took too much memory.',
  crashed: 'Reading the file failed.',
  unreadable: 'The stored file cannot be read.',
  internal: 'What the file says could not be stored; it is tried again.',
};

/**
 * Reads a stored CV and adds to its candidate what is not there yet, in one transaction with at most one change of the
 * candidate: empty master data, entries of the resume, languages, licences, qualifications. A second time adds nothing.
 * What came of it is noted on the document, whose change it is; a file that cannot be read changes nothing else, other
 * faults are thrown, to be tried again. Does nothing for a document that is gone.
 */
export async function applyCv(
  services: Services,
  tenantId: number,
  documentId: number,
  limits: ParsingLimits = PARSING_LIMITS,
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
    if (document.size_bytes > MAXIMUM_INPUT_BYTES) throw new CvParsingError('tooLarge');
    const chunks: Uint8Array[] = [];
    const blob = {
      key: document.blob_key,
      wrappedKey: document.wrapped_key,
      masterKeyId: document.master_key_id,
      sizeBytes: document.size_bytes,
      sha256: document.sha256,
    };
    for await (const chunk of services.blobs.read(blob, { tenantId })) chunks.push(chunk);
    const facts = await parseCv(Buffer.concat(chunks), await loadCatalogs(services, db, tenantId), limits);
    await store(services, tenantId, document.candidate_id, documentId, facts);
  } catch (error) {
    const isLost = error instanceof BlobDamagedError || error instanceof BlobNotFoundError;
    const reason = error instanceof CvParsingError ? error.reason : isLost ? 'unreadable' : 'internal';
    services.log.warn({ tenantId, documentId, reason }, 'CV not parsed');
    await setParsingState(db, tenantId, documentId, { state: 'failed', message: MESSAGES[reason] });
    if (reason === 'internal') throw error;
  }
}

async function store(
  services: Services,
  tenantId: number,
  candidateId: number,
  documentId: number,
  facts: CvFacts,
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
      // Deleted meanwhile, and the document with it.
      if (stored === undefined) return;
      const columns = toFilledColumns(facts, stored, services.now());
      const additions = await findAdditions(db, tenantId, candidateId, facts);
      const hasColumns = Object.keys(columns).length > 0;
      if (hasColumns || additions.length > 0)
        await changeCandidate(db, tenantId, candidateId, EVENTS.candidateChanged);
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
      await setParsingState(db, tenantId, documentId, { state: 'done', message: null });
    });
}
