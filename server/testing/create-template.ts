import pg from 'pg';
import pino from 'pino';
import { MasterKeys } from '../core/crypto/master-keys.ts';
import { openDatabase } from '../core/db/connection.ts';
import { migrate } from '../core/db/migrate.ts';
import { migrateQueue } from '../core/queue/index.ts';
import { prepareInstallation } from '../prepare.ts';
import { databaseUrl, TEMPLATE, TEST_MASTER_KEY, TEST_ROLE } from './template.ts';

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
  await prepareInstallation({
    database,
    masterKeys: new MasterKeys(database.system, TEST_MASTER_KEY),
    log: pino({ level: 'silent' }),
  });
  await database.close();
}
