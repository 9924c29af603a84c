import assert from 'node:assert/strict';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import { ROOT, run } from './generated.ts';
import { findBreaches, judge } from './tidy.ts';

test('the repository keeps the rules of the house', async () => {
  assert.deepEqual(await findBreaches(), []);
});

/** Judges these files as parts of the product, so that none is dead or only a test's. */
function breachesOf(files: Record<string, string>): string[] {
  return judge(new Map([...Object.entries(files), ['package.json', Object.keys(files).join(' ')]]));
}

const BREACHES: [rule: string, files: Record<string, string>, breach: RegExp][] = [
  [
    'an area is reached through its index',
    {
      'server/areas/users/queries.ts': "export { b } from '../branches/queries.ts';",
      'server/areas/branches/queries.ts': '',
    },
    /branches is reached through its index\.ts/,
  ],
  [
    'areas do not import each other in a circle',
    {
      'server/areas/a/index.ts': "import { b } from '../b/index.ts';",
      'server/areas/b/index.ts': "import { c } from '../c/index.ts';",
      'server/areas/c/index.ts': "import { a } from '../a/index.ts';",
    },
    /in a circle: a → b → c → a/,
  ],
  [
    'an area imports nothing of the application',
    { 'server/areas/a/rules.ts': "import { b } from '../../endpoints.ts';", 'server/endpoints.ts': '' },
    /areas import areas and core only/,
  ],
  [
    'queries do not import endpoints',
    { 'server/areas/a/queries.ts': "import { b } from './endpoints.ts';", 'server/areas/a/endpoints.ts': '' },
    /nothing imports them but index\.ts/,
  ],
  [
    'no file outside core/http receives an object of Fastify',
    {
      'server/areas/a/routes.ts': "import type { FastifyReply } from '../../core/http/index.ts';",
      'server/core/http/index.ts': "export type { FastifyReply } from 'fastify';",
    },
    /only server\/core\/http\/ imports a file that uses Fastify/,
  ],
  ['no file of odds and ends', { 'server/core/string-utils.ts': '' }, /name the file after what it does/],
];

for (const [rule, files, breach] of BREACHES) {
  test(`told: ${rule}`, () => {
    const found = breachesOf(files);
    assert.equal(found.length, 1, found.join('\n'));
    assert.match(found[0]!, breach);
  });
}

// What biome.json says: a rule that is never seen to complain may as well be a typing error in a pattern.
const LINTED: [rule: string, path: string, text: string, complaint: RegExp][] = [
  [
    'core imports no area',
    'server/core/db/a.ts',
    "import '../../areas/users/index.ts';",
    /core imports nothing above it/,
  ],
  [
    'core imports nothing of the application',
    'server/core/db/b.ts',
    "import '../../endpoints.ts';",
    /core imports nothing above it/,
  ],
  ['Fastify stays in core/http', 'server/areas/a/endpoints.ts', "import 'fastify';", /core\/http may use/],
  ['so do its plugins', 'server/core/db/c.ts', "import '@fastify/compress';", /core\/http may use/],
  [
    'graphile-worker stays in core/queue',
    'server/areas/a/tasks.ts',
    "import type { Task } from 'graphile-worker';\nexport type A = Task;",
    /core\/queue may use/,
  ],
  [
    'the S3 client stays in core/blobs',
    'server/core/http/a.ts',
    "import '@aws-sdk/client-s3';",
    /core\/blobs may use/,
  ],
  [
    'the harness stays in tests',
    'server/areas/a/b.ts',
    "import '../../testing/harness.ts';",
    /areas and core only/,
  ],
  [
    'the harness stays in tests, also in commands',
    'server/commands/a.ts',
    "import '../testing/harness.ts';",
    /Only tests use/,
  ],
  [
    'the environment is read in one place',
    'server/areas/a/c.ts',
    'export const port = process.env.PORT;',
    /noProcessEnv/,
  ],
  [
    'clients do not import the server',
    'sdk/core/a.ts',
    "import '../../server/endpoints.ts';",
    /never import the server/,
  ],
  ['no default exports', 'server/core/a.ts', 'export default 1;', /noDefaultExport/],
  [
    'no circle of imports',
    'sdk/a.ts',
    "import type { B } from './b.ts';\nexport type A = B;",
    /noImportCycles/,
  ],
  [
    'no circle of imports',
    'sdk/b.ts',
    "import type { A } from './a.ts';\nexport type B = A;",
    /noImportCycles/,
  ],
  ['file names are kebab-case', 'server/core/someThing.ts', 'export const a = 1;', /useFilenamingConvention/],
];

test('linted: every rule of biome.json complains about what breaks it', async (t) => {
  const directory = await makeTemporaryDirectory('stellwerk-lint-');
  t.after(() => rm(directory, { recursive: true, force: true }));
  await cp(join(ROOT, 'biome.json'), join(directory, 'biome.json'));
  for (const [, path, text] of LINTED) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  const { output } = await run('biome', [
    'lint',
    '--vcs-enabled=false',
    '--max-diagnostics=none',
    '--colors=off',
    `--config-path=${directory}`,
    directory,
  ]);
  for (const [rule, path, , complaint] of LINTED) {
    const found = output.split(/\n(?=\S+\.ts\b)/).filter((part) => part.startsWith(join(directory, path)));
    assert.ok(
      found.some((part) => complaint.test(part)),
      `${rule}: ${path} gave\n${found.join('\n')}`,
    );
  }
});

test('told: a file that nothing uses', () => {
  const sources = new Map([
    ['package.json', '"start": "node server/commands/stellwerk.ts start"'],
    ['server/commands/stellwerk.ts', "import '../used.ts';"],
    ['server/used.ts', "new Worker(new URL('./thread.ts', import.meta.url));"],
    ['server/thread.ts', ''],
    ['server/dead.ts', ''],
  ]);
  assert.deepEqual(judge(sources), ['server/dead.ts is used by nothing']);
});

test('told: a file among the product that only tests use', () => {
  const sources = new Map([
    ['package.json', '"start": "node server/commands/stellwerk.ts start"'],
    ['server/commands/stellwerk.ts', ''],
    ['server/areas/a/maker.ts', ''],
    ['server/areas/a/a.test.ts', "import './maker.ts';"],
  ]);
  assert.deepEqual(judge(sources), [
    'server/areas/a/maker.ts is used by tests only: move it to server/testing',
  ]);
});
