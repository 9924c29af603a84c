import type { TenantDatabase } from '../../../core/db/connection.ts';
import { runTransaction } from '../../../core/db/transaction.ts';
import { keepNumbers } from '../../../core/http/exact-numbers.ts';
import type { Language } from '../../../core/http/index.ts';
import { INT32_MAXIMUM, type Static } from '../../../core/http/schema.ts';
import { findStatusHistory, readRecord } from '../../candidates/index.ts';
import { readHistory, toHistoryEntry } from '../../changes/index.ts';
import { findDocumentsOf, findProposals } from '../../documents/index.ts';
import { listProposalsOf } from '../../proposals/index.ts';
import { listNotes, listTasksAbout } from '../../work/index.ts';
import { findHolds } from '../holds/queries.ts';
import { listAccesses } from '../queries.ts';
import { readRetention } from '../retention/queries.ts';
import { retentionOf } from '../retention/rules.ts';
import {
  listApplications,
  listDuplicatePairs,
  listFiles,
  listKeptMerges,
  listRecordings,
  readOneMoment,
} from './queries.ts';
import type { SubjectExport } from './schema.ts';

// Lists that other operations page are read whole: they are as long as what one candidate has.
const ALL = INT32_MAXIMUM;

interface Subject {
  candidateId: number;
  /** Of names from value lists. */
  language: Language;
  now: Date;
}

/** Everything that is stored about a candidate, at one moment. Undefined if the candidate does not exist. */
export function readSubject(
  database: TenantDatabase,
  tenantId: number,
  { candidateId, language, now }: Subject,
): Promise<Static<typeof SubjectExport> | undefined> {
  return runTransaction(database, async (db) => {
    await readOneMoment(db);
    const record = await readRecord(db, tenantId, candidateId, language);
    if (record === undefined) return undefined;
    const source = {
      entity: 'candidate',
      id: candidateId,
      parts: ['document'],
      proposals: 'candidateProposal',
    } as const;
    const facts = (await readRetention(db, tenantId, candidateId))!;
    const { dueFrom, keptBy } = retentionOf(facts, facts.months);
    const { candidateDocuments: documents } = parse(
      await findDocumentsOf(db, tenantId, candidateId, language),
    );
    return {
      exportedAtUtc: now.toISOString(),
      candidate: parseExact(record.text),
      ...parse(await findStatusHistory(db, tenantId, candidateId, language)),
      applications: parse(await listApplications(db, tenantId, candidateId)),
      recordings: parse(await listRecordings(db, tenantId, candidateId)),
      ...parse(await listNotes(db, tenantId, candidateId, { limit: ALL })),
      tasks: parse(await listTasksAbout(db, tenantId, candidateId)),
      requestProposals: await listProposalsOf(db, tenantId, candidateId, { limit: ALL }),
      holds: parse(await findHolds(db, tenantId, candidateId, ALL)),
      retention: { dueFromUtc: dueFrom?.toISOString() ?? null, keptBy },
      documents,
      proposals: await readProposals(db, tenantId, candidateId, documents),
      history: (await readHistory(db, tenantId, source, undefined, ALL))!.map((row) =>
        toHistoryEntry(tenantId, row),
      ),
      ...parse(await listAccesses(db, tenantId, { candidateId, limit: ALL })),
      files: parse(await listFiles(db, tenantId, candidateId)),
      merges: parse(await listKeptMerges(db, tenantId, candidateId)),
      duplicates: parse(await listDuplicatePairs(db, tenantId, candidateId)),
    };
  });
}

async function readProposals(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  documents: readonly { id: number }[],
) {
  const read = [];
  for (const { id: documentId } of documents) {
    const found = await findProposals(db, tenantId, { candidateId, documentId });
    read.push({ documentId, ...parse(found!.json) });
  }
  return read;
}

/** The record, with all digits of the numbers in the answers to questions of a form. */
function parseExact(json: string) {
  const candidate = parse(json);
  keepNumbers(candidate, json, ['applies']);
  return candidate;
}

// biome-ignore lint/suspicious/noExplicitAny: PostgreSQL builds the text, in the shape of the schema of its operation.
function parse(json: string | undefined): any {
  return JSON.parse(json!);
}
