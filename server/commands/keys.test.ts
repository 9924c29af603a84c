import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import pg from 'pg';
import { callCommand } from '../testing/command-call.ts';
import { startTestService } from '../testing/harness.ts';
import { commandsOf } from '../testing/service-commands.ts';

const service = await startTestService();
const { environment } = await commandsOf(service);

test('the last step of a rotation has ten minutes, whatever a transaction of the service has', async (context) => {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  context.after(() => client.end());
  await client.query(`
    CREATE TABLE last_step (timeout text);
    CREATE FUNCTION keep_timeout() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN INSERT INTO last_step VALUES (current_setting(''statement_timeout'')); RETURN OLD; END';
    CREATE TRIGGER last_step BEFORE DELETE ON master_key FOR EACH ROW EXECUTE FUNCTION keep_timeout()`);
  const rotate = async (settings: Record<string, string>) => {
    const words = ['keys', 'rotate-master', '--json'];
    const { code, stdout, stderr } = await callCommand(words, { ...environment, ...settings });
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as { isComplete: boolean; newKeyFile: string };
  };
  const limits = { TRANSACTION_TIMEOUT_MS: '1000' };
  const { newKeyFile } = await rotate(limits);
  const MASTER_KEY = (await readFile(newKeyFile, 'utf8')).trim();
  assert.equal((await rotate({ ...limits, MASTER_KEY })).isComplete, true);
  assert.deepEqual((await client.query('SELECT timeout FROM last_step')).rows, [{ timeout: '10min' }]);
});
