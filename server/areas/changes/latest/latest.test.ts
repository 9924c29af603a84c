import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { faultsOf } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { LOOKED_AT } from './queries.ts';

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
const admin = await service.platform('admin');

interface Page {
  changes: Change[];
  lookedAt: number;
  nextBefore: string | null;
}

interface Change {
  cursor: string;
  entity: string;
  change: string;
  id: number;
}

async function create(lastName: string): Promise<number> {
  const { status, body, text } = await api.post('/candidates', { firstName: 'Ada', lastName });
  assert.equal(status, 200, text);
  return body.id;
}

async function read(query = ''): Promise<Page> {
  await service.settle();
  const { status, body, text } = await admin.get(`/changes/latest?${query}`);
  assert.equal(status, 200, text);
  return body;
}

async function readFeed(query = ''): Promise<Change[]> {
  await service.settle();
  return (await api.get(`/changes?limit=1000${query}`)).body.changes;
}

/** All pages. */
async function readAll(query: string): Promise<Change[]> {
  const changes: Change[] = [];
  for (let before = ''; ; ) {
    const page = await read(`${query}${before}`);
    changes.push(...page.changes);
    assert.ok(changes.length < 1000, 'the pages have no end');
    if (page.nextBefore === null) return changes;
    before = `&before=${page.nextBefore}`;
  }
}

test('it has what the feed has, the newest change first, in pages', async () => {
  const candidate = await create('Muster');
  await api.put(`/candidates/${candidate}`, { lastName: 'Other' });
  const company = await api.post('/customers', { name: 'Werk GmbH' });
  assert.equal(company.status, 200, company.text);
  const feed = await readFeed();
  assert.ok(feed.length >= 3);
  assert.deepEqual((await read()).changes, feed.toReversed());
  assert.deepEqual(await readAll('limit=1'), feed.toReversed());
});

test('it can be filtered by record type and record', async () => {
  const [one, other] = [await create('One'), await create('Two')];
  await api.put(`/candidates/${one}`, { lastName: 'Changed' });
  const found = (await read(`entities=candidate&recordId=${one}`)).changes;
  assert.deepEqual(
    found.map(({ id, change }) => [id, change]),
    [
      [one, 'modified'],
      [one, 'new'],
    ],
  );
  assert.ok((await read('entities=candidate,document')).changes.some(({ id }) => id === other));
  assert.ok((await read('entities=company')).changes.every(({ entity }) => entity === 'company'));
  assert.deepEqual((await read('entities=document')).changes, []);
});

test('a mirror that continues from a change has what came after it', async () => {
  const [first, second] = [await create('First'), await create('Second')];
  const [newest, before] = (await read('entities=candidate')).changes;
  assert.deepEqual([newest!.id, before!.id], [second, first]);
  const next = await readFeed(`&cursor=${before!.cursor}`);
  assert.deepEqual(
    next.map(({ id }) => id),
    [second],
  );
});

test('a change that others can still precede is not shown, as in the feed', async (t) => {
  const held = new pg.Client({ connectionString: service.databaseUrl });
  await held.connect();
  // Also if an assertion fails.
  t.after(() => held.end());
  await held.query('BEGIN');
  await held.query('SELECT pg_current_xact_id()');
  const late = await create('Late');
  const { body } = await admin.get('/changes/latest');
  assert.ok(body.changes.every(({ id, entity }: Change) => entity !== 'candidate' || id !== late));
  await held.query('COMMIT');
  assert.equal((await read('entities=candidate')).changes[0]!.id, late);
});

test('a call looks at a limited number of changes, and says how to look further', async () => {
  const rare = await api.post('/customers', { name: 'Rare GmbH' });
  await service.sql(
    `INSERT INTO change_log (tenant_id, generation, transaction_id, sequence, entity, record_id, row_guid, kind, changed_at)
     SELECT $1::int, log.generation, log.transaction_id, nextval('change_log_sequence'), 'candidate', 1, gen_random_uuid(), 'modified', log.changed_at
       FROM (SELECT * FROM change_log WHERE tenant_id = $1 ORDER BY generation DESC, transaction_id DESC, sequence DESC LIMIT 1) AS log,
            generate_series(1, $2::int)`,
    [tenantId, LOOKED_AT],
  );
  const query = `entities=company&recordId=${rare.body.id}`;
  const page = await read(query);
  assert.deepEqual(page.changes, []);
  assert.equal(page.lookedAt, LOOKED_AT);
  const older = await read(`${query}&before=${page.nextBefore}`);
  assert.deepEqual(
    older.changes.map(({ id }) => id),
    [rare.body.id],
  );
});

test('roles that manage applications read it, without permissions for the records, and other tenants have their own', async () => {
  await create('Own');
  for (const [role, status] of [
    ['integrator', 200],
    ['dataProtection', 200],
    ['recruiter', 403],
  ] as const) {
    const response = await (await service.platform(role)).get('/changes/latest?entities=candidate');
    assert.equal(response.status, status, role);
    if (status === 200) assert.ok(response.body.changes.length > 0);
  }
  const stranger = await service.createTenant();
  const { body } = await (await service.platform('admin', stranger)).get('/changes/latest');
  assert.ok(body.changes.every(({ entity }: Change) => entity !== 'candidate'));
});

test('unknown record types and foreign positions are refused by name', async () => {
  for (const [query, fault] of [
    ['entities=person', 'entities enum'],
    ['before=abc', 'before format'],
    ['before=%C3%BC', 'before format'],
    ['recordId=0', 'recordId range'],
    ['limit=201', 'limit range'],
  ] as const)
    assert.deepEqual(faultsOf(await admin.get(`/changes/latest?${query}`)), [fault]);
});
