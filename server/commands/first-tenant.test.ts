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

  assert.match(output, /^Dry run, nothing was imported: 4 created\. Rows: 4\.\nReport: dry-run\.csv$/m);
  assert.match(output, /^Imported into tenant "acme": 4 created\. Rows: 4\.\nReport: imported\.csv$/m);

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
    ['jobad', 'create', '--branch', 'Wien', '--title', 'Draft', '--publish'],
    1,
    /Job ad \d+ is a draft.* needs a place of work.*--tasks or --introduction/,
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
