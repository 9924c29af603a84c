import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { listMigrations } from '../core/db/migrate.ts';
import { callCommand } from '../testing/command-call.ts';
import { makeDirectory } from '../testing/command-line.ts';
import { databaseUrl, TEST_ROLE } from '../testing/template.ts';

// What an operator reads who runs a command with a version that did not write the database, or the backup.

const adminUrl = process.env.STELLWERK_TEST_POSTGRES!;
const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
const prefix = `test_${randomBytes(6).toString('hex')}`;
const names: string[] = [];
after(async () => {
  for (const name of names) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.query(`DROP ROLE IF EXISTS ${prefix}_weak`);
  await admin.end();
});

async function makeDatabase(): Promise<string> {
  const name = `${prefix}_${names.length}`;
  await admin.query(`CREATE DATABASE ${name} OWNER ${TEST_ROLE}`);
  names.push(name);
  return name;
}

const directory = await makeDirectory();
const DATABASE_URL = databaseUrl(adminUrl, await makeDatabase());
const backup = join(directory, 'own.backup');
const own = await listMigrations();
const last = own.at(-1)!;

const call = (words: string[], environment: Record<string, string> = {}) =>
  callCommand(words, { DATA_DIR: directory, DATABASE_URL, ...environment });

async function sql(text: string, values: string[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  await client.query(text, values).finally(() => client.end());
}

for (const words of [['migrate'], ['backup', backup]]) assert.equal((await call(words)).code, 0);

test('a restore into the database of a newer version says where the backup can be restored', async () => {
  await sql("INSERT INTO migration (name, sha256) VALUES ('9999_newer.sql', '')");
  const { code, stderr } = await call(['restore', backup]);
  await sql("DELETE FROM migration WHERE name = '9999_newer.sql'");
  assert.equal(code, 1);
  assert.match(
    stderr,
    /A newer version of Stellwerk has migrated the database \(9999_newer\.sql\)\. .*with a new DATA_DIR or an empty database.* "Upgrades" in docs\/operations\.md/,
  );
  // That it can be done so.
  const restored = join(directory, 'restored');
  await mkdir(restored, { mode: 0o711 });
  await copyFile(join(directory, 'master.key'), join(restored, 'master.key'));
  assert.equal(
    (
      await call(['restore', backup], {
        DATA_DIR: restored,
        DATABASE_URL: databaseUrl(adminUrl, await makeDatabase()),
      })
    ).code,
    0,
  );
});

test('a command on the database of an earlier version advises a backup before the migration', async () => {
  await sql('DELETE FROM migration WHERE name = $1', [last.name]);
  const { code, stderr } = await call(['backup', join(directory, 'late.backup')]);
  await sql('INSERT INTO migration (name, sha256) VALUES ($1, $2)', [last.name, last.sha256]);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /The database is not migrated to this version\. .*first run "npx stellwerk backup FILE" with that version/,
  );
});

test('a backup of another format names the migration of the version that wrote it', async () => {
  const bytes = await readFile(backup);
  const end = bytes.indexOf('\n');
  const header = JSON.parse(bytes.subarray(0, end).toString());
  const old = join(directory, 'old.backup');
  for (const [formatVersion, migrations, named, next] of [
    [1, header.migrations, ` \\(migration ${last.name}\\)`, 'then start this version'],
    [1, undefined, '', 'then start this version'],
    [99, undefined, '', 'or with a later version'],
  ]) {
    const line = JSON.stringify({ ...header, formatVersion, migrations });
    await writeFile(old, Buffer.concat([Buffer.from(line), bytes.subarray(end)]));
    const { code, stderr } = await call(['restore', old]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      new RegExp(`has the format ${formatVersion}, .* with Stellwerk ${header.version}${named}, ${next}`),
    );
  }
});

const withMigrations = async (migrations: { name: string; sha256: string }[]) => {
  const bytes = await readFile(backup);
  const end = bytes.indexOf('\n');
  const header = { ...JSON.parse(bytes.subarray(0, end).toString()), version: '7.7.7', migrations };
  const path = join(directory, 'changed.backup');
  await writeFile(path, Buffer.concat([Buffer.from(JSON.stringify(header)), bytes.subarray(end)]));
  return path;
};

for (const [what, migrations, wayOut] of [
  ['a newer version', [...own, { name: '9999_newer.sql', sha256: '' }], /or with a later one\./],
  [
    'another version',
    own.map((migration) => ({ ...migration, sha256: migration === last ? '' : migration.sha256 })),
    /or with a later one\./,
  ],
  ['a version that is too old', own.slice(0, 30), /then start this version, which migrates the database\./],
] as const) {
  test(`a backup of ${what} is refused, with the version that can restore it`, async () => {
    const DATABASE_URL = databaseUrl(adminUrl, await makeDatabase());
    const { code, stderr } = await call(['restore', await withMigrations([...migrations])], { DATABASE_URL });
    assert.equal(code, 1);
    const written = migrations.at(-1)!.name;
    assert.ok(
      stderr.includes(`The backup was written by Stellwerk 7.7.7 at migration ${written}, but this is`),
      stderr,
    );
    assert.match(stderr, /Nothing was changed\. Restore the backup with the version that wrote it, /);
    assert.match(stderr, wayOut);
  });
}

test('the files of another version of PostgreSQL are refused, with the way to take the data over', async () => {
  const files = join(directory, 'other', 'postgres', 'cluster');
  await mkdir(files, { recursive: true, mode: 0o711 });
  await writeFile(join(files, 'PG_VERSION'), '17\n');
  const { code, stderr } = await callCommand(['migrate'], { DATA_DIR: join(directory, 'other') });
  assert.equal(code, 1);
  assert.match(
    stderr,
    /was created by PostgreSQL 17, but this version of Stellwerk has PostgreSQL \d+\. Nothing was changed\. .*npx stellwerk backup FILE.* restore FILE with this version, with a new DATA_DIR/,
  );
});

test('doctor says that the login may not migrate the database', async () => {
  const weak = `${prefix}_weak`;
  await admin.query(`CREATE ROLE ${weak} LOGIN PASSWORD 'weak'`);
  const name = await makeDatabase();
  const environment = { DATABASE_URL: databaseUrl(adminUrl, name, { user: weak, password: 'weak' }) };
  const migrations = async () =>
    (await call(['doctor'], environment)).stdout.split('\n').find((line) => / migrations /.test(line))!;
  assert.match(
    await migrations(),
    new RegExp(
      `^fail +migrations +${own.length} pending, but the login ${weak} lacks CREATE on the schema public\\. Make it the owner of the database`,
    ),
  );
  await admin.query(`ALTER DATABASE ${name} OWNER TO ${weak}`);
  assert.match(await migrations(), /pending\. Run "npx stellwerk migrate"/);
  assert.equal((await call(['migrate'], environment)).code, 0);
});
