import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import pg from 'pg';
import { Stellwerk } from '../sdk/index.ts';
import { makeDirectory, runCommand, startDemoService, waitFor } from '../server/testing/command-line.ts';

// Runs stellwerk-mirror and stellwerk-listen as programs against a service with the demo data.

const SDK = join(import.meta.dirname, '../sdk');
const directory = await makeDirectory();
const service = await startDemoService(directory, { WEBHOOK_ALLOW_PRIVATE: 'true', WORKERS: '1' });
const { demo } = service;
const { baseUrl, authUrl, audience, clientId, clientSecret } = demo;
const client = new Stellwerk({ baseUrl, authUrl, audience, clientId, clientSecret, customerName: 'Test' });

interface Running {
  child: ChildProcess;
  lines: Record<string, never>[];
  stderr(): string;
  code: Promise<number | null>;
}

const running = new Set<ChildProcess>();
after(() => {
  for (const child of running) child.kill('SIGKILL');
});

function start(program: 'mirror' | 'listen', flags: string[], environment = {}): Running {
  const child = spawn(process.execPath, [join(SDK, program, 'command.ts'), '--json', ...flags], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const lines: Running['lines'] = [];
  let rest = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop()!;
    lines.push(...parts.map((line) => JSON.parse(line)));
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const code = once(child, 'close').then(([status]) => {
    running.delete(child);
    return status as number | null;
  });
  return { child, lines, stderr: () => stderr, code };
}

const mirror = (target: string, ...flags: string[]) =>
  start('mirror', ['--demo', directory, '--target', join(directory, target), ...flags]);

/** Runs the mirror until it exits and expects this exit code. */
async function run(expected: number, target: string, ...flags: string[]): Promise<Running> {
  const process = mirror(target, ...flags);
  assert.equal(await process.code, expected, `${JSON.stringify(process.lines)} ${process.stderr()}`);
  return process;
}

const typesOf = ({ lines }: Running) =>
  lines.map((line: { type?: string; phase?: string }) => line.phase ?? line.type);
const untilCaughtUp = (process: Running) =>
  waitFor('catching up', async () => {
    assert.equal(process.child.exitCode, null, process.stderr());
    return typesOf(process).includes('caughtUp');
  });

test('--verify reports differences by record type, id and path and exits with 1', async () => {
  await run(0, 'verify.db', '--once');
  const database = new DatabaseSync(join(directory, 'verify.db'));
  const [different, missing] = database.prepare('SELECT id, record FROM candidate ORDER BY id LIMIT 2').all();
  const record = JSON.parse(String(different!.record));
  record.location.city = 'Nirgends';
  record.languages = [];
  database
    .prepare('UPDATE candidate SET record = ? WHERE id = ?')
    .run(JSON.stringify(record), different!.id!);
  database.prepare('DELETE FROM candidate WHERE id = ?').run(missing!.id!);
  database.prepare(`INSERT INTO site (id, record, load_number) VALUES (999, '{"id":999}', 1)`).run();
  database
    .prepare(`UPDATE masterdata SET record = '{"id":1,"name":"x"}' WHERE list = 'genders' AND id = 1`)
    .run();
  database.close();

  const { lines } = await run(1, 'verify.db', '--verify');
  const { differences } = lines.at(-1) as never as {
    differences: { entity: string; id: number; kind: string; paths: string[] }[];
  };
  const found = differences.map(({ entity, id, kind, paths }) =>
    [entity, id, kind, ...paths.slice(0, 2)].join(' '),
  );
  assert.deepEqual(found.sort(), [
    `candidate ${different!.id} different location.city languages[0]`,
    `candidate ${missing!.id} missing`,
    'masterdata.genders 1 different name isExpired',
    'site 999 extra',
  ]);

  await run(0, 'verify.db', '--resync', '--once');
  const repaired = await run(0, 'verify.db', '--verify');
  const { entities } = repaired.lines.at(-1) as never as {
    entities: Record<string, { count: number; digest: string }>;
  };
  assert.ok(entities.candidate!.count >= 200 && /^[0-9a-f]{16}$/.test(entities.candidate!.digest));
});

test('an invalid cursor is an error that names the way out, and --resync repairs the copy', async () => {
  await run(0, 'refused.db', '--once');
  const database = new DatabaseSync(join(directory, 'refused.db'));
  database.prepare(`UPDATE mirror_state SET value = 'nonsense' WHERE name = 'cursor'`).run();
  database.close();
  const { lines, stderr } = await run(2, 'refused.db', '--once');
  assert.deepEqual(lines, []);
  assert.match(stderr(), /refused\.db.* of the same tenant\. .*STELLWERK_CLIENT_ID.*--resync\.$/m);
  const process = await run(0, 'refused.db', '--once', '--resync');
  assert.ok(typesOf(process).includes('reload') && typesOf(process).includes('candidates'));
  await run(0, 'refused.db', '--verify');
});

test('a PostgreSQL target has the same copy as an SQLite file', async (t) => {
  const admin = new pg.Client({ connectionString: process.env.STELLWERK_TEST_POSTGRES });
  await admin.connect();
  await admin.query('CREATE DATABASE mirror_target');
  t.after(async () => {
    await admin.query('DROP DATABASE mirror_target WITH (FORCE)');
    await admin.end();
  });
  const target = new URL(process.env.STELLWERK_TEST_POSTGRES!);
  target.pathname = '/mirror_target';
  const empty = start('mirror', ['--target', target.href, '--status']);
  assert.equal(await empty.code, 2, empty.stderr());
  assert.match(empty.stderr(), /There is no mirror at postgres:\/\//);
  const loaded = start('mirror', ['--demo', directory, '--target', target.href, '--once']);
  assert.equal(await loaded.code, 0, loaded.stderr());
  await client.candidates.create({ firstName: 'Ada', lastName: 'Muster' });
  const verified = start('mirror', ['--demo', directory, '--target', target.href, '--verify']);
  assert.equal(await verified.code, 0, verified.stderr());
  const ofSqlite = await run(0, 'beside.db', '--verify');
  const entitiesOf = ({ lines }: Running) => (lines.at(-1) as never as { entities: unknown }).entities;
  assert.deepEqual(entitiesOf(verified), entitiesOf(ofSqlite));
});

test('SIGTERM ends the mirror with 0, and the next start continues without a load', async () => {
  const first = mirror('stopped.db');
  await untilCaughtUp(first);
  first.child.kill('SIGTERM');
  assert.equal(await first.code, 0, first.stderr());
  const { id } = await client.candidates.create({ firstName: 'Ada', lastName: 'Muster' });
  const second = await run(0, 'stopped.db', '--once');
  assert.ok(!typesOf(second).includes('candidates'));
  const database = new DatabaseSync(join(directory, 'stopped.db'), { readOnly: true });
  assert.ok(database.prepare('SELECT 1 FROM candidate WHERE id = ?').get(id));
  database.close();
});

test('a second mirror of the same target is refused, and --status works beside the first', async () => {
  const first = mirror('shared.db');
  await untilCaughtUp(first);
  const second = await run(2, 'shared.db', '--once');
  assert.match(second.stderr(), /Another mirror process/);
  const status = await run(0, 'shared.db', '--status');
  assert.equal((status.lines[0] as never as { phase: string }).phase, 'following');
  first.child.kill('SIGKILL');
  await first.code;
  await run(0, 'shared.db', '--once');
});

test('--status of a database without a mirror says so', async () => {
  const other = new DatabaseSync(join(directory, 'other.db'));
  other.exec('CREATE TABLE note (id INTEGER PRIMARY KEY)');
  other.close();
  const { stderr } = await run(2, 'other.db', '--status');
  assert.match(stderr(), /There is no mirror at .*other\.db/);
});

test('a target that is no SQLite file is refused and stays as it is', async () => {
  const [text, folder] = [join(directory, 'notes.txt'), join(directory, 'folder')];
  await writeFile(text, 'Own notes, which others may read.', { mode: 0o644 });
  await mkdir(folder, { mode: 0o755 });
  for (const [target, message] of [
    ['notes.txt', /notes\.txt is not an SQLite file, and was not changed\./],
    ['folder', /folder is not a file\./],
  ] as const)
    assert.match((await run(2, target, '--once')).stderr(), message);
  assert.equal((await stat(text)).mode & 0o777, 0o644);
  assert.equal((await stat(folder)).mode & 0o777, 0o755);
  const beside = (await readdir(directory)).filter((name) => /^(?:notes\.txt|folder)./.test(name));
  assert.deepEqual(beside, []);
});

test('a mirror of one service does not continue with another', async () => {
  await run(0, 'claimed.db', '--once');
  const other = await run(2, 'claimed.db', '--once', '--url', 'http://localhost:9/v3');
  assert.match(other.stderr(), /is a copy of .* Use another target/);
});

test('a webhook call wakes the mirror before the next poll', async () => {
  const process = mirror(
    'woken.db',
    '--poll',
    '3600',
    '--listen',
    '18391',
    '--public-url',
    'http://localhost:18391/',
  );
  await untilCaughtUp(process);
  const count = process.lines.length;
  await client.candidates.create({ firstName: 'Eva', lastName: 'Muster' });
  await waitFor('the change', async () =>
    typesOf(process)
      .slice(count)
      .includes('changes' as never),
  );
  process.child.kill('SIGINT');
  assert.equal(await process.code, 0, process.stderr());
  const { subscriptions } = await client.webhookSubscriptions.list();
  assert.ok(subscriptions.every(({ url }) => !url.includes('18391')));
});

test('contents of documents are kept as files and deleted with their documents', async () => {
  const folder = join(directory, 'contents');
  const { id: candidateId } = await client.candidates.create({ firstName: 'Ada', lastName: 'Muster' });
  const base64File = Buffer.from('contents').toString('base64');
  const { id } = await client.documents.uploadOther(candidateId, { filename: '../x.txt', base64File });
  await run(0, 'contents.db', '--once', '--documents', folder);
  const hash = createHash('sha256')
    .update(await readFile(join(folder, String(id))))
    .digest('hex');
  assert.equal(hash, createHash('sha256').update('contents').digest('hex'));
  const erased = await runCommand(['erase', 'candidate', String(candidateId), '--tenant', 'demo'], {
    environment: { DATA_DIR: directory },
  });
  assert.equal(erased.code, 0, erased.stderr);
  await run(0, 'contents.db', '--once', '--documents', folder);
  const files = await readdir(folder);
  // The demo data depend on the day.
  assert.ok(files.length >= 50, String(files.length));
  assert.ok(!files.includes(String(id)));
  assert.ok(files.every((file) => /^\d+$/.test(file)));
});

test('stellwerk-listen prints an event with its record and removes its registrations at exit', async () => {
  const process = start('listen', ['--demo', directory, '--port', '0', '--event', 'candidate.created']);
  await waitFor('listening', async () => typesOf(process).includes('listening' as never));
  const { id } = await client.candidates.create({ firstName: 'Lea', lastName: 'Muster' });
  await waitFor('the event', async () => typesOf(process).includes('event' as never));
  const { event, record } = process.lines.at(-1) as never as { event: string; record: { id: number } };
  assert.equal(event, 'candidate.created');
  assert.equal(record.id, id);
  process.child.kill('SIGTERM');
  assert.equal(await process.code, 0, process.stderr());
  assert.deepEqual((await client.webhookSubscriptions.list()).subscriptions, []);
});

test('stellwerk-listen keeps an existing registration and warns', async () => {
  const url = 'http://localhost:18392/';
  await client.webhooks.subscribe({ event: 1401, url });
  const process = start('listen', ['--demo', directory, '--port', '18392', '--event', 'candidate.*']);
  await waitFor('listening', async () => typesOf(process).includes('listening' as never));
  assert.ok(typesOf(process).includes('warning' as never));
  process.child.kill('SIGINT');
  assert.equal(await process.code, 0, process.stderr());
  const { subscriptions } = await client.webhookSubscriptions.list();
  assert.deepEqual(
    subscriptions.map(({ event }) => event),
    [1401],
  );
  await client.webhooks.unsubscribe({ event: 1401, url });
});

test('wrong usage and missing configuration are explained and exit with 2', async () => {
  const cases: ['mirror' | 'listen', string[], Record<string, string>, RegExp][] = [
    ['mirror', ['--demo', directory], {}, /--target/],
    ['mirror', ['--target', 'x.db'], {}, /STELLWERK_URL, STELLWERK_CLIENT_ID/],
    ['mirror', ['--targt', 'x'], {}, /targt/],
    ['mirror', ['--target', join(directory, 'nowhere.db'), '--status'], {}, /no mirror at/],
    ['mirror', ['--target', 'postgres://localhost:9/x', '--demo', directory], {}, /cannot be reached/],
    ['mirror', ['--target', join(directory, 'w.db'), '--once'], wrongSecret(), /STELLWERK_CLIENT_SECRET/],
    ['listen', [], {}, /STELLWERK_URL/],
    ['listen', ['--demo', directory, '--port', '0', '--event', 'candidate.eaten'], {}, /candidate\.created/],
  ];
  for (const [program, flags, environment, pattern] of cases) {
    const process = start(program, flags, environment);
    assert.equal(await process.code, 2, `${flags} ${process.stderr()}`);
    assert.match(process.stderr(), pattern);
  }
});

function wrongSecret(): Record<string, string> {
  return {
    STELLWERK_URL: demo.baseUrl,
    STELLWERK_CLIENT_ID: demo.clientId,
    STELLWERK_CLIENT_SECRET: 'wrong',
    STELLWERK_CUSTOMER: 'Test',
  };
}
