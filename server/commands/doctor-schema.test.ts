import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { readSettings } from '../config.ts';
import { findRunningPostgres } from '../core/db/embedded/index.ts';
import { callCommand } from '../testing/command-call.ts';
import { makeDirectory } from '../testing/command-line.ts';
import { openDatabaseServer } from './installation.ts';

const directory = await makeDirectory();
const server = await openDatabaseServer(readSettings({ DATA_DIR: directory }), { allowCreate: true });
const client = new pg.Client({ connectionString: server.url });
await client.connect();
// The owner cannot disable the triggers of foreign keys.
const superuserUrl = new URL((await findRunningPostgres(join(directory, 'postgres')))!);
superuserUrl.pathname = new URL(server.url).pathname;
const superuser = new pg.Client({ connectionString: superuserUrl.href });
await superuser.connect();
after(async () => {
  await client.end();
  await superuser.end();
  await server.close();
});
await callCommand(['migrate'], { DATA_DIR: directory });

async function inspect(): Promise<{ code: number; line: string }> {
  const { code, stdout } = await callCommand(['doctor'], { DATA_DIR: directory });
  return { code, line: /^\w+ +schema +.*$/m.exec(stdout)![0].trimEnd() };
}

const OK = /^ok +schema +The tables are as the migrations created them\.$/;

/** Each damage, and how doctor names it. */
const DAMAGES: readonly (readonly [string, string])[] = [
  ['DROP TRIGGER forget_record ON candidate', 'trigger forget_record of candidate is missing'],
  ['DROP TRIGGER document_quota_count ON document', 'trigger document_quota_count of document is missing'],
  ['ALTER TABLE task DISABLE TRIGGER task_live', 'trigger task_live of task is disabled'],
  [
    'CREATE OR REPLACE TRIGGER notification_live AFTER INSERT ON notification FOR EACH ROW EXECUTE FUNCTION notify_live_notification()',
    'trigger notification_live of notification differs',
  ],
  [
    'DROP INDEX candidate_tenant_id_import_external_id_key',
    'index candidate_tenant_id_import_external_id_key of candidate is missing',
  ],
  ['DROP INDEX candidate_by_email', 'index candidate_by_email of candidate is missing'],
  [
    'DROP INDEX task_by_candidate; CREATE INDEX task_by_candidate ON task (tenant_id)',
    'index task_by_candidate of task differs',
  ],
  [
    'ALTER TABLE document DROP CONSTRAINT document_tenant_id_candidate_id_fkey',
    'foreign key document_tenant_id_candidate_id_fkey of document is missing',
  ],
  [
    'ALTER TABLE application DISABLE TRIGGER ALL',
    'foreign key application_tenant_id_candidate_id_fkey of application is disabled',
  ],
  ['ALTER TABLE task DROP CONSTRAINT task_check', 'constraint task_check of task is missing'],
  [
    "ALTER TABLE task DROP CONSTRAINT task_check1, ADD CONSTRAINT task_check1 CHECK (title <> '')",
    'constraint task_check1 of task differs',
  ],
  [
    'ALTER TABLE candidate ALTER COLUMN last_name DROP NOT NULL',
    'not null of candidate.last_name is missing',
  ],
  ['ALTER TABLE candidate ALTER COLUMN row_guid DROP DEFAULT', 'default of candidate.row_guid is missing'],
  ['DROP POLICY tenant_wall ON task', 'policy tenant_wall of task is missing'],
  ['ALTER POLICY tenant_wall ON candidate USING (true)', 'policy tenant_wall of candidate differs'],
  [
    'CREATE POLICY reports ON company FOR SELECT USING (true)',
    'policy reports of company was added, and can open it to other tenants',
  ],
  ['ALTER TABLE candidate_keyword SET UNLOGGED', 'table candidate_keyword is unlogged'],
];

test('doctor names what is missing, disabled, or different, with the statements that repair it', async () => {
  assert.match((await inspect()).line, OK);
  for (const [damage] of DAMAGES) await superuser.query(damage);
  const lines: string[] = [];
  for (let { code, line } = await inspect(); !OK.test(line); { code, line } = await inspect()) {
    assert.equal(code, 1);
    assert.match(line, /^fail /);
    assert.ok(lines.length < 5, line);
    lines.push(line);
    // More are shown when these are repaired.
    await client.query(/ run: (.*;)$/.exec(line)![1]!);
  }
  for (const [, name] of DAMAGES)
    assert.ok(
      lines.some((line) => line.includes(name)),
      `${name}: ${lines.join('\n')}`,
    );
});

test('the statement for a foreign key checks the rows of all tenants', async () => {
  await client.query(
    'ALTER TABLE candidate_keyword DROP CONSTRAINT candidate_keyword_tenant_id_candidate_id_fkey',
  );
  await client.query("SELECT set_config('app.tenant_id', '7', false)");
  const orphan = 'tenant_id = 7 AND candidate_id = 1';
  await client.query(
    "INSERT INTO candidate_keyword (tenant_id, candidate_id, keyword, keyword_match) VALUES (7, 1, 'Lost', 'lost')",
  );
  await client.query("SELECT set_config('app.tenant_id', '8', false)");
  const repair = / run: (.*;)$/.exec((await inspect()).line)![1]!;
  await assert.rejects(client.query(repair), /violates foreign key constraint/);
  await client.query("ROLLBACK; SELECT set_config('app.tenant_id', '7', false)");
  await client.query(`DELETE FROM candidate_keyword WHERE ${orphan}`);
  await client.query(repair);
  assert.match((await inspect()).line, OK);
});

test('doctor accepts what an operator has added', async () => {
  await client.query(`
    CREATE TABLE own_report (id integer PRIMARY KEY, candidate_id integer);
    CREATE FUNCTION own_trigger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
    CREATE TRIGGER own_trigger AFTER INSERT ON candidate FOR EACH ROW EXECUTE FUNCTION own_trigger();
    ALTER TABLE candidate DISABLE TRIGGER own_trigger;
    CREATE INDEX own_index ON candidate (tenant_id, city);
    ALTER TABLE signing_key VALIDATE CONSTRAINT signing_key_master_key;
    ALTER TABLE candidate ADD COLUMN own_column text;
    ALTER INDEX task_by_candidate SET (fillfactor = 70);
    ALTER TABLE candidate ALTER COLUMN city SET STATISTICS 500`);
  assert.match((await inspect()).line, OK);
});

test('doctor names at most ten differences, and what a backup or a migration has to bring back', async () => {
  await client.query(`
    DROP TABLE webhook_delivery CASCADE;
    ALTER TABLE candidate DROP COLUMN birth_place;
    CREATE OR REPLACE FUNCTION forget_record_of_part() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`);
  const { line } = await inspect();
  assert.match(line, /table webhook_delivery is missing, column birth_place of candidate is missing/);
  assert.doesNotMatch(line, /of webhook_delivery/);
  assert.match(
    line,
    /the definition of forget_record_of_part in migrations\/\d{4}_\w+\.sql; TRUNCATE candidate_record;/,
  );
  assert.match(
    line,
    /Restore a backup: nothing else has what was in a missing table, column, or sequence\.$/,
  );
  await superuser.query(
    'ALTER TABLE candidate DISABLE TRIGGER ALL; ALTER TABLE document DISABLE TRIGGER ALL',
  );
  const many = (await inspect()).line;
  assert.equal(many.match(/ is (missing|disabled)/g)!.length, 10);
  assert.match(many, /, and \d+ more\. As the owner/);
});
