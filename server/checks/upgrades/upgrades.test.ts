import assert from 'node:assert/strict';
import { glob, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import pino from 'pino';
import { createApplication } from '../../application.ts';
import { readSettings } from '../../config.ts';
import { migrate } from '../../core/db/migrate.ts';
import { findSchemaDifferences } from '../../core/db/schema-objects.ts';
import { migrateQueue } from '../../core/queue/index.ts';
import { toNameMatch } from '../../core/text/name-form.ts';
import { openServices } from '../../open-services.ts';
import { prepareInstallation } from '../../prepare.ts';
import { createApi, requestToken } from '../../testing/harness.ts';
import { TEST_MASTER_KEY } from '../../testing/template.ts';
import { makeTemporaryDirectory } from '../../testing/temporary-directory.ts';
import { readDump, readTable } from './dump-file.ts';
import { makeDatabaseOf } from './dumped-database.ts';

/** Tables that a migration dropped, with the reason. */
const DROPPED_TABLES: Readonly<Record<string, string>> = {
  change_log_state: '0058 keeps a generation for each tenant.',
  ended_generation: '0058 keeps the ended generations of each tenant.',
  event: '0059 drops it: nothing read it. The change log and the deliveries have what happened.',
  token_failure: '0033 counts attempts to sign in elsewhere. Its rows are valid for minutes.',
};

/** Columns that a migration computes again, with their new values. */
const RECOMPUTED: Readonly<Record<string, (row: Record<string, unknown>) => Record<string, unknown>>> = {
  // 0087 and 0101.
  tenant_catalog_entry: (row) => ({
    match_en: toNameMatch(String(row.name_en)),
    match_de: toNameMatch(String(row.name_de)),
  }),
  candidate_keyword: (row) => ({ keyword_match: toNameMatch(String(row.keyword)) }),
};

// A new line in one of these two lists usually needs another number in areas/changes/record-form.ts, so that copies are loaded again.

/** Properties that later versions add to responses. Every other property is returned as before. */
const ADDED_PROPERTIES: ReadonlySet<string> = new Set([
  'createdAtUtc',
  'email',
  'endDate',
  'importExternalId',
  'isActive',
  'modifiedAtUtc',
  'officeId',
  'stage',
  'stageChangedAtUtc',
  'statusHistory',
]);

/** Properties whose values later versions change on purpose, with the reason. */
const CHANGED_PROPERTIES: readonly [RegExp, string][] = [
  [/\.languages\.\d+\.level$/, 'Names of built-in value lists are spelled as the interface spells them.'],
  [
    /\.driversLicences\.\d+\.name$/,
    'Names of built-in value lists are spelled as the interface spells them.',
  ],
  [/\.maximumAssignmentUntil$/, 'The last day of the longest assignment, no longer the day after it.'],
];

const cleanUps: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

/** The names that connections of services have had since 0.2.0. */
const CONNECTION_NAMES = ['stellwerk', 'stellwerk queue'];

/** Asserts that the database is not migrated while a process of the version of the dump is connected. */
async function refusesWhileConnected(url: string): Promise<void> {
  for (const name of CONNECTION_NAMES) {
    const process = new pg.Client({ connectionString: url, application_name: name });
    await process.connect();
    try {
      await assert.rejects(migrate(url), /Stellwerk is running on this database: 1 connection from /);
    } finally {
      await process.end();
    }
  }
}

/** Returns the paths at which `now` is not what it was. Added properties are not reported if they are listed. */
function differences(was: unknown, now: unknown, path: string): string[] {
  if (was === null || now === null || typeof was !== 'object' || typeof now !== 'object')
    return Object.is(was, now) || CHANGED_PROPERTIES.some(([pattern]) => pattern.test(path))
      ? []
      : [`${path}: ${JSON.stringify(was)} became ${JSON.stringify(now)}`];
  if (path === '/changes/inventory.records') {
    // It has no order.
    for (const list of [was, now] as unknown[][])
      list.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  const keys = new Set([...Object.keys(was), ...Object.keys(now)]);
  return [...keys].flatMap((key) => {
    if (!Object.hasOwn(was, key) && !Array.isArray(was))
      return ADDED_PROPERTIES.has(key) ? [] : [`${path}.${key} is new`];
    return differences((was as never)[key], (now as never)[key], `${path}.${key}`);
  });
}

/** By their ids: the order of a dump is that of all columns, also of those that have new values. */
function sorted(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  const key = (row: Record<string, unknown>) => `${row.tenant_id} ${row.list} ${row.id}`;
  return rows.toSorted((a, b) => key(a).localeCompare(key(b)));
}

for await (const file of glob('*.json.gz', { cwd: import.meta.dirname })) {
  const dump = await readDump(join(import.meta.dirname, file));

  test(`data of ${dump.version} are the same after the migration and through the API`, async () => {
    const { url, superuser } = await makeDatabaseOf(dump);
    for (const { name, columns, rows } of dump.tables)
      assert.deepEqual((await readTable(superuser, name, columns)).rows, rows, `${name} was not restored`);
    await refusesWhileConnected(url);
    // The second one waits for the first.
    const reports = await Promise.all([migrate(url), migrate(url)]);
    assert.deepEqual(reports.map(({ applied }) => applied.length > 0).sort(), [false, true]);
    assert.deepEqual(await findSchemaDifferences(superuser), []);
    await migrateQueue({ databaseUrl: url });
    const changed: string[] = [];
    for (const { name, columns, rows } of dump.tables) {
      if (Object.hasOwn(DROPPED_TABLES, name)) continue;
      const now = await readTable(superuser, name, columns);
      const recompute = RECOMPUTED[name] ?? (() => ({}));
      const expected = rows.map((row) => ({ ...row, ...recompute(row) }));
      if (!isDeepStrictEqual(sorted(now.rows), sorted(expected))) changed.push(name);
    }
    assert.deepEqual(changed, []);

    const directory = await makeTemporaryDirectory('stellwerk-upgrade-');
    cleanUps.push(() => rm(directory, { recursive: true, force: true }));
    const publicUrl = dump.audience.replace(/\/api\/v3$/, '');
    const settings = readSettings({ DATA_DIR: directory, PORT: '0', PUBLIC_URL: publicUrl });
    const log = pino({ level: 'silent' });
    const services = openServices({ settings, log, databaseUrl: url, masterKey: TEST_MASTER_KEY });
    await prepareInstallation(services);
    const application = await createApplication(services);
    const port = await application.listen({ port: 0, host: '127.0.0.1' });
    cleanUps.push(async () => {
      await application.close();
      await services.database.close();
    });
    const baseUrl = `http://127.0.0.1:${port}`;
    const api = createApi(baseUrl, await requestToken(baseUrl, publicUrl, dump));
    assert.ok(dump.responses.length > 30);
    const found: string[] = [];
    for (const { path, body } of dump.responses) {
      const response = await api.get(path);
      assert.equal(response.status, 200, `${path}: ${response.text}`);
      found.push(...differences(body, response.body, path));
    }
    assert.deepEqual(found.slice(0, 40), [], `${found.length} differences`);
  });
}
