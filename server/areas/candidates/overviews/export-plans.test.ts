import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginLongRead } from '../../../core/db/session.ts';
import { eventually } from '../../../testing/another-process.ts';
import { startTestService } from '../../../testing/harness.ts';
import { candidateExport } from './queries.ts';

// PostgreSQL cannot know how many of the stored records are current: an update of the service or a renaming makes all of them old.

const CANDIDATES = 1000;

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Filter'?: number;
  'Parent Relationship'?: string;
  Plans?: Node[];
}

const service = await startTestService();
const { api, id: tenantId } = service.tenant;

/** The nodes of the plan, without those that make the records that are not stored. */
function* nodesOf(plan: Node): Generator<Node> {
  yield plan;
  for (const below of plan.Plans ?? []) if (below['Parent Relationship'] !== 'SubPlan') yield* nodesOf(below);
}

/** With those that it did not pass on. */
function rowsRead(node: Node): number {
  const removed = (node['Rows Removed by Join Filter'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
  return node['Actual Rows'] + removed;
}

/** Executes the statement of the export as the endpoint does. */
async function explain(filter: { startDate?: string; onlyVisible?: boolean } = {}): Promise<Node[]> {
  const { onlyVisible = false, ...period } = filter;
  const { query, settings } = candidateExport({ tenantId, period, onlyVisible }, 'en');
  const { client, release } = await service.services.database.checkoutStream(tenantId);
  await beginLongRead(client, 60_000, settings);
  const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`);
  await client.query('COMMIT');
  release();
  return Array.from(nodesOf(rows[0]['QUERY PLAN'][0].Plan));
}

test('an export reads candidates and records side by side, although PostgreSQL expects no current record', async () => {
  await service.sql('ALTER TABLE candidate_record SET (autovacuum_enabled = off)');
  const rows = await service.sql<{ id: number }>(
    `INSERT INTO candidate (tenant_id, first_name, last_name)
     SELECT $1, 'Ada', 'Lovelace' FROM generate_series(1, $2) RETURNING id`,
    [tenantId, CANDIDATES],
  );
  // As after an update: all records are of the version before.
  await service.sql(
    `INSERT INTO candidate_record (tenant_id, candidate_id, language, shape, names_version, body)
     SELECT tenant_id, id, 'en', 'other', 1, '{}' FROM candidate WHERE tenant_id = $1`,
    [tenantId],
  );
  await service.sql('ANALYZE candidate, candidate_record');
  // Of reads that follow each other fast, some records are not stored.
  let missing = rows;
  await eventually(
    'the records are stored',
    async () => {
      for (const { id } of missing) assert.equal((await api.get(`/candidates/${id}`)).status, 200);
      missing = await service.sql<{ id: number }>(
        `SELECT candidate_id AS id FROM candidate_record WHERE shape = 'other' ORDER BY candidate_id`,
      );
      return missing.length === 0;
    },
    600_000,
  );
  // Users see visible candidates only.
  for (const onlyVisible of [false, true]) {
    const nodes = await explain({ onlyVisible });
    assert.ok(nodes.some((node) => node['Node Type'] === 'Merge Join'));
    // Nothing is kept before the first row is sent.
    assert.ok(!nodes.some((node) => ['Sort', 'Hash', 'Materialize'].includes(node['Node Type'])));
    for (const node of nodes)
      assert.ok(node['Actual Loops'] * rowsRead(node) <= 2 * CANDIDATES, JSON.stringify(node));
  }
});

test('an export of a period looks up the records of its candidates', async () => {
  const nodes = await explain({ startDate: '2020-01-01' });
  assert.ok(nodes.every((node) => node['Relation Name'] !== 'candidate_record'));
});
