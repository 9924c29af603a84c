import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { MAXIMUM_DOCUMENT_BYTES } from '../areas/documents/index.ts';
import { EVENT_TYPES } from '../areas/webhooks/index.ts';
import { SETTINGS } from '../config.ts';
import { BODY_LIMIT_BYTES, LARGEST_BODY_BYTES } from '../core/http/limits.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { startTestService } from '../testing/harness.ts';
import { bodyDifferences, differences, StandIns } from './documentation/answer.ts';
import { withEventTable } from './documentation/event-table.ts';
import { withOperationTables } from './documentation/operation-tables.ts';
import {
  anchorsOf,
  GUIDES,
  linksOf,
  parsePage,
  ROOT,
  readMarkdown,
  readPages,
} from './documentation/page.ts';
import { startRecorder } from './documentation/recorder.ts';
import { createDemoTenant, runPage, runReadme, type Stage } from './documentation/run-page.ts';
import { SETTINGS_GUIDE, withSettingTable } from './documentation/setting-table.ts';
import { hasCurl, hasShell, openShell } from './documentation/shell.ts';

// Runs the script of the README and the examples of the guides for integrators word for word, in one tenant and in the order of the
// index, and compares the responses with what the guides show.

const service = await startTestService({
  PUBLIC_URL: 'http://localhost:8080',
  WEBHOOK_ALLOW_PRIVATE: 'true',
});
const receiver = { port: 0 };
const stage: Stage = {
  service,
  tenant: await createDemoTenant(service),
  shell: await openShell(),
  api: await startRecorder(() => service.baseUrl),
  hooks: await startRecorder(() => `http://127.0.0.1:${receiver.port}`),
  receiver,
};
const markdown = await readMarkdown();
/** The pages that the index names, in its order, which is that of a reader. */
const index = linksOf(markdown.get('docs/README.md') ?? '').map(({ path }) => posix.join('docs', path));
const pages = (await readPages(GUIDES)).sort((a, b) => index.indexOf(a.path) - index.indexOf(b.path));
const guides = pages.map(({ text }) => text).join('\n');
const operations = ENDPOINTS.filter(({ audience }) => audience === 'integration');

const noShell = (await hasShell()) ? false : 'there is no sh to run the examples with';

test('the script of the README is the first that a reader runs', { skip: noShell }, async () => {
  const output = await runReadme(markdown.get('README.md') ?? '', stage);
  assert.match(output, /new to the tenant: true$/m);
  assert.match(output, /^Done\./m);
});

for (const page of pages) {
  test(`the examples of ${page.path} work as shown`, { skip: noShell }, async () => {
    assert.deepEqual(page.faults, []);
    await runPage(page, stage);
  });
}

for (const { path, text } of pages) {
  test(`the tables of operations and events in ${path} are up to date`, () => {
    assert.equal(text, withEventTable(withOperationTables(text)));
  });
}

test(`the table of settings in ${SETTINGS_GUIDE} is up to date`, async () => {
  const text = await readFile(join(ROOT, SETTINGS_GUIDE), 'utf8');
  assert.equal(text, withSettingTable(text));
});

test('a table of an area that has no operations is an error', () => {
  const text = '<!-- operations: Users, Recruits -->\n<!-- end of operations -->';
  assert.throws(() => withOperationTables(text), /"Recruits"/);
});

test('the guide to webhooks has a table of all events', () => {
  const { text } = pages.find(({ path }) => path.endsWith('/webhooks.md'))!;
  const rows = [...text.matchAll(/^\| (\d+) +\| `[\w.]+`/gm)].map((match) => Number(match[1]));
  assert.deepEqual(
    rows,
    EVENT_TYPES.map(({ id }) => id),
  );
});

test('the table of limits has the values of the code', () => {
  const { text } = pages.find(({ path }) => path.endsWith('/requests-and-errors.md'))!;
  const rows = text.split('## Limits\n')[1]!.split('\n## ')[0]!;
  for (const bytes of [LARGEST_BODY_BYTES, BODY_LIMIT_BYTES, MAXIMUM_DOCUMENT_BYTES])
    assert.ok(rows.includes(`(${bytes.toLocaleString('en')} bytes)`), String(bytes));
  const limits = new Map(
    [...rows.matchAll(/\| ([^|]+?) +\| `([A-Z_]+)` +\|$/gm)].map(([, limit, name]) => [name, limit]),
  );
  const defaultOf = (name: string) => Number(SETTINGS.find((setting) => setting.name === name)!.default);
  for (const name of ['STREAM_CONNECTIONS', 'DOWNLOADS', 'UPLOADS']) {
    const third = Math.ceil(defaultOf(name) / 3);
    assert.equal(limits.get(name), `${third} for each application, ${2 * third} for each tenant`);
  }
  assert.match(
    limits.get('STREAM_STALL_SECONDS')!,
    new RegExp(` ${defaultOf('STREAM_STALL_SECONDS')} seconds$`),
  );
  assert.match(
    limits.get('TOKEN_SECONDS')!,
    new RegExp(`^valid for ${defaultOf('TOKEN_SECONDS') / 3600} hours`),
  );
  assert.equal(limits.get('CHANGE_LOG_DAYS'), `at least ${defaultOf('CHANGE_LOG_DAYS')} days`);
  assert.equal(limits.get('WEBHOOK_PROTOCOL_DAYS'), `${defaultOf('WEBHOOK_PROTOCOL_DAYS')} days`);
});

test('every operation is in the table of a guide, with its permission', () => {
  const missing = operations
    .map(({ method, path, permission }) =>
      permission === null ? `| \`${method} ${path}\`` : `| \`${method} ${path}\` | \`${permission}\` |`,
    )
    .filter((row) => !guides.replaceAll(/ +/g, ' ').includes(row));
  assert.deepEqual(missing, []);
});

test('the guides name only operations that exist', () => {
  const known = new Set(operations.map(({ method, path }) => `${method} ${path}`));
  const named = [...guides.matchAll(/`((?:GET|POST|PUT|DELETE) \/[^`?…]*)[^`]*`/g)].map((match) => match[1]!);
  assert.deepEqual(
    named.filter((operation) => !known.has(operation)),
    [],
  );
});

for (const [path, text] of markdown) {
  test(`the links of ${path} are not broken`, () => {
    const broken = linksOf(text).filter((link) => {
      const target = link.path === '' ? path : posix.join(posix.dirname(path), link.path);
      if (!existsSync(join(ROOT, target))) return true;
      return link.anchor !== '' && !anchorsOf(markdown.get(target) ?? '').has(link.anchor);
    });
    assert.deepEqual(broken, []);
  });
}

test('every test in the threat model exists', async () => {
  const rows = [...markdown.get('docs/security.md')!.matchAll(/\| `(\S+\.test\.ts)`: (.+) \|$/gm)];
  assert.ok(rows.length > 15);
  const missing: string[] = [];
  for (const [, path, title] of rows) {
    const source = await readFile(join(ROOT, path!), 'utf8').catch(() => '');
    if (!source.includes(`test('${title!.replaceAll("'", "\\'")}'`)) missing.push(`${path}: ${title}`);
  }
  assert.deepEqual(missing, []);
});

test('every guide is in the index', () => {
  const paths = pages.map(({ path }) => path);
  assert.deepEqual(
    paths.filter((path) => !index.includes(path)),
    [],
  );
});

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

function faultsOf(shown: string, real: unknown, commands = ''): string[] {
  const message = { headers: JSON_HEADERS, text: JSON.stringify(real) };
  return bodyDifferences(shown, message, new StandIns(commands, {}));
}

const BREACHES: [what: string, shown: string, real: unknown][] = [
  ['another value', '{"a": 1}', { a: 2 }],
  ['another type', '{"a": "1"}', { a: 1 }],
  ['a property that the response lacks', '{"a": 1, "b": null}', { a: 1 }],
  ['a property that the page lacks', '{"a": 1}', { a: 1, b: null }],
  ['an entry that the page lacks', '[1]', [1, 2]],
  ['an entry that the response lacks', '[1, 2, "…"]', [1]],
  ['a last entry that the response lacks', '["…", 1]', []],
  ['another last entry', '["…", 1]', [1, 2]],
  ['null where the page shows a value', '{"a": "…"}', { a: null }],
  ['a string that does not match its parts', '{"a": "x…z"}', { a: 'xy' }],
  ['a string that is not a time', '{"a": "2026-03-02T08:15:30.000Z"}', { a: 'now' }],
];

for (const [what, shown, real] of BREACHES) {
  test(`reports ${what}`, () => assert.equal(faultsOf(shown, real).length, 1));
}

test('ids, times and UUIDs may differ, and omissions are allowed', () => {
  const shown = `{"id": 4711, "guid": "0198b5a0-0000-7000-8000-000000000000", "at": "2026-03-02T08:15:30.000Z",
    "name": "ab…", "list": [1, "…"], "log": ["…", 2, 3], "all": ["…", 1], "…": "…"}`;
  const real = {
    id: 9,
    guid: 'ffffffff-0000-4000-8000-000000000000',
    at: '2027-01-01T00:00:00.123Z',
    name: 'abc',
    list: [1, 2],
    log: [0, 1, 2, 3],
    all: [1],
    more: true,
  };
  assert.deepEqual(faultsOf(shown, real, 'CANDIDATE=4711'), []);
});

test('a stand-in has the same meaning everywhere', () => {
  const standIns = new StandIns('CANDIDATE=4711', {});
  const answer = (real: unknown) => ({ headers: JSON_HEADERS, text: JSON.stringify(real) });
  assert.equal(standIns.unknownIn('CANDIDATE=4711'), '4711');
  assert.deepEqual(bodyDifferences('{"id": 4711}', answer({ id: 9 }), standIns), []);
  assert.equal(bodyDifferences('{"id": 4711}', answer({ id: 10 }), standIns).length, 1);
  assert.equal(standIns.toReal('/candidates/4711 and 14711'), '/candidates/9 and 14711');
  assert.equal(standIns.unknownIn('CANDIDATE=4711'), undefined);
  assert.deepEqual(standIns.variables(), { CANDIDATE: '9' });
});

test('an address that begins like another one stands for its own value', () => {
  const commands = 'HOST=http://localhost:8080\nAUDIENCE=http://localhost:8080/api/v3';
  const known = { HOST: 'http://127.0.0.1:9', AUDIENCE: 'http://localhost:8080/api/v3' };
  const standIns = new StandIns(commands, known);
  assert.equal(standIns.toReal('http://localhost:8080/api/v3'), known.AUDIENCE);
  assert.equal(standIns.toReal('http://localhost:8080/jobs'), `${known.HOST}/jobs`);
});

test('reports a command with a value that only the page has', () => {
  const standIns = new StandIns('CANDIDATE=4711', {});
  assert.equal(standIns.findIn('curl "$BASE/candidates/4711"'), '4711');
  assert.equal(standIns.findIn('curl "$BASE/candidates/$CANDIDATE"'), undefined);
  assert.equal(standIns.withoutAssignments('CANDIDATE=4711\ntrue'), '\ntrue');
});

test('reports another status, another header, another body', () => {
  const real = { status: 400, headers: { ...JSON_HEADERS, etag: '"a"' }, text: '{"a":1}' };
  const shown = (status: string, etag: string, body: string) =>
    differences(`HTTP/1.1 ${status}\nETag: ${etag}\n\n${body}`, real, new StandIns('', {})).length;
  assert.equal(shown('400 Bad Request', '"a"', '{"a": 1}'), 0);
  assert.equal(shown('404 Not Found', '"a"', '{"a": 1}'), 1);
  assert.equal(shown('400 Bad Request', '"b"', '{"a": 1}'), 1);
  assert.equal(shown('400 Bad Request', '"a"', '{"a": 2}'), 1);
});

test('reports a block that no test runs', () => {
  const text = ['```sh', 'true', '```', '```yaml', 'a: 1', '```', '<!-- by the way -->'].join('\n');
  assert.deepEqual(parsePage('page.md', text).faults, [
    'page.md:4 is a block "yaml" that no test runs',
    'page.md:7 is an unknown comment',
  ]);
});

const noCurl = (await hasCurl()) ? noShell : 'there is no curl to compare it with';

test('the stand-in for curl sends what curl sends', { skip: noCurl }, async () => {
  const commands = [
    'curl -s "$BASE/a?b=c" -H "Authorization: Bearer x" -A "Guide/1.0"',
    'curl -s "$BASE/a" --json \'{"ä": 1}\'',
    'curl -s "$BASE/a" -X PUT --json @- <<EOF\n{"a": 1}\nEOF',
    'curl -si "$BASE/a" -X DELETE',
    'curl -s "$BASE/a" -d a=b --data-urlencode "c=d/e&f" -o answer.txt',
    'curl -s -G "$BASE/a" -d a=b --data-urlencode "c=d/e&f"',
  ];
  const { api } = stage;
  const sentBy = async (usesStandIn: boolean) => {
    const shell = await openShell({ usesStandIn });
    api.exchanges.length = 0;
    for (const command of commands) await shell.run(command, { BASE: `${api.origin}/v3` });
    return api.exchanges.map(({ method, path, call }) => {
      const { 'content-type': type, authorization, accept } = call.headers;
      // Some versions of curl write %2f, others %2F.
      const [where, what] = [path, call.text].map(decodeURIComponent);
      return { method, where, type, authorization, accept, what };
    });
  };
  assert.deepEqual(await sentBy(true), await sentBy(false));
});
