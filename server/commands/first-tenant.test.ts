import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { callCommand } from '../testing/command-call.ts';
import { makeDirectory, startService } from '../testing/command-line.ts';

// Runs the commands of docs/first-tenant.md and of docs/importing-candidates.md in their order, as a shell does, and visits
// the job portal.

const ROOT = join(import.meta.dirname, '../..');
const blocks = await readBlocks('docs/first-tenant.md');
const importBlocks = await readBlocks('docs/importing-candidates.md');

async function readBlocks(path: string): Promise<string[]> {
  const guide = await readFile(join(ROOT, path), 'utf8');
  return [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands]) => commands!);
}

const directory = await makeDirectory();
const environment = { DATA_DIR: join(directory, 'data') };
await symlink(join(ROOT, 'examples'), join(directory, 'examples'));
// Stands for npx, which would look for the package in the working directory.
await writeFile(
  join(directory, 'npx'),
  `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(ROOT, 'server/bin/stellwerk.js')}" "$@"\n`,
  { mode: 0o755 },
);

function runBlock(commands: string): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-eu', '-c', commands], {
    cwd: directory,
    env: { ...environment, PATH: `${directory}${delimiter}${process.env.PATH}` },
    encoding: 'utf8',
  });
  assert.equal(status, 0, `${commands}\n${stderr}`);
  return stdout;
}

test('the commands of the guide set up a tenant with a published job ad', async () => {
  // The first ones without a service, the others beside it.
  const branches = blocks.slice(0, 3).map(runBlock).join('');
  assert.match(branches, /^\d+ +Berlin +10115 Berlin +yes$/m);
  assert.match(branches, /^\d+ +Wien +1010 Wien +yes$/m);

  const service = await startService(environment.DATA_DIR, { WORKERS: '1' }, ['--empty']);
  const output = blocks.slice(3).map(runBlock).join('');
  assert.match(output, /^\d+ +eva@example\.com +admin +yes +Eva Kern$/m);
  assert.match(output, /^\d+ +Active +Berlin +0 +Lagerhelfer \(m\/w\/d\) in Berlin$/m);

  // One row has a CV.
  for (const [summary, report] of [
    ['Dry run, nothing was imported: 4 created.', 'dry-run.csv'],
    ['Imported into tenant "acme": 4 created.', 'imported.csv'],
  ]) {
    const withoutFile = 'Rows without a file in the folder of --documents: 3. The report names them.';
    assert.ok(output.includes(`${summary} Rows: 4.\n${withoutFile}\nReport: ${report}\n`), output);
  }

  const again = importBlocks.map(runBlock).join('');
  assert.match(again, /^Dry run, nothing was imported: 4 skipped\. Rows: 4\.\nReport: first-look\.csv$/m);
  assert.match(again, /^Imported into tenant "acme": 4 unchanged\. Rows: 4\.$/m);
  assert.match(again, /^Dry run, nothing was imported: 4 skipped\. Rows: 4\.\nReport: mapped\.csv$/m);

  const status = await callCommand(['status', '--json'], environment);
  const { publicUrl } = JSON.parse(status.stdout).services[0];
  const page = await fetch(`${publicUrl}/jobs/acme`, { headers: { 'user-agent': 'StellwerkTests/1.0' } });
  assert.match(await page.text(), /Lagerhelfer \(m\/w\/d\) in Berlin/);
  assert.doesNotMatch(service.output(), /"level":[45]0/);
});

const WRONG: [string[], number, RegExp][] = [
  [['branch', 'create', '--name', 'X', '--zip-code', '123'], 2, /^stellwerk: --zip-code must have 5 digits/],
  [['branch', 'create', '--name', 'X', '--email', 'x'], 2, /^stellwerk: --email /],
  [['branch', 'create', '--name', 'X', '--country', 'DE'], 2, /^stellwerk: --country must be an id/],
  [
    ['jobad', 'create', '--branch', 'Bonn', '--title', 'X'],
    1,
    /has no branch "Bonn"\. See: npx stellwerk branch list --tenant acme/,
  ],
  [
    ['jobad', 'create', '--branch', 'Wien', '--title', 'X', '--weekly-hours', '99'],
    2,
    /^stellwerk: --weekly-hours /,
  ],
  [
    ['jobad', 'create', '--branch', 'Wien', '--title', 'X', '--tasks', 'nowhere.html'],
    1,
    /nowhere\.html cannot be read \(ENOENT\)/,
  ],
  [
    ['jobad', 'create', '--branch', 'Wien', '--title', 'Incomplete', '--publish'],
    2,
    /^stellwerk: The job ad cannot be published and was not created\. A published job ad needs a place of work\. Pass --city or --zip-code\. A published job ad needs a text about the job\. Pass --tasks or --introduction\.$/m,
  ],
  [['jobad', 'publish', '2000000000'], 1, /^stellwerk: Tenant "acme" has no job ad 2000000000\. /],
  [['jobad', 'publish', 'first'], 2, /"first" is not a job ad id/],
  [['jobad', 'list', '--status', 'Open'], 2, /--status must be one of/],
];
for (const [words, exitCode, message] of WRONG) {
  test(`"${words.join(' ')}" fails with a message that names the option`, async () => {
    const { code, stdout, stderr } = await callCommand([...words, '--tenant', 'acme'], environment);
    assert.deepEqual([code, stdout], [exitCode, '']);
    assert.match(stderr, message);
  });
}

const TASKS = join(directory, 'tasks.html');
const OVER = [
  ...['jobad', 'create', '--branch', 'Wien', '--title', 'Over', '--city', 'Wien', '--tasks', TASKS],
  ...['--end-date', '2020-01-31'],
];

test('a job ad that cannot be published is not created, and the corrected command creates one', async () => {
  const run = (words: string[]) => callCommand([...words, '--tenant', 'acme', '--json'], environment);
  const titles = async () =>
    (JSON.parse((await run(['jobad', 'list'])).stdout) as { title: string }[]).map(({ title }) => title);
  const before = await titles();
  const over = await callCommand([...OVER, '--publish', '--tenant', 'acme'], environment);
  assert.deepEqual(over, {
    code: 2,
    stdout: '',
    stderr:
      'stellwerk: The job ad cannot be published and was not created. --end-date must not be before the publication. 2020-01-31 is over. Pass a later day, or leave the option out for no end.\n',
  });
  assert.deepEqual(await titles(), before);
  assert.equal((await run([...OVER.slice(0, -1), '2999-01-31', '--publish'])).code, 0);
  assert.deepEqual(await titles(), ['Over', ...before]);
});

test('"jobad publish" says what a job ad is, and where it can be changed', async () => {
  const run = (words: string[]) => callCommand([...words, '--tenant', 'acme'], environment);
  const { services } = JSON.parse((await callCommand(['status', '--json'], environment)).stdout);
  const { publicUrl } = services[0];
  const { id } = JSON.parse((await run([...OVER, '--json'])).stdout);
  const over = await run(['jobad', 'publish', String(id)]);
  assert.deepEqual(over, {
    code: 1,
    stdout: '',
    stderr: `stellwerk: Job ad ${id} is a draft and cannot be published. Its last day must not be before the publication. 2020-01-31 is over. Change it in the console: ${publicUrl}/app/jobads/${id}\n`,
  });
  const active = JSON.parse((await run([...OVER.slice(0, -2), '--publish', '--json'])).stdout).id;
  const again = await run(['jobad', 'publish', String(active)]);
  assert.equal(again.code, 1);
  assert.equal(
    again.stderr,
    `stellwerk: Job ad ${active} cannot be published. Only a job ad with status Editing can be published. This one has status Active and can be withdrawn or completed or deleted. Change it in the console: ${publicUrl}/app/jobads/${active}\n`,
  );
});
