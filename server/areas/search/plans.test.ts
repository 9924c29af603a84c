import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { before, test } from 'node:test';
import pg from 'pg';
import { startTestService } from '../../testing/harness.ts';
import { type PlanNode, planOf, planWithoutValues } from '../../testing/kept-plan.ts';
import { connectSuperuser } from '../../testing/superuser.ts';

// Every statement of a search of companies and requests is planned as connections keep it, without statistics and beside many other
// tenants. None may read what belongs to others: each table is read by an index, from the value of the tenant on. And what is looked up
// among the ids of a word is looked up in a hash, because all of them would otherwise be read for each record.

const TABLES = ['company', 'customer_request', 'record_search_term', 'site', 'contact'];
const ROWS = 4500;
const OTHERS = 1000;
const ROWS_OF_OTHERS = 5;

const service = await startTestService();
const { tenant } = service;
const statements = new Set<string>();
const admin = await connectSuperuser(service);
const client = new pg.Client({ connectionString: service.databaseUrl });

before(async () => {
  const recruiter = await service.platform('recruiter');
  await client.connect();
  service.beforeClose(() => client.end());
  await planWithoutValues(client, tenant.id);
  // Rows without references.
  await admin.query('SET session_replication_role = replica');
  for (const table of TABLES) await admin.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  await fill(String(tenant.id), ROWS);
  subscribe('stellwerk.statement', (text) => statements.add(text as string));
  const filter = { statusIds: [1, 2], contractStatusIds: [1], officeIds: [], industryIds: [] };
  for (const body of [
    {},
    filter,
    { ...filter, sort: 'modifiedAtUtc' },
    { sort: 'createdAtUtc', order: 'asc' },
    { text: 'rar' },
    { ...filter, text: 'rar gmbh', sort: 'name' },
    { ...filter, text: 'rar -gmbhx7 -"gmbh gmbhx8"' },
    { text: '-rar', sort: 'createdAtUtc' },
    // More entries than are compared.
    { text: 'gmbh' },
    { text: 'gmbh -rar' },
  ]) {
    const first = await recruiter.post('/companies/search', { ...body, limit: 2 });
    assert.equal(first.status, 200, first.text);
    const cursor = first.body.nextCursor;
    assert.equal((await recruiter.post('/companies/search', { ...body, limit: 2, cursor })).status, 200);
  }
  const duplicates = await recruiter.get('/companies/duplicates?name=rar&vatId=DE123456789');
  assert.equal(duplicates.status, 200, duplicates.text);
  for (const body of [
    {},
    { kinds: ['servicecontract'] },
    { isOpen: true, startFrom: '2026-01-01', sort: 'startDate' },
    { statusIds: [4], text: 'rar' },
    { text: 'rar helfer' },
    { text: 'rar -helfer' },
    { text: '-rar' },
    // More entries than are compared.
    { text: 'gmbh' },
    { text: 'helfer gmbh', statusIds: [1] },
  ])
    assert.equal((await recruiter.post('/requests/search', { ...body, limit: 2 })).status, 200);
});

async function fill(tenantIds: string, count: number): Promise<void> {
  await admin.query(`
    INSERT INTO company (tenant_id, name, status_id, contract_status_id)
    SELECT t, 'Firma ' || g, 1 + g % 3, 1 FROM unnest(ARRAY[${tenantIds}]) AS t, generate_series(1, ${count}) AS g`);
  await admin.query(`
    INSERT INTO site (tenant_id, company_id, description)
    SELECT tenant_id, id, 'Werk' FROM company WHERE tenant_id = ANY (ARRAY[${tenantIds}]);
    INSERT INTO contact (tenant_id, company_id, site_id, last_name)
    SELECT tenant_id, company_id, id, 'Vogt' FROM site WHERE tenant_id = ANY (ARRAY[${tenantIds}])`);
  await admin.query(`
    INSERT INTO customer_request (tenant_id, kind, company_id, office_id, title, headcount, start_date, status_id)
    SELECT tenant_id, 'temporarystaffing', id, 1, 'Helfer', 1, '2026-02-01', 1 + id % 5 FROM company
     WHERE tenant_id = ANY (ARRAY[${tenantIds}]);
    INSERT INTO record_search_term (tenant_id, entity, record_id, term, weight)
    SELECT tenant_id, 'request', id, term, 4 FROM customer_request, unnest(ARRAY['helfer', '<refleh']) AS term
     WHERE tenant_id = ANY (ARRAY[${tenantIds}])`);
  await admin.query(`
    INSERT INTO record_search_term (tenant_id, entity, record_id, term, weight)
    SELECT c.tenant_id, 'company', c.id, term, 0
      FROM company AS c, LATERAL (VALUES ('gmbh'), ('gmbhx' || c.id), ('gmbhy' || c.id), ('gmbhz' || c.id), ('gmbhw' || c.id),
                                         (CASE WHEN c.id % 50 = 0 THEN 'rar' END)) AS terms (term)
     WHERE c.tenant_id = ANY (ARRAY[${tenantIds}]) AND term IS NOT NULL`);
}

/** What the statements read of the tables, but not by an index from the tenant on. */
async function findScans(): Promise<string[]> {
  const found: string[] = [];
  for (const text of statements) {
    if (!/\b(company|customer_request|record_search_term)\b/.test(text)) continue;
    for (const scan of scansOf(await planOf(client, text)))
      found.push(`${scan}: ${text.replace(/\s+/g, ' ').slice(0, 200)}`);
  }
  return found;
}

function scansOf(node: PlanNode): string[] {
  const scans = (node.Plans ?? []).flatMap(scansOf);
  const { 'Node Type': type, 'Relation Name': relation = '', 'Index Name': index } = node;
  // The entries of shared lists have no tenant. A bitmap names only its index.
  if (index?.startsWith('catalog_entry_')) return scans;
  if (type === 'Seq Scan' && TABLES.includes(relation)) return [...scans, `all of ${relation}`];
  if (/\(SubPlan \d+\)\.col/.test(node.Filter ?? '')) return [...scans, `ids without a hash: ${node.Filter}`];
  if (index !== undefined && !/\btenant_id = /.test(node['Index Cond'] ?? '')) return [...scans, index];
  return scans;
}

test('a search reads nothing of other tenants, and looks up in hashes, although nothing was analyzed', async () => {
  assert.ok(statements.size > 10);
  assert.deepEqual(await findScans(), []);
});

test('a search reads nothing of other tenants, and looks up in hashes, although most of them have few companies', async () => {
  await fill(Array.from({ length: OTHERS }, (_, index) => tenant.id + 1 + index).join(), ROWS_OF_OTHERS);
  await admin.query(`ANALYZE ${TABLES.join()}`);
  assert.deepEqual(await findScans(), []);
});
