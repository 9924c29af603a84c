import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { before, test } from 'node:test';
import pg from 'pg';
import { readLogEnd } from '../areas/changes/index.ts';
import { hasPendingChanges, readFinalChanges } from '../areas/live/queries.ts';
import { startTestService } from '../testing/harness.ts';
import { externalApplication } from '../testing/makers/applications.ts';

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
/** The columns with few values. An index that is used with nothing else finds too many rows. */
const FEW_VALUES = new Set(['tenant_id', 'entity', 'kind', 'language', 'generation']);

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Subplan Name'?: string;
  Plans?: Node[];
}

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

const admin = new pg.Client({
  connectionString: Object.assign(new URL(process.env.STELLWERK_TEST_POSTGRES!), {
    pathname: new URL(service.databaseUrl).pathname,
  }).href,
});
const client = new pg.Client({ connectionString: service.databaseUrl });
const keyColumns = new Map<string, string[]>();

before(async () => {
  subscribe('stellwerk.statement', (text) => statements.add(text as string));
  await callAll();
  await admin.connect();
  await client.connect();
  service.beforeClose(() => Promise.all([admin.end(), client.end()]));
  await client.query(
    `SET plan_cache_mode = force_generic_plan; SET app.held_candidates = '{}'; SELECT set_config('app.tenant_id', '${tenant.id}', false)`,
  );
  const { rows } = await admin.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid WHERE c.relkind = 'i' GROUP BY c.oid`,
  );
  for (const { name, columns } of rows) keyColumns.set(name, columns);
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

/** The statements that are sent as prepared ones, each with its parameters, and those that a text prepares. */
function* toPrepare(): Generator<{ text: string; prepare: string }> {
  for (const text of statements) {
    if (/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(text))
      yield { text, prepare: `PREPARE checked AS ${text}` };
    else if (text.startsWith('PREPARE '))
      for (const one of text.split(/; (?=PREPARE )/))
        yield { text: one, prepare: one.replace(/^PREPARE \w+/, 'PREPARE checked') };
  }
}

/** Plans the statements and returns what they read of a table that grows without looking it up. */
async function findScans(): Promise<string[]> {
  const found: string[] = [];
  for (const { text, prepare } of toPrepare()) {
    await client.query(prepare);
    const count = Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
    const values = count === 0 ? '' : `(${Array(count).fill('NULL').join()})`;
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) EXECUTE checked${values}`);
    await client.query('DEALLOCATE checked');
    for (const scan of scansOf(rows[0]['QUERY PLAN'][0].Plan, []))
      found.push(`${scan}: ${text.replace(/\s+/g, ' ').slice(0, 200)}`);
  }
  return found;
}

function scansOf(node: Node, above: readonly Node[]): string[] {
  const within = [...above, node];
  const scans = (node.Plans ?? []).flatMap((below) => scansOf(below, within));
  if (sortsLog(node, above)) scans.push('sorted change_log');
  const { 'Relation Name': relation = '', Alias: alias } =
    within.findLast((one) => one['Relation Name'] !== undefined) ?? node;
  if (!GROWING.includes(relation) || alias === RARELY_READ) return scans;
  const type = node['Node Type'];
  if (type === 'Seq Scan') return [...scans, `all of ${relation}`];
  const index = node['Index Name'];
  if (index === undefined || isLookUp(node)) return scans;
  if (relation === 'change_log' && isFirstOf(node, above)) return scans;
  return [...scans, `${index} with ${node['Index Cond']}`];
}

/** Whether a page of the log is made by sorting all that follows. */
function sortsLog(node: Node, above: readonly Node[]): boolean {
  const parent = above.findLast((one) => !['Result', 'Subquery Scan'].includes(one['Node Type']));
  const reads = (one: Node): boolean =>
    (one['Relation Name'] === 'change_log' && one.Alias !== RARELY_READ) || (one.Plans?.some(reads) ?? false);
  return node['Node Type'] === 'Sort' && parent?.['Node Type'] === 'Limit' && reads(node);
}

/** Whether the condition names the columns of the index up to the first one with many values. */
function isLookUp(node: Node): boolean {
  const columns = keyColumns.get(node['Index Name']!)!;
  const condition = node['Index Cond'] ?? '';
  const end = columns.findIndex((column) => !FEW_VALUES.has(column));
  return columns.slice(0, end + 1).every((column) => new RegExp(`\\b${column}\\b`).test(condition));
}

/** Whether only the first row in the order of the index is read. */
function isFirstOf(node: Node, above: readonly Node[]): boolean {
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
