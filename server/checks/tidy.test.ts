import assert from 'node:assert/strict';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import { ROOT, run } from './generated.ts';
import { checkSources, findViolations } from './tidy.ts';

test('the repository follows the house rules', async () => {
  assert.deepEqual(await findViolations(), []);
});

/** Returns the violations in these files. package.json starts all of them, so none of them is unused. */
function violationsOf(files: Record<string, string>): string[] {
  return checkSources(new Map([...Object.entries(files), ['package.json', Object.keys(files).join(' ')]]));
}

const VIOLATIONS: [rule: string, files: Record<string, string>, violation: RegExp][] = [
  [
    'other areas import an area only through its index.ts',
    {
      'server/areas/users/queries.ts': "export { b } from '../branches/queries.ts';",
      'server/areas/users/rules.ts': "import { b } from './queries.ts';",
      'server/areas/branches/queries.ts': '',
    },
    /branches only through its index\.ts/,
  ],
  [
    'areas do not import each other in a cycle',
    {
      'server/areas/a/index.ts': "import { b } from '../b/index.ts';",
      'server/areas/b/index.ts': "import { c } from '../c/index.ts';",
      'server/areas/c/index.ts': "import { a } from '../a/index.ts';",
    },
    /in a cycle: a → b → c → a/,
  ],
  [
    'areas do not import the application',
    { 'server/areas/a/rules.ts': "import { b } from '../../endpoints.ts';", 'server/endpoints.ts': '' },
    /areas import only areas and core/,
  ],
  [
    'queries do not import endpoints',
    { 'server/areas/a/queries.ts': "import { b } from './endpoints.ts';", 'server/areas/a/endpoints.ts': '' },
    /only index\.ts imports endpoints/,
  ],
  [
    'no file outside core/http uses types of Fastify',
    {
      'server/areas/a/routes.ts': "import type { FastifyReply } from '../../core/http/index.ts';",
      'server/core/http/index.ts': "export type { FastifyReply } from 'fastify';",
    },
    /only server\/core\/http\/ imports a file that uses Fastify/,
  ],
  [
    'no file is called utils or helpers',
    { 'server/core/string-utils.ts': '' },
    /name the file after what it does/,
  ],
  [
    'statements with the sql tag are in files of queries',
    { 'server/areas/a/rules.ts': "import { type RawBuilder, sql } from 'kysely';" },
    /^server\/areas\/a\/rules\.ts: move its statements to queries\.ts/,
  ],
  [
    'statements of the query builder are in files of queries',
    { 'server/areas/a/rules.ts': "db\n  .selectFrom('branch')" },
    /^server\/areas\/a\/rules\.ts: move its statements to queries\.ts/,
  ],
  [
    'a file with parts of SQL runs no statements',
    { 'server/areas/a/order-sql.ts': "import { sql } from 'kysely';\nawait sql`SELECT 1`.execute(db);" },
    /^server\/areas\/a\/order-sql\.ts: move its statements to queries\.ts$/,
  ],
  [
    'a file exports only what another file imports',
    { 'server/core/a.ts': 'export const a = 1;' },
    /^server\/core\/a\.ts: no other file imports a; do not export it$/,
  ],
  [
    'an English text has no space before …',
    { 'console/core/texts/a-en.ts': "const A_EN = { delete: 'Delete…', loading: 'Loading …' };" },
    /^console\/core\/texts\/a-en\.ts: an English text has no space before …, as in 'Loading…$/,
  ],
  [
    'a German text has a space before …',
    {
      'console/core/texts/a-de.ts': "const A_DE = { delete: 'Löschen…', loading: 'Wird geladen …' };",
    },
    /^console\/core\/texts\/a-de\.ts: a German text has a space before …, as in 'Löschen …$/,
  ],
];

for (const [rule, files, violation] of VIOLATIONS) {
  test(`reported: ${rule}`, () => {
    const found = violationsOf(files);
    assert.equal(found.length, 1, found.join('\n'));
    assert.match(found[0]!, violation);
  });
}

// Rules of biome.json. Each must report a violation, because a typo in a pattern would silently disable its rule.
const LINTED: [rule: string, path: string, text: string, diagnostic: RegExp][] = [
  [
    'core does not import areas',
    'server/core/db/a.ts',
    "import '../../areas/users/index.ts';",
    /core imports nothing above it/,
  ],
  [
    'core does not import the application',
    'server/core/db/b.ts',
    "import '../../endpoints.ts';",
    /core imports nothing above it/,
  ],
  ['only core/http uses Fastify', 'server/areas/a/endpoints.ts', "import 'fastify';", /core\/http may use/],
  [
    'only core/http uses plugins of Fastify',
    'server/core/db/c.ts',
    "import '@fastify/compress';",
    /core\/http may use/,
  ],
  [
    'only core/queue uses graphile-worker',
    'server/areas/a/tasks.ts',
    "import type { Task } from 'graphile-worker';\nexport type A = Task;",
    /core\/queue may use/,
  ],
  [
    'only core/blobs uses the S3 client',
    'server/core/http/a.ts',
    "import '@aws-sdk/client-s3';",
    /core\/blobs may use/,
  ],
  [
    'only core/tracing uses OpenTelemetry',
    'server/core/db/d.ts',
    "import '@opentelemetry/api';",
    /core\/tracing may use/,
  ],
  [
    'areas do not use the test harness',
    'server/areas/a/b.ts',
    "import '../../testing/harness.ts';",
    /areas and core only/,
  ],
  [
    'commands do not use the test harness',
    'server/commands/a.ts',
    "import '../testing/harness.ts';",
    /Only tests use/,
  ],
  [
    'only config.ts reads the environment',
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
    'files do not import each other in a cycle',
    'sdk/a.ts',
    "import type { B } from './b.ts';\nexport type A = B;",
    /noImportCycles/,
  ],
  [
    'files do not import each other in a cycle',
    'sdk/b.ts',
    "import type { A } from './a.ts';\nexport type B = A;",
    /noImportCycles/,
  ],
  [
    'file names are in kebab case',
    'server/core/someThing.ts',
    'export const a = 1;',
    /useFilenamingConvention/,
  ],
];

test('every rule of biome.json reports its violation', async (t) => {
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
  for (const [rule, path, , diagnostic] of LINTED) {
    const found = output.split(/\n(?=\S+\.ts\b)/).filter((part) => part.startsWith(join(directory, path)));
    assert.ok(
      found.some((part) => diagnostic.test(part)),
      `${rule}: ${path} has these diagnostics:\n${found.join('\n')}`,
    );
  }
});

test('SQL is permitted in files of queries, in parts of SQL, in tests and in the demo', () => {
  const text = "import { sql } from 'kysely';";
  for (const name of [
    'a/queries.ts',
    'a/b/part-queries.ts',
    'a/order-sql.ts',
    'a/a.test.ts',
    'demo/write/a.ts',
  ])
    assert.deepEqual(violationsOf({ [`server/areas/${name}`]: text }), [], name);
});

test('an unused file is reported', () => {
  const sources = new Map([
    ['package.json', '"start": "node server/commands/stellwerk.ts start"'],
    ['server/commands/stellwerk.ts', "import '../used.ts';"],
    ['server/used.ts', "new Worker(new URL('./thread.ts', import.meta.url));"],
    ['server/thread.ts', ''],
    ['server/dead.ts', ''],
  ]);
  assert.deepEqual(checkSources(sources), ['server/dead.ts is unused']);
});

test('a product file that only tests use is reported', () => {
  const sources = new Map([
    ['package.json', '"start": "node server/commands/stellwerk.ts start"'],
    ['server/commands/stellwerk.ts', ''],
    ['server/areas/a/maker.ts', ''],
    ['server/areas/a/a.test.ts', "import './maker.ts';"],
  ]);
  assert.deepEqual(checkSources(sources), [
    'server/areas/a/maker.ts is used only by tests; move it to server/testing',
  ]);
});
