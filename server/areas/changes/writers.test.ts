import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runAs } from '../../core/actor.ts';
import { startTestService } from '../../testing/harness.ts';
import type { ChangeKind, LoggedEntity } from './entities.ts';
import { recordChange } from './index.ts';

// The functions that write the log also mark what the search has to index and wake the live stream.

const service = await startTestService();
const { id: tenantId } = service.tenant;
const db = service.services.database.tenant(tenantId);
const SERVER = join(import.meta.dirname, '..', '..');

test('nothing but record_change and record_creations writes the log', async () => {
  const functions = await service.sql<{ name: string }>(
    `SELECT proname AS name FROM pg_proc WHERE prosrc ~* 'insert\\s+into\\s+(public\\.)?change_log\\M' ORDER BY proname`,
  );
  assert.deepEqual(
    functions.map(({ name }) => name),
    ['record_change', 'record_creations'],
  );
  const writers: string[] = [];
  // Tests damage logs to see that a check notices.
  for await (const file of glob('**/*.ts', { cwd: SERVER, exclude: ['**/node_modules', '**/*.test.ts'] })) {
    if (/insert\s*into[\s('"`]+(public\.)?change_log\b/i.test(await readFile(join(SERVER, file), 'utf8')))
      writers.push(file);
  }
  assert.deepEqual(writers, []);
});

const CANDIDATE = 7001;

const CASES: [entity: LoggedEntity, kind: ChangeKind, attributes: object | null, marks: string | null][] = [
  ['candidate', 'new', null, 'candidate'],
  ['candidate', 'modified', null, 'candidate'],
  ['candidate', 'deleted', null, null],
  ['company', 'modified', null, 'company'],
  ['company', 'deleted', null, null],
  ['contact', 'new', null, 'contact'],
  ['request', 'modified', null, 'request'],
  ['jobad', 'new', null, 'jobad'],
  ['jobad', 'deleted', null, null],
  ['document', 'new', { candidateId: CANDIDATE }, 'its candidate'],
  ['document', 'deleted', { candidateId: CANDIDATE }, 'its candidate'],
  ['document', 'new', null, null],
  ['site', 'new', null, null],
  ['location', 'modified', null, null],
  ['user', 'new', null, null],
  ['branch', 'modified', null, null],
  ['valueList', 'modified', null, null],
];

for (const [index, [entity, kind, attributes, marks]] of CASES.entries()) {
  const of = attributes === null ? '' : ' of a candidate';
  test(`a change "${kind}" of ${entity}${of} marks ${marks ?? 'nothing'} for the search`, async () => {
    const id = 8000 + index;
    const stored = () =>
      service.sql<{ entity: string; id: number }>(
        'SELECT entity, record_id AS id FROM search_mark WHERE tenant_id = $1 AND record_id = ANY ($2)',
        [tenantId, [id, CANDIDATE]],
      );
    const before = await stored();
    const rowGuid = entity === 'valueList' ? null : randomUUID();
    const text = attributes === null ? null : JSON.stringify(attributes);
    await runAs({ kind: 'system' }, () =>
      recordChange(db, tenantId, { entity, kind, id, rowGuid, attributes: text, event: null }),
    );
    const added = (await stored()).slice(before.length);
    const expected =
      marks === 'its candidate' ? [{ entity: 'candidate', id: CANDIDATE }] : [{ entity: marks, id }];
    assert.deepEqual(added, marks === null ? [] : expected);
  });
}
