import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { Registry } from 'prom-client';
import { indexMarked } from '../server/areas/search/index.ts';
import { createTenant, listTenants } from '../server/areas/tenants/index.ts';
import { addWebhookBacklogGauges, wakeOverdue } from '../server/areas/webhooks/index.ts';
import { readSettings } from '../server/config.ts';
import { openDatabase } from '../server/core/db/connection.ts';
import { openServices } from '../server/open-services.ts';
import { startEnvironment } from './environment.ts';
import { median } from './measure.ts';
import { writeSection } from './results.ts';
import { fillSearch } from './search-data.ts';

// npm run bench:sizes [-- --short]: the bytes that a record of each kind takes in the database, rows and indexes, with everything
// that the service keeps for it, and the time that background work takes for a tenant that has nothing to do. docs/sizing.md
// computes with both.

const isShort = process.argv.includes('--short');
const CANDIDATES = isShort ? 500 : 20_000;
const CHANGES = isShort ? 500 : 40_000;
const CALLS = isShort ? 500 : 20_000;
const READS = isShort ? 50 : 2000;
const TENANTS = isShort ? 3 : 50;
const ROUNDS = 9;

interface Size {
  rows: number;
  indexes: number;
}

const environment = await startEnvironment();
const { query, tenantId } = environment;
const lines: string[] = [];

async function readSizes(): Promise<Map<string, Size>> {
  // Pages that were added ahead of their use would count as used.
  await query('VACUUM');
  const rows = await query(
    `SELECT relname AS name, pg_table_size(oid)::float8 AS rows, pg_indexes_size(oid)::float8 AS indexes
       FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  return new Map(rows.map(({ name, rows: own, indexes }) => [name, { rows: own, indexes }]));
}

/** Runs `work`, and reports by how much the tables have grown for each of `count` records, for each group of tables. */
async function measure(
  count: number,
  groups: Readonly<Record<string, (table: string) => boolean>>,
  work: () => Promise<unknown>,
): Promise<void> {
  const before = await readSizes();
  await work();
  const after = await readSizes();
  for (const [name, contains] of Object.entries(groups)) {
    const grown = { rows: 0, indexes: 0 };
    for (const [table, size] of after) {
      if (!contains(table)) continue;
      grown.rows += size.rows - before.get(table)!.rows;
      grown.indexes += size.indexes - before.get(table)!.indexes;
    }
    report(name, { rows: grown.rows / count, indexes: grown.indexes / count });
  }
}

function report(name: string, { rows, indexes }: Size): void {
  const cells = [rows, indexes, rows + indexes].map((bytes) => Math.round(bytes).toLocaleString('en'));
  console.log(`${name.padEnd(60)} ${cells.join('  ')}`);
  lines.push(`| ${[name, ...cells].join(' | ')} |`);
}

const isOne =
  (...names: string[]) =>
  (table: string) =>
    names.includes(table);
const SEARCH = isOne(
  'candidate_search',
  'candidate_search_term',
  'record_search_term',
  'search_mark',
  'search_backfill',
);
const TEXT = isOne('document_text');

const change = (from: number, count: number) =>
  query(
    `SELECT count(record_change($1, 'candidate', id, row_guid, 'modified', office_id, NULL, NULL, 1402, NULL, NULL, NULL,
                                'client', 1, ARRAY['contact.email']))
       FROM generate_series(1, $3::int) AS n
       JOIN (SELECT id, row_guid, office_id, row_number() OVER (ORDER BY id) AS number FROM candidate WHERE tenant_id = $1) AS c
         ON c.number = 1 + (n + $2) % (SELECT count(*) FROM candidate WHERE tenant_id = $1)`,
    [tenantId, from, count],
  );

async function readCandidates(): Promise<void> {
  const rows = await query('SELECT id FROM candidate WHERE tenant_id = $1 ORDER BY id LIMIT $2', [
    tenantId,
    READS,
  ]);
  for (const { id } of rows) {
    const response = await fetch(`http://127.0.0.1:${environment.servicePort}/v3/candidates/${id}`, {
      headers: { authorization: `Bearer ${environment.token}`, 'user-agent': 'bench/1.0' },
    });
    if (!response.ok) throw new Error(`A candidate returned ${response.status}.`);
    await response.arrayBuffer();
  }
}

async function createTenants(): Promise<void> {
  const services = openServices({
    settings: readSettings({ PUBLIC_URL: 'http://localhost:8080' }),
    log: pino({ level: 'silent' }),
    databaseUrl: environment.databaseUrl,
    masterKey: environment.masterKey,
  });
  for (let index = 0; index < TENANTS; index++)
    await createTenant(services, { key: `t-${randomUUID()}`, name: 'Tenant' });
  await services.database.close();
  await services.blobs.close();
}

/** The milliseconds of a tenant in what looks at all tenants, in turns. */
async function measureTenants(): Promise<string[]> {
  const tenants = await listTenants(database.system);
  const registry = new Registry();
  const observer = { isChosen: async () => true, close() {} };
  addWebhookBacklogGauges(registry, [{ name: 'first', observer, services: { database } }]);
  const looks = {
    'each minute: overdue webhook calls': async () => {
      for (const { id } of tenants) await wakeOverdue(database.tenant(id), id);
    },
    'each scrape: the backlog of webhook calls': () => registry.metrics(),
  };
  const times = Object.keys(looks).map(() => [] as number[]);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, look] of Object.values(looks).entries()) {
      const startedMs = performance.now();
      await look();
      times[index]!.push((performance.now() - startedMs) / tenants.length);
    }
  }
  return Object.keys(looks).map((name, index) => `| ${name} | ${median(times[index]!).toFixed(2)} |`);
}

const database = openDatabase({
  url: environment.databaseUrl,
  maximumConnections: 4,
  transactionTimeoutMs: 600_000,
});
try {
  await measure(TENANTS, { 'a tenant with its lists': () => true }, createTenants);
  const perTenant = await measureTenants();
  console.log(perTenant.join('\n'));
  await measure(
    CANDIDATES,
    {
      'a candidate with ten parts': (table) => !SEARCH(table) && !TEXT(table),
      'its entries in the search': SEARCH,
      'the text of its CV, if three of ten have one': TEXT,
    },
    async () => {
      await fillSearch(environment, CANDIDATES);
      await indexMarked({ database });
    },
  );
  await measure(READS, { 'its stored response, once it was read': () => true }, readCandidates);
  await measure(CHANGES, { 'a change: its entry in the log': isOne('change_log') }, () => change(0, CHANGES));
  await query(
    "INSERT INTO webhook_registration (tenant_id, event_type_id, url, url_key) VALUES ($1, 1402, 'https://receiver.example', 'key')",
    [tenantId],
  );
  await measure(CALLS, { 'a webhook call': isOne('webhook_delivery') }, () => change(CHANGES, CALLS));
  if (!isShort) {
    await writeSection(
      'sizes',
      'Bytes in the database',
      `Measured by \`npm run bench:sizes\`: how much the tables and indexes grow for each record, in a database with ${CANDIDATES.toLocaleString('en')} candidates as for \`bench:search\`: two jobs, three keywords, a profession, a language, a licence and an application each, and a document with a CV of 200 words for three of ten. Below, the time of a tenant that has nothing to do, of ${TENANTS + 1}.`,
      [
        '| record | rows | indexes | together |',
        '|---|---:|---:|---:|',
        ...lines,
        '',
        '| look at a tenant | ms |',
        '|---|---:|',
        ...perTenant,
      ],
    );
  }
} finally {
  await database.close();
  await environment.stop();
}
