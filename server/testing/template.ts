import pg from 'pg';
import pino from 'pino';
import { openDatabase } from '../core/db/connection.ts';
import { migrate } from '../core/db/migrate.ts';
import { migrateQueue } from '../core/queue/index.ts';
import { prepareInstallation } from '../prepare.ts';

export const TEMPLATE = 'stellwerk_template';
const TEST_ROLE = 'stellwerk_test';
export const TEST_MASTER_KEY = Buffer.alloc(32, 7);

/** Creates the migrated database that tests clone. Row-level security applies to its owner. */
export async function createTemplate(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`CREATE ROLE ${TEST_ROLE} LOGIN CREATEDB PASSWORD 'test'`);
    await admin.query(`CREATE DATABASE ${TEMPLATE} OWNER ${TEST_ROLE}`);
  } finally {
    await admin.end();
  }
  const url = databaseUrl(adminUrl, TEMPLATE);
  await migrate(url);
  await migrateQueue({ databaseUrl: url });
  const database = openDatabase({ url, maximumConnections: 2, transactionTimeoutMs: 60_000 });
  await prepareInstallation({ database, masterKey: TEST_MASTER_KEY, log: pino({ level: 'silent' }) });
  await database.close();
}

/** The URL of another database on the same server, with the role that tests use. */
export function databaseUrl(
  adminUrl: string,
  name: string,
  role: { user: string; password: string } | null = { user: TEST_ROLE, password: 'test' },
): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  if (role !== null) {
    url.username = role.user;
    url.password = role.password;
  }
  return url.href;
}
