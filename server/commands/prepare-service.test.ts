import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import pg from 'pg';
import { readSettings } from '../config.ts';
import { makeDirectory } from '../testing/command-line.ts';
import { copyOfTemplate, databaseUrl, TEST_MASTER_KEY } from '../testing/template.ts';
import { prepareService } from './prepare-service.ts';

const admin = new pg.Client({ connectionString: process.env.STELLWERK_TEST_POSTGRES });
await admin.connect();
const name = `test_${randomBytes(8).toString('hex')}`;
await admin.query(copyOfTemplate(name));
after(async () => {
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.end();
});

test('the demo tenant may take longer than the transactions of the service', async () => {
  const url = databaseUrl(process.env.STELLWERK_TEST_POSTGRES!, name);
  // A trigger stands for a slow machine.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    CREATE FUNCTION take_long() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1.1); RETURN NULL; END $$;
    CREATE TRIGGER take_long AFTER INSERT ON branch EXECUTE FUNCTION take_long()`);
  await client.end();
  const settings = readSettings({
    DATA_DIR: await makeDirectory(),
    DATABASE_URL: url,
    MASTER_KEY: TEST_MASTER_KEY.toString('hex'),
    DISK_FLOOR_MB: '0',
    LOG_LEVEL: 'error',
    TRANSACTION_TIMEOUT_MS: '1000',
  });
  const order = { wantsDemo: true, takesOverDocuments: false, acceptsLostDocuments: false };
  const steps: string[] = [];
  const answer = await prepareService(
    { settings, databaseUrl: url, ...order },
    { signal: new AbortController().signal, onStep: (what) => steps.push(what) },
  );
  assert.ok(answer.type === 'prepared', JSON.stringify(answer));
  assert.ok(answer.prepared.demo?.clientId);
  assert.match(steps.at(-1)!, /^creating the demo tenant/);
});
