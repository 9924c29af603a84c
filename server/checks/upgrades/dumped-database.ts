import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import pg from 'pg';
import { migrate } from '../../core/db/migrate.ts';
import { migrateQueue } from '../../core/queue/index.ts';
import { databaseUrl } from '../../testing/template.ts';
import { type Dump, loadTables } from './dump-file.ts';

// Databases as an earlier version left them. They are removed after the tests of the calling file.

const adminUrl = process.env.STELLWERK_TEST_POSTGRES!;
const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
const cleanUps: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  await admin.end();
});

interface TestDatabase {
  url: string;
  superuser: pg.Client;
}

export async function makeEmptyDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await admin.query(`CREATE DATABASE ${name} OWNER stellwerk_test`);
  cleanUps.push(() => admin.query(`DROP DATABASE ${name} WITH (FORCE)`));
  const superuser = new pg.Client({ connectionString: databaseUrl(adminUrl, name, null) });
  await superuser.connect();
  cleanUps.push(() => superuser.end());
  return { url: databaseUrl(adminUrl, name), superuser };
}

/** A database as the version of the dump left it. */
export async function makeDatabaseOf(dump: Dump): Promise<TestDatabase> {
  const { url, superuser } = await makeEmptyDatabase();
  await migrate(url, { last: dump.migrations.at(-1) });
  await migrateQueue({ databaseUrl: url });
  await loadTables(superuser, dump);
  return { url, superuser };
}
