import assert from 'node:assert/strict';
import { glob, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import pino from 'pino';
import { readSettings } from '../../config.ts';
import { OLDEST_MIGRATION } from '../../core/backup/earlier-versions.ts';
import { createBackup } from '../../core/backup/index.ts';
import { claimStore } from '../../core/blobs/index.ts';
import { listMigrations, migrate } from '../../core/db/migrate.ts';
import { findSchemaDifferences } from '../../core/db/schema-objects.ts';
import { checkServers } from '../../core/db/server-registration.ts';
import { openBlobStore, openServices } from '../../open-services.ts';
import { callCommand } from '../../testing/command-call.ts';
import { TEST_MASTER_KEY } from '../../testing/template.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { readDump, readTable, readTables } from './dump-file.ts';
import { makeDatabaseOf, makeEmptyDatabase } from './dumped-database.ts';

const directory = await makeTemporaryDirectory('stellwerk-earlier-');
after(() => rm(directory, { recursive: true, force: true }));

/** Tables, or columns of them, that a restore leaves out or begins anew. */
const ANEW: Readonly<Record<string, readonly string[]>> = {
  change_log: ['generation', 'transaction_id'],
  installation: [],
  log_generation: ['generation', 'server'],
  ended_log_generation: [],
  // It is unlogged.
  user_session: [],
};

const [dumpFile] = await Array.fromAsync(glob('*.json.gz', { cwd: import.meta.dirname }));
const dump = await readDump(join(import.meta.dirname, dumpFile!));
const own = await listMigrations();

/** An installation with documents of its own, and with a second server if there is one. */
const environmentOf = (name: string, url: string, north: string | undefined) => ({
  DATA_DIR: join(directory, name),
  DATABASE_URL: url,
  MASTER_KEY: TEST_MASTER_KEY.toString('hex'),
  ...(north !== undefined && { DATABASE_SERVERS: `north=${north}` }),
});

/** A backup as the version wrote it whose last migration is this one, of the demo data of 0.2.0. The second server has no tenants. */
async function backUpAt(last: string, { hasNorth }: { hasNorth: boolean }) {
  const source = await makeDatabaseOf(dump);
  const north = hasNorth ? (await makeEmptyDatabase()).url : undefined;
  for (const url of [source.url, north]) if (url !== undefined) await migrate(url, { last });
  const settings = readSettings(environmentOf(`source-${last}`, source.url, north));
  const services = openServices({
    settings,
    log: pino({ level: 'silent' }),
    databaseUrl: source.url,
    masterKey: TEST_MASTER_KEY,
  });
  const path = join(directory, `${last}.backup`);
  const store = openBlobStore(settings);
  try {
    // The dump has no files, so the backup has none either.
    await claimStore(services.database.system, store);
    if (hasNorth) await checkServers(services.database, { registers: true });
    await createBackup({
      path,
      database: services.database,
      masterKeys: services.masterKeys,
      store,
      version: '0.2.5',
      migrations: own.filter(({ name }) => name <= last),
      now: new Date(),
    });
  } finally {
    await services.database.close();
  }
  return { ...source, path };
}

/** The names of tables whose rows differ. */
async function compareRows(a: pg.Client, b: pg.Client): Promise<string[]> {
  const different: string[] = [];
  for (const table of await readTables(a)) {
    const anew = ANEW[table.name];
    if (anew?.length === 0) continue;
    const columns = table.columns.filter((column) => !anew?.includes(column));
    const [one, other] = [await readTable(a, table.name, columns), await readTable(b, table.name, columns)];
    if (!isDeepStrictEqual(one.rows, other.rows)) different.push(table.name);
  }
  return different;
}

for (const [last, hasNorth] of [
  [OLDEST_MIGRATION, false],
  [own.at(-2)!.name, true],
] as const) {
  test(`a backup of an earlier version, at ${last}, is restored and migrated`, async () => {
    const source = await backUpAt(last, { hasNorth });
    const target = await makeEmptyDatabase();
    const north = hasNorth ? (await makeEmptyDatabase()).url : undefined;
    const environment = environmentOf(`target-${last}`, target.url, north);
    const { code, stdout, stderr } = await callCommand(['restore', source.path], environment);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Restored 1 tenant and 0 document files as of /);
    assert.match(
      stdout,
      new RegExp(
        `^An earlier version wrote the backup\\. Its tables were migrated from ${last} to this version\\.$`,
        'm',
      ),
    );
    await migrate(source.url);
    assert.deepEqual(await compareRows(source.superuser, target.superuser), []);
    assert.deepEqual(await findSchemaDifferences(target.superuser), []);
    const migrated = await callCommand(['migrate'], environment);
    assert.match(migrated.stdout, /^The database is already at this version\.$/m);

    const again = await callCommand(['restore', source.path], environment);
    assert.equal(again.code, 1);
    assert.match(
      again.stderr,
      new RegExp(
        `has the tables of a later version than the backup \\(migration ${own.at(-1)!.name}\\)\\. Nothing was changed\\. Use a new DATA_DIR`,
      ),
    );
  });
}
