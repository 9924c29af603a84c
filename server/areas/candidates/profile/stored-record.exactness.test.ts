import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Batches } from '../../../core/db/batches.ts';
import { openDatabase, type TenantDatabase } from '../../../core/db/connection.ts';
import { isConflict, violatedConstraint } from '../../../core/db/faults.ts';
import type { Language } from '../../../core/http/index.ts';
import '../../../testing/unrecorded.ts';
import { startTestService } from '../../../testing/harness.ts';
import { shortOrLong } from '../../../testing/long.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';
import { jobAdMaker } from '../../../testing/makers/job-ads.ts';
import { PNG, succeed } from '../../../testing/stored-records.ts';
import { findCandidate } from './first-reads.ts';
import { candidateJson } from './record-sql.ts';
import { storedRecordSql } from './stored-record.ts';

// Writers change whatever a record shows, with and without locking the candidate first, and readers store the records at the
// same time. In every snapshot, a stored record must be what the query returns. RECORD_CHANGES sets how many transactions
// change records, and RECORD_SEED which changes are drawn.

const CHANGES = Number(process.env.RECORD_CHANGES ?? shortOrLong(120, 500));
const SEED = Number(process.env.RECORD_SEED ?? 20_261_122);
const WRITERS = 4;
const READERS = 6;
const CANDIDATES = 4;
/** First reads gather in each of them. */
const PROCESSES = 2;

const service = await startTestService();
// Those without the lock of the candidate meet those with it in the other order.
service.allowDeadlocks();
const { api, id: tenantId } = service.tenant;
const recruiter = await service.platform('recruiter');
const branch = await makeBranch(service, 'Berlin');
const jobAds = jobAdMaker(recruiter, branch);
const jobAdIds = [await jobAds.create(), await jobAds.create()];
const database = openDatabase({
  url: service.databaseUrl,
  maximumConnections: WRITERS + READERS + 1,
  transactionTimeoutMs: 30_000,
});
service.beforeClose(() => database.close());

const processes = Array.from({ length: PROCESSES }, () => new Batches({ mayHalve: true }));

class RolledBack extends Error {}

/** Draws numbers that depend only on the seed (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

interface Draw {
  /** The number that makes a value different from all others. */
  n: number;
  candidateId: number;
  jobAdId: number;
}

const BLOB = `'application/pdf', 1, 'hash', gen_random_uuid()::text, '\\x00'::bytea, (SELECT min(id) FROM master_key)`;
const BLOB_COLUMNS = 'mime_type, size_bytes, sha256, blob_key, wrapped_key, master_key_id';

/** One row of the table, chosen by the number. */
const one = (table: string, { candidateId, n }: Draw) =>
  `id = (SELECT id FROM ${table} WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId} ORDER BY id OFFSET ${n % 2} LIMIT 1)`;
const attachmentsOf = ({ candidateId }: Draw) =>
  `SELECT a.id FROM communication_attachment AS a JOIN communication AS m ON m.tenant_id = a.tenant_id AND m.id = a.communication_id
    WHERE a.tenant_id = ${tenantId} AND m.candidate_id = ${candidateId} ORDER BY a.id LIMIT 1`;

/** Lists of which two candidates hardly ever have the same entry here. Where they do, the transaction fails as a whole. */
const MERGED_PARTS = [
  'candidate_keyword',
  'candidate_language',
  'resume_job',
  'communication',
  'document',
  'application',
] as const;

/** Every kind of change of a candidate, as SQL. */
const PARTS: readonly ((draw: Draw) => string)[] = [
  ({ candidateId, n }) =>
    `UPDATE candidate SET title = 'T${n}' WHERE tenant_id = ${tenantId} AND id = ${candidateId}`,
  ({ candidateId, n }) =>
    `INSERT INTO candidate_keyword (tenant_id, candidate_id, keyword, keyword_match)
     SELECT ${tenantId}, ${candidateId}, 'k' || i, ${n} || 'k' || i FROM generate_series(1, 3) AS i`,
  (draw) =>
    `DELETE FROM candidate_keyword WHERE tenant_id = ${tenantId} AND candidate_id = ${draw.candidateId}`,
  ({ candidateId, n }) =>
    `INSERT INTO candidate_language (tenant_id, candidate_id, language_id) VALUES (${tenantId}, ${candidateId}, ${25 + (n % 3)})
         ON CONFLICT (tenant_id, candidate_id, language_id) DO UPDATE SET language_level_id = ${630 + (n % 6)}`,
  ({ candidateId, n }) =>
    `INSERT INTO candidate_qualification (tenant_id, candidate_id, qualification_id, score) VALUES (${tenantId}, ${candidateId}, 1, 1)
         ON CONFLICT (tenant_id, candidate_id, qualification_id) DO UPDATE SET score = ${1 + (n % 5)}`,
  ({ candidateId, n }) =>
    `INSERT INTO resume_job (tenant_id, candidate_id, employer, position) VALUES (${tenantId}, ${candidateId}, 'E${n}', 'P')`,
  (draw) =>
    `UPDATE resume_job SET employer = 'E${draw.n}' WHERE tenant_id = ${tenantId} AND ${one('resume_job', draw)}`,
  (draw) => `DELETE FROM resume_job WHERE tenant_id = ${tenantId} AND ${one('resume_job', draw)}`,
  ({ candidateId, n }) =>
    `INSERT INTO communication (tenant_id, candidate_id, communication_type_id, subject, occurred_at) VALUES (${tenantId}, ${candidateId}, 1, 'S${n}', now())`,
  (draw) => `DELETE FROM communication WHERE tenant_id = ${tenantId} AND ${one('communication', draw)}`,
  // Moves it to another candidate.
  (draw) =>
    `UPDATE communication SET candidate_id = (SELECT max(id) FROM candidate WHERE tenant_id = ${tenantId} AND last_name = 'Muster')
      WHERE tenant_id = ${tenantId} AND ${one('communication', draw)}`,
  (draw) =>
    `INSERT INTO communication_attachment (tenant_id, communication_id, original_file_name, ${BLOB_COLUMNS})
     SELECT ${tenantId}, id, 'F${draw.n}', ${BLOB} FROM communication WHERE tenant_id = ${tenantId} AND ${one('communication', draw)}`,
  (draw) =>
    `UPDATE communication_attachment SET original_file_name = 'F${draw.n}' WHERE tenant_id = ${tenantId} AND id = (${attachmentsOf(draw)})`,
  (draw) =>
    `DELETE FROM communication_attachment WHERE tenant_id = ${tenantId} AND id = (${attachmentsOf(draw)})`,
  ({ candidateId, n }) =>
    `INSERT INTO document (tenant_id, candidate_id, document_category_id, original_file_name, ${BLOB_COLUMNS})
     VALUES (${tenantId}, ${candidateId}, 1, 'F${n}', ${BLOB})`,
  (draw) => `DELETE FROM document WHERE tenant_id = ${tenantId} AND ${one('document', draw)}`,
  ({ candidateId }) =>
    `INSERT INTO candidate_picture (tenant_id, candidate_id, ${BLOB_COLUMNS}) VALUES (${tenantId}, ${candidateId}, ${BLOB}) ON CONFLICT DO NOTHING`,
  ({ candidateId }) =>
    `DELETE FROM candidate_picture WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId}`,
  ({ candidateId, jobAdId }) =>
    `INSERT INTO application (tenant_id, candidate_id, job_ad_id, channel_id, applied_at) VALUES (${tenantId}, ${candidateId}, ${jobAdId}, 28, now())`,
  (draw) =>
    `UPDATE application SET message = 'M${draw.n}' WHERE tenant_id = ${tenantId} AND ${one('application', draw)}`,
  (draw) =>
    `UPDATE application SET office_id = ${draw.n % 2 === 0 ? branch : 'NULL'} WHERE tenant_id = ${tenantId} AND ${one('application', draw)}`,
  (draw) =>
    `UPDATE application SET import_external_id = 'A' || id || '-${draw.n}' WHERE tenant_id = ${tenantId} AND ${one('application', draw)}`,
  (draw) => `DELETE FROM application WHERE tenant_id = ${tenantId} AND ${one('application', draw)}`,
  // Everything that belongs to it goes to another candidate, and it is deleted, as a merge does. It comes back without.
  ({ candidateId, n }) =>
    [
      ...MERGED_PARTS.map(
        (
          part,
        ) => `UPDATE ${part} SET candidate_id = (SELECT id FROM candidate WHERE tenant_id = ${tenantId} AND last_name = 'Muster'
                      AND id <> ${candidateId} ORDER BY id OFFSET ${n % (CANDIDATES - 1)} LIMIT 1)
                    WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId}`,
      ),
      `DELETE FROM candidate WHERE tenant_id = ${tenantId} AND id = ${candidateId}`,
      `INSERT INTO candidate (tenant_id, id, first_name, last_name) VALUES (${tenantId}, ${candidateId}, 'Ada ${n}', 'Muster')`,
    ].join('; '),
  // The candidate is erased and comes back.
  ({ candidateId, n }) => `DELETE FROM candidate WHERE tenant_id = ${tenantId} AND id = ${candidateId};
     INSERT INTO candidate (tenant_id, id, first_name, last_name) VALUES (${tenantId}, ${candidateId}, 'Ada ${n}', 'Muster')`,
];

/** Every kind of renaming, as SQL. */
const RENAMINGS: readonly ((draw: Draw) => string)[] = [
  ({ jobAdId, n }) => `UPDATE job_ad SET title = 'J${n}' WHERE tenant_id = ${tenantId} AND id = ${jobAdId}`,
  ({ n }) =>
    `UPDATE tenant_catalog_entry SET name_en = 'C${n}', name_de = 'K${n}' WHERE tenant_id = ${tenantId} AND list = 'channels' AND id = 28`,
  ({ n }) =>
    `UPDATE tenant_catalog_entry SET name_en = 'Q${n}', name_de = 'Q${n}' WHERE tenant_id = ${tenantId} AND list = 'qualifications' AND id = 1`,
  ({ n }) =>
    `UPDATE catalog_entry SET name_en = 'L${n}', name_de = 'S${n}' WHERE list = 'languages' AND id = ${25 + (n % 3)}`,
];

async function linger(db: TenantDatabase, rounds: number): Promise<void> {
  for (let count = 0; count < rounds; count++)
    await sql`SELECT count(*) FROM generate_series(1, ${rounds * 3000})`.execute(db);
}

/**
 * A transaction with up to two changes of one candidate and then a renaming, of which some or all can be rolled back. Another
 * order would mostly deadlock.
 */
async function change(random: (below: number) => number, candidateIds: readonly number[]): Promise<void> {
  const candidateId = candidateIds[random(candidateIds.length)]!;
  const changes = [PARTS, PARTS, ...(random(3) === 0 ? [RENAMINGS] : [])].slice(random(2));
  await database
    .tenant(tenantId)
    .transaction()
    .execute(async (db) => {
      for (const kind of changes) {
        const jobAdId = jobAdIds[random(jobAdIds.length)]!;
        const statement = kind[random(kind.length)]!({ n: random(1_000_000_000), candidateId, jobAdId });
        const isUndone = random(6) === 0;
        if (isUndone) await sql`SAVEPOINT undone`.execute(db);
        await sql.raw(statement).execute(db);
        if (isUndone) await sql`ROLLBACK TO undone`.execute(db);
        await linger(db, random(4));
      }
      if (random(5) === 0) throw new RolledBack();
    });
}

test('in every snapshot, a stored record is what the query returns', async (t) => {
  const candidateIds: number[] = [];
  for (let count = 0; count < CANDIDATES; count++)
    candidateIds.push((await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id);
  // Adds the master key that rows with a file refer to.
  await succeed(api.post(`/candidates/${candidateIds[0]}/pictures`, { picture: PNG }));
  const db = database.tenant(tenantId);
  const seen = { compared: 0, changed: 0, conflicts: 0 };
  const differences: string[] = [];
  const failures: unknown[] = [];
  const isOver = () => seen.changed >= CHANGES || failures.length > 0;

  const write = async (random: (below: number) => number) => {
    while (!isOver()) {
      try {
        await change(random, candidateIds);
        seen.changed += 1;
      } catch (error) {
        if (isConflict(error) || violatedConstraint(error) !== undefined) seen.conflicts += 1;
        else if (!(error instanceof RolledBack)) throw error;
      }
    }
  };
  const read = async (random: (below: number) => number) => {
    while (!isOver()) {
      const candidateId = candidateIds[random(CANDIDATES)]!;
      const language: Language = random(3) === 0 ? 'de' : 'en';
      await findCandidate(
        { database, batches: processes[random(PROCESSES)]! },
        { db, tenantId, id: candidateId, language, leaveTurn: () => {} },
      );
      // One statement has one snapshot.
      const { rows } = await sql<{ stored: string | null; fresh: string }>`
        SELECT ${sql.raw(storedRecordSql(tenantId, language))} AS stored, ${sql.raw(candidateJson(language, String(tenantId)))} AS fresh
          FROM candidate AS c WHERE c.tenant_id = ${tenantId} AND c.id = ${candidateId}`.execute(db);
      for (const { stored, fresh } of rows) {
        if (stored === null) continue;
        seen.compared += 1;
        if (stored !== fresh) differences.push(`${stored}\n${fresh}`);
      }
    }
  };
  const workers = [
    ...Array.from({ length: WRITERS }, (_, index) => write(createRandom(SEED + index))),
    ...Array.from({ length: READERS }, (_, index) => read(createRandom(SEED - 1 - index))),
  ];
  await Promise.all(workers.map((worker) => worker.catch((error) => failures.push(error))));
  assert.deepEqual(failures, []);
  const summary = `${differences.length} of ${seen.compared} stored records differ after ${seen.changed} changes and ${seen.conflicts} conflicts (RECORD_SEED=${SEED})`;
  t.diagnostic(summary);
  assert.equal(differences.length, 0, `${summary}:\n${differences[0]}`);
  assert.ok(seen.compared > CHANGES / 4, summary);
});
