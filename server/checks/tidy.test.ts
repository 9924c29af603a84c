import assert from 'node:assert/strict';
import { test } from 'node:test';
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
    'core imports no area',
    {
      'server/core/db/a.ts': "import { b } from '../../areas/users/index.ts';",
      'server/areas/users/index.ts': '',
    },
    /core imports nothing above it/,
  ],
  [
    'core imports nothing of the application',
    { 'server/core/db/a.ts': "import { b } from '../../endpoints.ts';", 'server/endpoints.ts': '' },
    /core imports nothing above it/,
  ],
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
    'Fastify stays in core/http',
    { 'server/areas/a/endpoints.ts': "import Fastify from 'fastify';" },
    /only server\/core\/http\/ may/,
  ],
  [
    'plugins of Fastify stay in core/http',
    { 'server/pages.ts': "import apiReference from '@scalar/fastify-api-reference';" },
    /only server\/core\/http\/ may/,
  ],
  [
    'no file outside core/http receives an object of Fastify',
    {
      'server/areas/a/routes.ts': "import type { FastifyReply } from '../../core/http/index.ts';",
      'server/core/http/index.ts': "export type { FastifyReply } from 'fastify';",
    },
    /only server\/core\/http\/ imports a file that uses Fastify/,
  ],
  [
    'graphile-worker stays in core/queue',
    { 'server/areas/a/tasks.ts': "import type { Task } from 'graphile-worker';" },
    /only server\/core\/queue\/ may/,
  ],
  [
    'the S3 client stays in core/blobs',
    { 'server/areas/a/b.ts': "import { S3 } from '@aws-sdk/client-s3';" },
    /only server\/core\/blobs\/ may/,
  ],
  [
    'the harness stays in tests',
    {
      'server/areas/a/b.ts': "import { c } from '../../core/testing/harness.ts';",
      'server/core/testing/harness.ts': '',
    },
    /only tests use the test harness/,
  ],
  [
    'the environment is read in one place',
    { 'server/areas/a/b.ts': 'const port = process.env.PORT;' },
    /reads process\.env/,
  ],
  [
    'clients do not import the server',
    { 'sdk/core/a.ts': "import type { b } from '../../server/endpoints.ts';", 'server/endpoints.ts': '' },
    /clients never import the server/,
  ],
  ['no default exports', { 'server/core/a.ts': 'export default 1;' }, /has a default export/],
  ['no file of odds and ends', { 'server/core/string-utils.ts': '' }, /name the file after what it does/],
  ['file names are kebab-case', { 'server/core/someThing.ts': '' }, /kebab-case/],
];

for (const [rule, files, breach] of BREACHES) {
  test(`told: ${rule}`, () => {
    const found = breachesOf(files);
    assert.equal(found.length, 1, found.join('\n'));
    assert.match(found[0]!, breach);
  });
}

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
