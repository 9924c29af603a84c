import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { before, test } from 'node:test';
import pg from 'pg';
import { readLogEnd } from '../areas/changes/index.ts';
import { hasPendingChanges, readFinalChanges } from '../areas/live/queries.ts';
import { startTestService } from '../testing/harness.ts';
import {
  type Index,
  isLookUp,
  type PlanNode,
  planOf,
  planWithoutValues,
  readIndexes,
  statementsWithPlan,
} from '../testing/kept-plan.ts';
import { externalApplication } from '../testing/makers/applications.ts';
import { connectSuperuser } from '../testing/superuser.ts';

// Connections keep the plan of a prepared statement, so a plan that was made with bad statistics stays. Here, the frequent statements are
// planned without statistics, with statistics of equal values, and with those of many small tenants beside a large one. None may read
// all rows of the tenant in a table that grows. Whether the statistics come soon is the subject of first-load.test.ts.

const ROWS = 10_000;
const SMALL_TENANTS = 3000;
const GROWING = [
  'candidate',
  'candidate_contact_channel',
  'candidate_picture',
  'candidate_record',
  'application',
  'job_ad',
  'change_log',
  'swept_candidate_change',
];
/** What is read only if none of the latest changes is of the wanted entity. Then any plan can be the wrong one. */
const RARELY_READ = 'rare';

const service = await startTestService();
const { tenant } = service;
const statements = new Set<string>();

/** Makes the calls whose statements are checked. */
async function callAll(): Promise<void> {
  const { api } = tenant;
  const isOk = async (response: Promise<{ status: number }>) => assert.equal((await response).status, 200);
  const { body } = await api.post('/candidates', { firstName: 'Ada', lastName: 'King' });
  await isOk(api.get(`/candidates/${body.id}`));
  // Reads that come together are looked up with one statement.
  await Promise.all(Array.from({ length: 20 }, () => isOk(api.get(`/candidates/${body.id}`))));
  await isOk(
    api.get(
      '/candidates/duplicates?email=ada@example.org&phone=%2B4915123456789&firstName=Ada&lastName=King&birthDate=1990-05-17',
    ),
  );
  await isOk(api.get('/candidates?startDate=2020-01-01'));
  await isOk(api.get('/candidates?importExternalId=crm-1'));
  await isOk(api.get('/changes?limit=200'));
  await isOk(api.get('/changes?limit=1000'));
  await isOk(api.post('/candidates/applies/external', externalApplication()));
  const db = service.services.database.tenant(tenant.id);
  const end = await readLogEnd(db, tenant.id);
  await readFinalChanges(db, tenant.id, end, 100);
  await hasPendingChanges(db, tenant.id);
}

const admin = await connectSuperuser(service);
const client = new pg.Client({ connectionString: service.databaseUrl });
let indexes: Index[] = [];

before(async () => {
  subscribe('stellwerk.statement', (text) => statements.add(text as string));
  await callAll();
  await client.connect();
  service.beforeClose(() => client.end());
  await planWithoutValues(client, tenant.id);
  indexes = await readIndexes(client);
  // Rows of one tenant, without triggers and references.
  await admin.query(`SET session_replication_role = replica`);
  for (const table of GROWING)
    await admin.query(`TRUNCATE ${table} CASCADE; ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  await fill(String(tenant.id), ROWS, `'x' || g`);
});

/** Adds rows to all tables that grow. `text` is SQL for each telephone number and sound of a name. Email addresses always differ. */
async function fill(tenantIds: string, count: number, text: string): Promise<void> {
  const insert = (table: string, columns: string, values: string) =>
    admin.query(`INSERT INTO ${table} (tenant_id, ${columns})
      SELECT t, ${values} FROM unnest(ARRAY[${tenantIds}]) AS t CROSS JOIN generate_series(1, ${count}) AS g`);
  await insert(
    'candidate',
    'id, first_name, last_name, email_match, email_canonical, phone_e164, mobile_e164, last_name_sound, first_name_sound',
    `100 + g, 'A', 'B', 'm' || g, 'm' || g, ${Array(4).fill(text).join()}`,
  );
  await insert(
    'candidate_contact_channel',
    'candidate_id, kind, address, address_match',
    `100 + g, (ARRAY['email', 'sms', 'whatsapp'])[1 + g % 3], 'x', CASE g % 3 WHEN 0 THEN 'm' || g || '@example.org' ELSE ${text} END`,
  );
  await insert(
    'candidate_picture',
    'candidate_id, mime_type, size_bytes, sha256, blob_key, wrapped_key, master_key_id',
    `100 + g, 'image/png', 1, 'x', gen_random_uuid(), '', 'x'`,
  );
  await insert(
    'candidate_record',
    'candidate_id, language, shape, names_version, body',
    `100 + g, 'de', 'x', 1, 'x'`,
  );
  await insert('application', 'candidate_id, job_ad_id, channel_id, applied_at', `100 + g, g, 1, now()`);
  await insert('job_ad', 'title, office_id', `'x', 1`);
  await insert(
    'change_log',
    'generation, transaction_id, sequence, entity, record_id, row_guid, kind, changed_at',
    `1, g, g, (ARRAY['candidate', 'application', 'jobAd', 'document'])[1 + g % 4], g, gen_random_uuid(), 'new', now()`,
  );
  await insert('swept_candidate_change', 'candidate_id, changed_at', '100 + g, now()');
}

const analyze = () => admin.query(`ANALYZE ${GROWING.join()}`);

/** Plans the statements and returns what they read of a table that grows without looking it up. */
async function findScans(): Promise<string[]> {
  const found: string[] = [];
  for (const text of [...statements].flatMap(statementsWithPlan)) {
    for (const scan of scansOf(await planOf(client, text), []))
      found.push(`${scan}: ${text.replace(/\s+/g, ' ').slice(0, 200)}`);
  }
  return found;
}

function scansOf(node: PlanNode, above: readonly PlanNode[]): string[] {
  const within = [...above, node];
  const scans = (node.Plans ?? []).flatMap((below) => scansOf(below, within));
  if (sortsLog(node, above)) scans.push('sorted change_log');
  const { 'Relation Name': relation = '', Alias: alias } =
    within.findLast((one) => one['Relation Name'] !== undefined) ?? node;
  if (!GROWING.includes(relation) || alias === RARELY_READ) return scans;
  const type = node['Node Type'];
  if (type === 'Seq Scan') return [...scans, `all of ${relation}`];
  const index = indexes.find(({ name }) => name === node['Index Name']);
  if (index === undefined || isLookUp(node, index)) return scans;
  if (relation === 'change_log' && isFirstOf(node, above)) return scans;
  return [...scans, `${index.name} with ${node['Index Cond']}`];
}

/** Whether a page of the log is made by sorting all that follows. */
function sortsLog(node: PlanNode, above: readonly PlanNode[]): boolean {
  const parent = above.findLast((one) => !['Result', 'Subquery Scan'].includes(one['Node Type']));
  const reads = (one: PlanNode): boolean =>
    (one['Relation Name'] === 'change_log' && one.Alias !== RARELY_READ) || (one.Plans?.some(reads) ?? false);
  return node['Node Type'] === 'Sort' && parent?.['Node Type'] === 'Limit' && reads(node);
}

/** Whether only the first row in the order of the index is read. */
function isFirstOf(node: PlanNode, above: readonly PlanNode[]): boolean {
  const parent = above.findLast((one) => one['Node Type'] !== 'Result');
  return parent?.['Node Type'] === 'Limit' && node.Filter === undefined;
}

test('statements look up rows, although nothing was analyzed', async () => {
  assert.deepEqual(await findScans(), []);
});

test('statements look up rows, although all had the same name and telephone number when they were analyzed', async () => {
  await admin.query(`TRUNCATE ${GROWING.join()} CASCADE`);
  await fill(String(tenant.id), ROWS, `'x'`);
  await analyze();
  assert.deepEqual(await findScans(), []);
});

test('statements look up rows, although most tenants have few', async () => {
  await admin.query(`TRUNCATE ${GROWING.join()} CASCADE`);
  await fill(String(tenant.id), ROWS, `'x' || g`);
  await fill(
    Array.from({ length: SMALL_TENANTS }, (_, index) => tenant.id + 1 + index).join(),
    1,
    `'x' || g`,
  );
  await analyze();
  assert.deepEqual(await findScans(), []);
});
