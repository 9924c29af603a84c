import assert from 'node:assert/strict';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { readSettings } from '../config.ts';
import { claimStore } from '../core/blobs/index.ts';
import { findRunningPostgres } from '../core/db/embedded/index.ts';
import { openBlobStore } from '../open-services.ts';
import { callCommand } from '../testing/command-call.ts';
import { makeDirectory } from '../testing/command-line.ts';
import { openDatabaseServer, withServices } from './installation.ts';

const directory = await makeDirectory();
const server = await openDatabaseServer(readSettings({ DATA_DIR: directory }), { allowCreate: true });
after(() => server.close());

async function run(words: string[]): Promise<string> {
  const { code, stdout, stderr } = await callCommand(words, { DATA_DIR: directory });
  assert.equal(code, 0, stderr + stdout);
  return stdout;
}

await run(['migrate']);
await run(['tenant', 'create', 'acme', '--name', 'Acme']);

test('doctor names the server, and the tenants whose log another server wrote last', async () => {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const [{ id }] = (await client.query('SELECT id FROM tenant')).rows;
  await client.query("SELECT set_config('app.tenant_id', $1, false)", [String(id)]);
  const [{ name }] = (await client.query('SELECT this_server() AS name')).rows;
  await client.query('SELECT own_log_generation($1)', [id]);
  const own = await run(['doctor']);
  await client.query("UPDATE log_generation SET server = 'another' WHERE tenant_id = $1", [id]);
  const foreign = await run(['doctor']);
  await client.end();
  assert.match(own, new RegExp(`^ok +change logs +The server is ${name}\\.$`, 'm'));
  assert.match(
    foreign,
    new RegExp(`The server is ${name}\\. Another one wrote the last change of 1 of 1 tenants \\(acme\\)`),
  );
});

test('doctor names the tenants that lack value lists, and another creation adds the lists', async (context) => {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  context.after(() => client.end());
  const [{ id }] = (await client.query('SELECT id FROM tenant')).rows;
  await client.query("SELECT set_config('app.tenant_id', $1, false)", [String(id)]);
  const readLists = async () =>
    (await client.query('SELECT list, count(*) FROM tenant_catalog_entry GROUP BY list ORDER BY list')).rows;
  const line = async () => {
    const { stdout } = await callCommand(['doctor'], { DATA_DIR: directory });
    return /^\w+ +lists of tenants +.*$/m.exec(stdout)![0].trimEnd();
  };
  const complete = await readLists();
  assert.match(await line(), /^ok /);
  await client.query("DELETE FROM tenant_catalog_entry WHERE list IN ('channels', 'industries')");
  // It takes the place of the entry with this name.
  await client.query(
    "INSERT INTO tenant_catalog_entry (tenant_id, list, name_en, name_de, match_en, match_de) VALUES ($1, 'industries', 'Manufacturing', 'Manufacturing', 'manufacturing', 'manufacturing')",
    [id],
  );
  assert.match(
    await line(),
    /^fail .* lack value lists: acme \(channels, industries\)\. .*: npx stellwerk tenant create KEY --name NAME$/,
  );
  const other = await callCommand(['tenant', 'create', 'acme', '--name', 'Other'], { DATA_DIR: directory });
  assert.match(other.stderr, /Tenant "acme" already exists/);
  const stdout = await run(['tenant', 'create', 'acme', '--name', 'Acme']);
  assert.match(stdout, /^Completed tenant "acme" \(id \d+\), .* Added: channels, industries\.$/m);
  assert.match(stdout, /^Webhook secret: whsec_/m);
  assert.match(await line(), /^ok /);
  assert.deepEqual(await readLists(), complete);
  const again = await callCommand(['tenant', 'create', 'acme', '--name', 'Acme'], { DATA_DIR: directory });
  assert.match(again.stderr, /Tenant "acme" already exists/);
});

test('doctor names the tenants whose change log, or its generation, somebody has deleted', async (context) => {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  context.after(() => client.end());
  const [{ id }] = (await client.query('SELECT id FROM tenant')).rows;
  await client.query("SELECT set_config('app.tenant_id', $1, false)", [String(id)]);
  const change = () =>
    client.query(
      "SELECT record_change($1, 'company', 1, gen_random_uuid(), 'new', NULL, NULL, NULL, NULL, NULL, NULL)",
      [id],
    );
  const line = async () => {
    const { stdout } = await callCommand(['doctor'], { DATA_DIR: directory });
    return /^\w+ +change logs +.*$/m.exec(stdout)![0];
  };
  await change();
  await client.query('DELETE FROM log_generation');
  assert.match(
    await line(),
    /^fail +change logs +Somebody has deleted rows of log_generation: acme\. The next change/,
  );
  await change();
  assert.match(await line(), /^ok /);
  await client.query('DELETE FROM change_log');
  // Nothing shows that there were changes.
  assert.match(await line(), /^ok /);
  await client.query(
    "INSERT INTO candidate (tenant_id, first_name, last_name) VALUES ($1, 'Ada', 'Muster')",
    [id],
  );
  assert.match(
    await line(),
    /^fail +change logs +Somebody has deleted the change log of acme\. .*a full export/,
  );
  await change();
  assert.match(await line(), /^ok /);
  await client.query('DELETE FROM candidate');
});

test('doctor names tables whose row-level security somebody has switched off, and the way back', async (context) => {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  context.after(() => client.end());
  const isolation = async () => {
    const { code, stdout } = await callCommand(['doctor'], { DATA_DIR: directory });
    return [code, /^\w+ +tenant isolation +.*$/m.exec(stdout)![0]] as const;
  };
  for (const change of ['NO FORCE ROW LEVEL SECURITY', 'DISABLE ROW LEVEL SECURITY']) {
    await client.query(`ALTER TABLE task ${change}; ALTER TABLE candidate ${change}`);
    const [code, line] = await isolation();
    assert.equal(code, 1);
    assert.match(line, /^fail .*switched off row-level security for candidate, task\./);
    for (const table of ['candidate', 'task'])
      await client.query(/(ALTER TABLE .*)\.$/.exec(line)![1]!.replace('candidate', table));
    assert.doesNotMatch((await isolation())[1], /^fail/);
  }
});

test('doctor says what clocks that differ cause', async (context) => {
  const hourMs = 3_600_000;
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() + hourMs });
  const { stdout, code } = await callCommand(['doctor'], { DATA_DIR: directory });
  assert.equal(code, 1);
  const [, difference, cause] =
    /^fail +clock +The clocks of this machine and the database differ by (\d+) ms, (.*)$/m.exec(stdout)!;
  assert.ok(Math.abs(Number(difference) - hourMs) < 60_000, stdout);
  assert.equal(
    cause,
    'so tokens expire too early or too late, and mails and the log have other times than the data. Synchronize both clocks.',
  );
});

test('doctor warns if commits do not wait for a standby that is connected', async () => {
  assert.match(await run(['doctor']), /^ok +replication +There is no standby\.$/m);
  const standby = new pg.Client({
    connectionString: (await findRunningPostgres(join(directory, 'postgres')))!,
    // Its types leave it out.
    replication: 'true',
  } as pg.ClientConfig);
  await standby.connect();
  const warned = await run(['doctor']);
  await standby.end();
  assert.match(warned, /^warn +replication +A standby is connected, but commits do not wait for it/m);
});

/** The lines of "doctor" that begin so. */
async function linesOf(pattern: RegExp, environment: Record<string, string> = {}): Promise<string[]> {
  const { stdout } = await callCommand(['doctor'], { DATA_DIR: directory, ...environment });
  return stdout.split('\n').filter((line) => pattern.test(line));
}

test('doctor says that a document store is missing, and not that a start creates it', async () => {
  const DOCUMENTS = /^\w+ +document(s| store) /;
  const store = join(directory, 'blobs');
  // No start was here yet.
  const [first, ...others] = await linesOf(DOCUMENTS);
  assert.match(first!, /^warn +documents .* The first start creates the store\.$/);
  assert.deepEqual(others, []);
  await withServices(readSettings({ DATA_DIR: directory }), ({ database, settings }) =>
    claimStore(database.system, openBlobStore(settings)),
  );
  assert.deepEqual(
    (await linesOf(DOCUMENTS)).map((line) => line.split(' ')[0]),
    ['ok', 'ok'],
  );
  await rename(store, `${store}-away`);
  const missing = await linesOf(DOCUMENTS);
  assert.equal(missing.length, 1, missing.join('\n'));
  assert.match(missing[0]!, /^fail +document store .*its volume is not mounted/);
  const unknown = await linesOf(DOCUMENTS, { DATABASE_URL: 'postgres://me@127.0.0.1:1/none' });
  assert.equal(unknown.length, 1, unknown.join('\n'));
  assert.match(
    unknown[0]!,
    /^warn +documents .*Once the database can be used, "doctor" says whether it should have one\.$/,
  );
  await rename(`${store}-away`, store);
});

test('doctor names the object store that does not respond, and the setting', async () => {
  const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
  const url = 's3://documents?endpoint=http://127.0.0.1:1';
  const [documents] = await linesOf(/^\w+ +documents /, { BLOB_URL: url, ...keys });
  assert.match(
    documents!,
    /^fail +documents +BLOB_URL: the object store at http:\/\/127\.0\.0\.1:1 \(bucket documents\) does not respond \(ECONNREFUSED\)\. Start it/,
  );
});

for (const encoding of ['LATIN1', 'SQL_ASCII'])
  test(`a database with the encoding ${encoding} is refused before anything is changed`, async () => {
    const superuser = (await findRunningPostgres(join(directory, 'postgres')))!;
    const client = new pg.Client({ connectionString: superuser });
    await client.connect();
    const name = `encoding_${encoding.toLowerCase()}`;
    await client.query(
      `CREATE DATABASE ${name} ENCODING '${encoding}' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`,
    );
    await client.end();
    const url = new URL(superuser);
    url.pathname = `/${name}`;
    const settings = { DATA_DIR: directory, DATABASE_URL: url.href };
    const advice = `DATABASE_URL: the encoding of the database is ${encoding}, but Stellwerk needs UTF8. Nothing was changed. Create a database with: CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0`;
    const { code, stderr } = await callCommand(['migrate'], settings);
    assert.deepEqual([code, stderr], [1, `stellwerk: ${advice}\n`]);
    const { stdout } = await callCommand(['doctor'], settings);
    assert.ok(stdout.includes(advice), stdout);
    const migrated = new pg.Client({ connectionString: url.href });
    await migrated.connect();
    const { rows } = await migrated.query("SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace");
    await migrated.end();
    assert.equal(rows.length, 0);
  });

test('a master key file without a key is refused with the key that is needed, and where to put it', async () => {
  const file = join(directory, 'master.key');
  const key = await readFile(file);
  await writeFile(file, '');
  const doctor = await linesOf(/^fail +master key /);
  const command = await callCommand(['tenant', 'list'], { DATA_DIR: directory });
  await writeFile(file, key);
  const message = new RegExp(
    `${file} must be 32 bytes, .*The data are sealed with the master key [0-9a-f]{16}\\. Nothing was changed\\. Copy that key to ${file} \\(mode 600\\), or set MASTER_KEY\\.`,
  );
  assert.match(doctor[0]!, message);
  assert.equal(command.code, 1);
  assert.match(command.stderr, message);
});

test('during a rotation of the master key, doctor names the step that is needed', async () => {
  const MASTER_KEY = (await readFile(join(directory, 'master.key'), 'utf8')).trim();
  const file = join(directory, 'master.key.next');
  const adviceOf = async (environment: Record<string, string>) => {
    const [line] = await linesOf(/^warn +master key /, environment);
    return line;
  };
  const first = await callCommand(['keys', 'rotate-master', '--json'], { DATA_DIR: directory, MASTER_KEY });
  const { newKeyId, isComplete } = JSON.parse(first.stdout);
  assert.equal(isComplete, false);
  const newKey = (await readFile(file, 'utf8')).trim();
  const begun = `A rotation to the master key ${newKeyId} has begun\\.`;
  assert.match(
    (await adviceOf({ MASTER_KEY }))!,
    new RegExp(`${begun} Set MASTER_KEY to the contents of ${file}, restart every process, and run `),
  );
  await rm(file);
  assert.match(
    (await adviceOf({ MASTER_KEY }))!,
    new RegExp(`${begun} If you do not have this key, run .*, which writes it to ${file}\\. Set MASTER_KEY`),
  );
  assert.match(
    (await adviceOf({ MASTER_KEY: newKey }))!,
    new RegExp(`${begun} Run "npx stellwerk keys rotate-master", which completes it\\.$`),
  );
  const last = await callCommand(['keys', 'rotate-master', '--json'], {
    DATA_DIR: directory,
    MASTER_KEY: newKey,
  });
  assert.equal(JSON.parse(last.stdout).isComplete, true, last.stderr);
});
