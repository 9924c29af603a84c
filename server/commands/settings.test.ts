import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import packageFile from '../package.json' with { type: 'json' };
import { makeDirectory, runCommand } from '../testing/command-line.ts';

test('settings shows defaults and values, but no secrets', async () => {
  const { stdout } = await runCommand(['settings'], {
    environment: { PORT: '9000', MASTER_KEY: 'ab'.repeat(32), DATABASE_URL: 'postgres://me:hidden@db/x' },
  });
  assert.match(stdout, /^PORT +8080 +9000 /m);
  assert.match(stdout, /postgres:\/\/me:\*\*\*@db\/x/);
  assert.doesNotMatch(stdout, /hidden|abab/);
});

test('settings judges each value by itself, and a start names all faults', async () => {
  const environment = { WORKERS: 'many', PORT: '9000', MASTER_KEY: 'tooshort', CHANGE_LOG_DAYS: '7' };
  const { code, stdout } = await runCommand(['settings'], { environment });
  assert.equal(code, 1);
  assert.match(stdout, /^WORKERS +one per core.* \(invalid\) +1 to 64 /m);
  assert.match(stdout, /^PORT +8080 +9000 +0 to 65535 /m);
  assert.match(stdout, /^MASTER_KEY .*\(invalid\) /m);
  assert.match(stdout, /^CHANGE_LOG_DAYS +400 +\(invalid\) +400 to 36500 /m);
  assert.match(stdout, /^WORKERS must be an integer from 1 to 64$/m);
  assert.doesNotMatch(stdout, /many|tooshort/);
  const list = JSON.parse((await runCommand(['settings', '--json'], { environment })).stdout);
  const faults = (list as { name: string; fault: string | null }[]).filter(({ fault }) => fault !== null);
  assert.deepEqual(
    faults.map(({ name }) => name),
    ['MASTER_KEY', 'WORKERS', 'CHANGE_LOG_DAYS'],
  );
  const start = await runCommand(['start'], { environment });
  for (const { fault } of faults) assert.ok(start.stderr.includes(fault!), start.stderr);
});

test('an .env file in the working directory sets what the environment does not', async () => {
  const workingDirectory = await makeDirectory();
  const file = join(workingDirectory, '.env');
  await writeFile(file, '# Ours\nPORT=9001\nWORKERS=3 # cores\nexport HOST="127.0.0.2"\n');
  const environment = { PORT: '9000' };
  const run = () => runCommand(['settings', '--json'], { environment, workingDirectory });
  const list: { name: string; value: string | null; source: string }[] = JSON.parse((await run()).stdout);
  const shown = (name: string) =>
    list.filter((row) => row.name === name).map((row) => [row.value, row.source]);
  assert.deepEqual(
    [...shown('PORT'), ...shown('WORKERS'), ...shown('HOST'), ...shown('ROLE')],
    [
      ['9000', 'environment'],
      ['3', '.env'],
      ['127.0.0.2', '.env'],
      [null, 'default'],
    ],
  );
  await rm(file);
  await mkdir(file);
  const { code, stdout } = await run();
  assert.equal(code, 1);
  assert.match(JSON.parse(stdout).error, /^\.env in .* cannot be read \(EISDIR\)\. /);
});

test('--version prints the version', async () => {
  const { code, stdout } = await runCommand(['--version']);
  assert.deepEqual({ code, stdout }, { code: 0, stdout: `${packageFile.version}\n` });
  const { version } = JSON.parse((await runCommand(['--version', '--json'])).stdout);
  assert.equal(version, packageFile.version);
});

test('"help" shows the usage of all commands or of one', async () => {
  assert.match((await runCommand(['help'])).stdout, /^Usage: npx stellwerk COMMAND/);
  const { code, stdout } = await runCommand(['help', 'client', 'create']);
  assert.equal(code, 0);
  assert.match(stdout, /^Usage: npx stellwerk client create /);
});
