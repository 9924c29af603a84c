import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { startTestService } from '../../testing/harness.ts';
import { readSqlCatalog } from './catalog.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { describe, type Finding, lintDatabase, lintStatements } from './lint.ts';
import { checkRecorded } from './recorded.ts';
import { RULES, type Rule } from './rules.ts';

const service = await startTestService({ DATABASE_CONNECTIONS: '2' });
const client = new pg.Client({ connectionString: service.databaseUrl });
await client.connect();
service.beforeClose(() => client.end());
const catalog = await readSqlCatalog(client);

function rulesOf(findings: Finding[]): string[] {
  return findings.map(({ rule, table, call }) =>
    [rule, table, ...(call === undefined ? [] : [call])].join(' '),
  );
}

test('the functions and columns of the database follow the rules', () => {
  assert.ok(catalog.protectedTables.size > 40 && catalog.functions.length > 30);
  assert.ok(catalog.sequenceColumns.length > 20);
  assert.deepEqual(lintDatabase(catalog).map(describe), []);
});

const RIGHT = [
  'SELECT 1',
  'SELECT * FROM catalog_entry',
  'SELECT * FROM candidate WHERE tenant_id = $1 AND id = $2',
  'SELECT * FROM candidate AS c WHERE $1::int = c.tenant_id',
  'SELECT * FROM candidate WHERE (tenant_id, id) = ($1, $2)',
  'SELECT (SELECT j.title FROM job_ad AS j WHERE j.tenant_id = $1 AND j.id = a.job_ad_id) FROM application AS a WHERE a.tenant_id = $1',
  'SELECT * FROM candidate AS c LEFT JOIN branch AS b ON b.tenant_id = $1 AND b.id = c.office_id WHERE c.tenant_id = $1',
  'SELECT * FROM branch AS b RIGHT JOIN candidate AS c ON b.tenant_id = $1 AND b.id = c.office_id WHERE c.tenant_id = $1',
  'WITH branch AS (SELECT 1 AS id) SELECT * FROM branch',
  'SELECT id FROM candidate WHERE tenant_id = 7 UNION ALL SELECT id FROM company WHERE tenant_id = 7',
  'COPY (SELECT id FROM candidate WHERE tenant_id = 7) TO STDOUT',
  'INSERT INTO branch (tenant_id, name) VALUES ($1, $2) ON CONFLICT (tenant_id, name) DO UPDATE SET name = excluded.name RETURNING id',
  'INSERT INTO branch (tenant_id, name) SELECT tenant_id, name FROM branch WHERE tenant_id = $1',
  'INSERT INTO candidate_search_term (tenant_id, candidate_id, term, weight) SELECT $1, 1, t, 1 FROM unnest($2::text[]) AS t',
  "UPDATE candidate SET modified_at = clock_now() WHERE tenant_id = $1 AND created_at < clock_now() - interval '1 day'",
  'WITH moment AS MATERIALIZED (SELECT clock_now() AS at) UPDATE candidate SET imported_at = coalesce(imported_at, moment.at) FROM moment WHERE tenant_id = $1',
  'WITH changed AS (UPDATE candidate SET first_name = $1 WHERE tenant_id = $2 AND id = $3 RETURNING id) SELECT add_candidate_status_entry($2, id, 1, NULL, clock_now(), NULL) FROM changed',
  'SELECT * FROM user_session WHERE tenant_id = $1',
  'DELETE FROM search_mark AS m WHERE m.tenant_id = $1 AND id = $2',
  "SELECT CASE level_id WHEN 1 THEN 'a' END FROM candidate WHERE tenant_id = $1",
  'no SQL',
];

for (const text of RIGHT) {
  test(`no rule is against: ${text}`, () => {
    assert.deepEqual(lintStatements([text], catalog).map(describe), []);
  });
}

const WRONG: [rule: Rule, found: string, text: string][] = [
  ['tenantValue', 'candidate', 'SELECT * FROM candidate'],
  ['tenantValue', 'candidate', 'SELECT * FROM candidate WHERE tenant_id = $1 OR id = $2'],
  ['tenantValue', 'candidate', 'SELECT * FROM candidate WHERE tenant_id = (SELECT 1)'],
  [
    'tenantValue',
    'branch',
    'SELECT * FROM candidate AS c LEFT JOIN branch AS b ON b.id = c.office_id WHERE c.tenant_id = $1',
  ],
  [
    'tenantValue',
    'candidate',
    'SELECT * FROM candidate AS c LEFT JOIN branch AS b ON b.tenant_id = $1 AND c.tenant_id = $1 AND b.id = c.office_id',
  ],
  ['tenantValue', 'company', 'SELECT id FROM candidate WHERE tenant_id = 7 UNION ALL SELECT id FROM company'],
  ['tenantValue', 'candidate', 'UPDATE candidate SET first_name = $1 WHERE id = $2'],
  ['tenantValue', 'candidate', 'DELETE FROM candidate WHERE id = $1'],
  ['tenantValue', 'candidate', 'PREPARE one AS SELECT * FROM candidate WHERE id = $1'],
  ['tenantValue', 'candidate', 'COPY (SELECT id FROM candidate) TO STDOUT'],
  ['everyTenant', 'user_session', 'SELECT * FROM user_session WHERE token_sha256 = $1'],
  [
    'everyTenant',
    'search_mark',
    'SELECT id FROM tenant AS t WHERE EXISTS (SELECT FROM search_mark AS m WHERE m.tenant_id = t.id)',
  ],
  [
    'tenantColumn',
    'job_ad',
    'SELECT (SELECT title FROM job_ad AS j WHERE j.tenant_id = $1 AND j.tenant_id = a.tenant_id) FROM application AS a WHERE a.tenant_id = $1',
  ],
  [
    'tenantColumn',
    'candidate',
    'WITH gone AS (DELETE FROM document WHERE tenant_id = $1 RETURNING *) SELECT 1 FROM gone JOIN candidate AS c ON c.tenant_id = gone.tenant_id WHERE c.tenant_id = $1',
  ],
  ['insertTenant', 'branch', 'INSERT INTO branch (tenant_id, name) VALUES (current_tenant_id(), $1)'],
  ['insertTenant', 'branch', 'INSERT INTO branch (name) VALUES ($1)'],
  [
    'insertSelect',
    'branch',
    'WITH added AS (INSERT INTO branch (tenant_id, name) VALUES ($1, $2) RETURNING name) INSERT INTO branch (tenant_id, name) SELECT $1, name FROM added',
  ],
  [
    'insertSelect',
    'branch',
    'INSERT INTO branch (tenant_id, name) WITH a AS (SELECT $2 AS name) SELECT $1, name FROM a',
  ],
  [
    'insertSubquery',
    'branch',
    'INSERT INTO branch (tenant_id, name) VALUES ($1, (SELECT name FROM tenant WHERE id = $1))',
  ],
  ['volatileCall', 'branch random()', 'UPDATE branch SET number = random()::text WHERE tenant_id = $1'],
  [
    'volatileCall',
    'branch nextval()',
    "DELETE FROM branch WHERE tenant_id = $1 AND id = nextval('branch_id_seq')",
  ],
  ['volatileCall', 'branch other.call()', 'UPDATE branch SET number = other.call() WHERE tenant_id = $1'],
  [
    'lazyCall',
    'candidate clock_now()',
    'UPDATE candidate SET imported_at = coalesce(imported_at, clock_now()) WHERE tenant_id = $1',
  ],
  [
    'lazyCall',
    'candidate clock_now()',
    'UPDATE candidate SET imported_at = CASE WHEN $2 THEN clock_now() END WHERE tenant_id = $1',
  ],
  [
    'lazyCall',
    'candidate SVFOP_CURRENT_TIMESTAMP',
    'DELETE FROM candidate WHERE tenant_id = $1 AND coalesce(imported_at, current_timestamp) > $2',
  ],
  [
    'simpleCase',
    'candidate',
    "UPDATE candidate SET remarks = CASE level_id WHEN $2 THEN 'a' END WHERE tenant_id = $1",
  ],
  [
    'columnCall',
    'candidate to_char()',
    "UPDATE candidate SET first_name = to_char(created_at, 'YYYY') WHERE tenant_id = $1",
  ],
  [
    'columnCall',
    'candidate a time plus or minus an interval',
    'UPDATE candidate SET created_at = modified_at - make_interval(days => 2) WHERE tenant_id = $1',
  ],
  [
    'conflictCall',
    'branch clock_now()',
    'INSERT INTO branch (tenant_id, name) VALUES ($1, $2) ON CONFLICT (tenant_id, name) DO UPDATE SET modified_at = clock_now()',
  ],
  [
    'returningCall',
    'branch utc()',
    'INSERT INTO branch (tenant_id, name) VALUES ($1, $2) RETURNING utc(created_at)',
  ],
  [
    'returningCall',
    'branch utc()',
    'UPDATE branch SET name = $1 WHERE tenant_id = $2 RETURNING utc(created_at)',
  ],
];

for (const [rule, found, text] of WRONG) {
  test(`${rule} is against: ${text}`, () => {
    assert.deepEqual(rulesOf(lintStatements([text], catalog)), [`${rule} ${found}`]);
  });
}

test('a join with USING (tenant_id) names the tenants of both tables', () => {
  const text = 'SELECT * FROM candidate JOIN branch USING (tenant_id) WHERE candidate.tenant_id = $1';
  assert.deepEqual(rulesOf(lintStatements([text], catalog)), [
    'tenantValue branch',
    'tenantColumn USING (tenant_id)',
  ]);
});

// What only a database can contain.
const OBJECTS: [found: string, create: string][] = [
  [
    'tenantValue candidate',
    `CREATE FUNCTION wrong() RETURNS integer LANGUAGE plpgsql AS $$
       DECLARE found_id integer := (SELECT min(id) FROM candidate);
       BEGIN RETURN found_id; END $$`,
  ],
  [
    'tenantValue candidate',
    `CREATE FUNCTION wrong(p_tenant_id integer) RETURNS integer LANGUAGE plpgsql AS $$
       DECLARE other branch;
       BEGIN
         SELECT * INTO other FROM branch WHERE tenant_id = p_tenant_id LIMIT 1;
         IF EXISTS (SELECT FROM candidate WHERE tenant_id = other.tenant_id) THEN RETURN 1; END IF;
         RETURN (SELECT min(c.id) FROM candidate AS c WHERE c.office_id = other.id);
       END $$`,
  ],
  [
    'lazyCall candidate clock_now()',
    `CREATE FUNCTION wrong() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         UPDATE candidate SET imported_at = coalesce(imported_at, clock_now()) WHERE tenant_id = NEW.tenant_id;
         RETURN NULL;
       END $$`,
  ],
  [
    'sqlFunction branch',
    `CREATE FUNCTION wrong(p_tenant_id integer) RETURNS bigint LANGUAGE sql
       AS $$ SELECT count(*) FROM branch WHERE tenant_id = p_tenant_id $$`,
  ],
  [
    'sqlFunction branch',
    `CREATE FUNCTION wrong(p_tenant_id integer) RETURNS bigint LANGUAGE sql
       RETURN (SELECT count(*) FROM branch WHERE tenant_id = p_tenant_id)`,
  ],
  [
    'namedSequence wrong',
    `CREATE TABLE wrong (tenant_id integer, id integer GENERATED ALWAYS AS IDENTITY); CALL protect_tenant_table('wrong')`,
  ],
  [
    'namedSequence wrong',
    `CREATE TABLE wrong (tenant_id integer, id integer DEFAULT nextval('branch_id_seq')); CALL protect_tenant_table('wrong')`,
  ],
];

for (const [found, create] of OBJECTS) {
  test(`${found}: ${create.replace(/\s+/g, ' ')}`, async () => {
    await client.query('BEGIN');
    try {
      await client.query(create);
      assert.deepEqual(rulesOf(lintDatabase(await readSqlCatalog(client))), [found]);
    } finally {
      await client.query('ROLLBACK');
    }
  });
}

test('every rule has a wrong example', () => {
  const found = new Set([...WRONG.map(([rule]) => rule), ...OBJECTS.map(([line]) => line.split(' ')[0])]);
  assert.deepEqual([...found].sort(), Object.keys(RULES).sort());
});

async function checkTexts(texts: string[], isWholeRun: boolean): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'stellwerk-statements-'));
  try {
    await writeFile(join(directory, 'a.jsonl'), texts.map((text) => `${JSON.stringify(text)}\n`).join(''));
    await writeFile(join(directory, 'b.jsonl'), `${JSON.stringify(texts[0])}\n"half a li`);
    return (await checkRecorded(client, directory, isWholeRun)).faults;
  } finally {
    await rm(directory, { recursive: true });
  }
}

test('a test run names the recorded statements with faults, few of each kind', async () => {
  const ids = [1, 2, 3, 4, 5];
  const [first, ...others] = await checkTexts(
    ids.map((id) => `SELECT id\n  FROM candidate WHERE id = ${id}`),
    false,
  );
  assert.equal(
    first,
    'candidate: compare tenant_id of every table with the value of the tenant: SELECT id FROM candidate WHERE id = 1',
  );
  assert.deepEqual(others.slice(2), ['  and 2 more statements like these']);
});

test('a whole test run names exceptions that no statement needs', async () => {
  assert.deepEqual(await checkTexts(['SELECT 1'], false), []);
  const faults = await checkTexts(['SELECT 1'], true);
  assert.equal(faults.length, EXCEPTIONS.length);
  assert.match(faults[0]!, /no statement needs the exception/);
});

test('an exception covers its table only', async () => {
  const upsert = (table: string) =>
    `INSERT INTO ${table} (subject) VALUES ($1) ON CONFLICT (subject) DO UPDATE SET taken_at = ARRAY[clock_now()]`;
  assert.deepEqual(await checkTexts([upsert('mail_quota')], false), []);
  assert.equal((await checkTexts([upsert('tenant')], false)).length, 1);
});
