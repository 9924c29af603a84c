import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, glob, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import { after, test } from 'node:test';
import { startService } from './start-service.ts';

// Tests the package as integrators get it. It is packed and installed into an empty directory without a network, and
// the tests run there, on the oldest Node that can be found. Their sources run on the Node of this repository. In the long form, the
// package runs on that one too, and on all between them.

const SDK = join(import.meta.dirname, '..');
const ROOT = join(SDK, '..');
const BIN = join(ROOT, 'node_modules/.bin');
const TYPESCRIPT_5 = join(ROOT, 'examples/generated-clients/node_modules/typescript/bin/tsc');
// The comment fails if a type is unknown and therefore any.
const CLASSIC_PROGRAM = `
import { AbortedError, Stellwerk, type WebhookEventName } from '@stellwerk/sdk';
import { Mirror } from '@stellwerk/sdk/mirror';

export async function show(client: Stellwerk, name: WebhookEventName): Promise<number> {
  for await (const { lastName } of client.candidates.stream()) console.log(name, lastName.length);
  // @ts-expect-error No such group.
  console.log(client.candidats);
  return (await client.candidates.create({ firstName: 'Ada', lastName: 'Muster' })).id;
}
console.log(typeof Stellwerk, typeof Mirror.open, AbortedError.name);
`;
const isLong = process.env.STELLWERK_TEST_LONG !== undefined;
const isWindows = process.platform === 'win32';
/** Of one program. The slowest one, the tests on one Node, takes a tenth of it. Without a limit, they wait for ever if their service is gone. */
const LIMIT_MS = 300_000;

const folder = await realpath(await mkdtemp(join(tmpdir(), 'stellwerk-sdk-packed-')));
after(() => rm(folder, { recursive: true, force: true }));
const installed = join(folder, 'node_modules/@stellwerk/sdk');

/** Runs a program that must succeed and returns its output. */
async function run(
  program: string,
  args: string[],
  environment: NodeJS.ProcessEnv = {},
  cwd = folder,
): Promise<string> {
  // A test runner inside another one reports to the outer one, in an internal format.
  const { NODE_TEST_CONTEXT: _, ...own } = process.env;
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      {
        cwd,
        env: { ...own, ...environment },
        maxBuffer: 64 * 1024 * 1024,
        shell: isWindows,
        timeout: LIMIT_MS,
      },
      (error, stdout, stderr) => {
        if (error === null) return resolve(stdout);
        const end = error.killed ? ` did not end within ${LIMIT_MS / 1000} seconds` : '';
        reject(new Error(`${program} ${args.join(' ')}${end}\n${stdout}${stderr}`));
      },
    );
  });
}

interface NodeProgram {
  path: string;
  version: string;
}

/** One Node of each version: the pinned one, the Node 20 from the packages, and those on the path. */
async function findNodes(): Promise<NodeProgram[]> {
  const candidates = [process.execPath];
  const name = isWindows ? 'node.exe' : 'node';
  for await (const path of glob(`acceptance/node_modules/node-*/bin/${name}`, { cwd: ROOT }))
    candidates.push(join(ROOT, path));
  candidates.push(...(process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, name)));
  const nodes = new Map<string, string>();
  for (const path of candidates) {
    const version = await run(path, ['--version']).then(
      (output) => output.trim(),
      () => undefined,
    );
    if (version !== undefined && Number(/^v(\d+)/.exec(version)?.[1]) >= 20 && !nodes.has(version))
      nodes.set(version, path);
  }
  return [...nodes].map(([version, path]) => ({ version, path }));
}

/** Packs the package and installs it from the file, as an integrator would. */
async function installPacked(): Promise<void> {
  const packed = join(folder, 'packed');
  await mkdir(packed);
  await run('npm', ['pack', '--pack-destination', packed], {}, SDK);
  const [tarball] = await readdir(packed);
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  await run('npm', [
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--omit=peer',
    join(packed, tarball!),
  ]);
}

/** Compiles the tests and copies them beside the installed files, which they import. Replaces no installed file. */
async function addTests(): Promise<string[]> {
  const compiled = join(folder, 'compiled');
  await run(join(BIN, 'tsc'), ['-p', join(SDK, 'tsconfig.test.json'), '--outDir', compiled]);
  await cp(compiled, join(installed, 'dist'), { recursive: true, force: false });
  const files = await readdir(join(installed, 'dist'), { recursive: true });
  return files.filter((file) => file.endsWith('.test.js')).map((file) => join('dist', file));
}

// The service starts while the package is packed, installed and its tests are compiled.
const starting = startService(process.env);
await installPacked();
const shipped = (await readdir(join(installed, 'dist'), { recursive: true })).map((file) =>
  file.replaceAll(sep, '/'),
);

const files = await addTests();
const nodes = await findNodes();
const access = await starting;

test('the package has the expected files and no dependencies', async () => {
  const others = (await readdir(installed)).filter((name) => name !== 'dist');
  assert.deepEqual(others.sort(), ['LICENSE', 'README.md', 'package.json']);
  assert.deepEqual(
    shipped.filter((file) => /test|generate\//.test(file)),
    [],
  );
  const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  assert.equal(dependencies, undefined);
});

test('the commands start with every env', async () => {
  const { bin } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  // That of BusyBox has no option -S, so the first line cannot have flags.
  for (const file of Object.values<string>(bin))
    assert.match(await readFile(join(installed, file), 'utf8'), /^#!\/usr\/bin\/env node\n/, file);
});

test('every example of the README compiles against the installed package', async () => {
  const readme = await readFile(join(installed, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!);
  assert.ok(examples.length > 3);
  const files = await Promise.all(
    examples.map(async (code, index) => {
      const file = join(folder, `example-${index + 1}.ts`);
      const client = /^import .*\bStellwerk\b/m.test(code)
        ? ''
        : `import { Stellwerk } from '@stellwerk/sdk';\ndeclare const client: Stellwerk;\n`;
      await writeFile(file, `${client}${code}\nexport {};\n`);
      return file;
    }),
  );
  await run(join(BIN, 'tsc'), [
    ...['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node'],
    ...['--typeRoots', join(ROOT, 'node_modules/@types'), ...files],
  ]);
});

test('the README asserts nothing about results that the types do not already say', async () => {
  const readme = await readFile(join(installed, 'README.md'), 'utf8');
  const asserted = [...readme.matchAll(/\b[\w.]+!(?=[\s,;.)])/g)].map(([text]) => text);
  assert.deepEqual(
    asserted.filter((text) => !text.startsWith('process.env.')),
    [],
  );
});

for (const module of isLong ? ['commonjs', 'es2022'] : ['commonjs']) {
  test(`a program compiles with TypeScript 5, moduleResolution node and module ${module}, and runs`, async () => {
    const directory = join(folder, `classic-${module}`);
    await mkdir(directory);
    await writeFile(
      join(directory, 'package.json'),
      JSON.stringify({ type: module === 'commonjs' ? 'commonjs' : 'module' }),
    );
    const program = join(directory, 'program.ts');
    await writeFile(program, CLASSIC_PROGRAM);
    await run(process.execPath, [
      ...[TYPESCRIPT_5, '--strict', '--target', 'es2022', '--module', module, '--moduleResolution', 'node'],
      ...['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types'), program],
    ]);
    const output = await run(process.execPath, [join(directory, 'program.js')]);
    assert.equal(output.trim(), 'function function AbortedError');
  });
}

test('a Node 20 is installed', () => {
  assert.ok(
    nodes.some(({ version }) => version.startsWith('v20.')),
    `npm ci installs one. Found only ${nodes.map(({ version }) => version).join(', ')}`,
  );
});

const majorOf = (version: string) => Number(/\d+/.exec(version)![0]);
const [{ version: oldest } = assert.fail()] = nodes.toSorted(
  (a, b) => majorOf(a.version) - majorOf(b.version),
);

for (const { path, version } of nodes) {
  test(`the package is imported by name on Node ${version}`, async () => {
    const script = "import('@stellwerk/sdk').then(({ Stellwerk }) => console.log(typeof Stellwerk))";
    assert.equal((await run(path, ['--eval', script])).trim(), 'function');
  });

  if (!isLong && version !== oldest) continue;
  test(`all tests pass on Node ${version}`, async () => {
    const report = await run(
      path,
      ['--test', '--test-concurrency=1', '--test-reporter=tap', ...files],
      { STELLWERK_SDK_ACCESS: access },
      installed,
    );
    const passed = Number(/^# pass (\d+)$/m.exec(report)?.[1]);
    assert.ok(passed > 100, report);
    assert.match(report, /^# fail 0$/m);
  });
}
