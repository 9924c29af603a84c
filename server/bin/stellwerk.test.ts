import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import packageFile from '../package.json' with { type: 'json' };
import { makeDirectory } from '../testing/command-line.ts';

const BIN = join(import.meta.dirname, 'stellwerk.js');
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/stellwerk');
const ENTRY = join(import.meta.dirname, '../commands/stellwerk.ts');

/** A Node of the machine that is older than the pinned one, if there is one. */
const olderNode = (process.env.PATH ?? '')
  .split(delimiter)
  .map((directory) => join(directory, 'node'))
  .find((path) => {
    const major = spawnSync(path, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }).stdout;
    return Number(major) >= 20 && Number(major) < 25;
  });
const skip = olderNode === undefined ? 'the machine has no Node 20 to 24' : false;

const run = (program: string, words: string[]) => spawnSync(program, words, { encoding: 'utf8' });

test('the command runs with the pinned Node, whichever Node starts it', { skip }, () => {
  for (const node of [process.execPath, olderNode!]) {
    const { status, stdout } = run(node, [BIN, '--version', '--json']);
    assert.equal(status, 0);
    assert.deepEqual(JSON.parse(stdout), { version: packageFile.version, node: process.versions.node });
  }
});

test('a start has the code without types ready before its processes load it', async () => {
  const { NODE_COMPILE_CACHE, ...environment } = process.env;
  const started = spawnSync(process.execPath, [BIN, 'start', '--help'], {
    env: environment,
    encoding: 'utf8',
  });
  assert.equal(started.status, 0, started.stderr);
  const directory = await makeDirectory();
  for (const name of ['service-process', 'commands/preparation-process', 'commands/service']) {
    const program = join(directory, `${name.replace('/', '-')}.mjs`);
    const url = pathToFileURL(join(import.meta.dirname, `../${name}.ts`)).href;
    // Node loads amaro to remove types.
    await writeFile(
      program,
      `await import(${JSON.stringify(url)});
       console.log(process.moduleLoadList.some((loaded) => loaded.includes('deps/amaro')));
       process.exit();`,
    );
    const { stdout, stderr } = spawnSync(process.execPath, [program], {
      env: { ...environment, NODE_COMPILE_CACHE: CACHE },
      encoding: 'utf8',
    });
    assert.equal(stdout, 'false\n', `${name}: ${stderr}`);
  }
});

// The invalid setting keeps a start without its options from running a service.
test('npm start passes its options on', () => {
  const { status, stderr } = spawnSync('npm', ['start', '--silent', '--', '--empty', '--wrong'], {
    encoding: 'utf8',
    env: { ...process.env, WORKERS: 'none' },
    shell: process.platform === 'win32',
  });
  assert.equal(status, 2);
  assert.match(stderr, /^stellwerk: "start" has no option --wrong\./);
});

test('without the pinned Node, an older one is told which to use', { skip }, async () => {
  const directory = await makeDirectory();
  await mkdir(join(directory, 'bin'));
  await writeFile(join(directory, 'package.json'), '{"type":"module"}');
  await copyFile(BIN, join(directory, 'bin/stellwerk.js'));
  const { status, stderr } = run(olderNode!, [join(directory, 'bin/stellwerk.js'), 'start']);
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^stellwerk: Node \d+\.\S+ is too old .* Run npm ci without --omit=optional, or install Node 26\.\n$/,
  );
});

test('a Node that can load the source but is too old is told which to use', () => {
  const olderVersion = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '24.1.0' } })`;
  const { status, stdout, stderr } = run(process.execPath, [
    '--import',
    `data:text/javascript,${olderVersion}`,
    ENTRY,
    'start',
  ]);
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(
    stderr,
    /^stellwerk: Node 24\.1\.0 is too old\. Use the Node that npm ci installs: run "npx stellwerk", /,
  );
});
