import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { eventually } from '../testing/another-process.ts';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import { createLog, writeLine } from './log.ts';

const directory = await makeTemporaryDirectory('stellwerk-log-');
after(() => rm(directory, { recursive: true }));

async function linesOf(path: string): Promise<{ n: number; msg: string; lines?: number }[]> {
  const text = await readFile(path, 'utf8');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

test('lines are written in order, those that are complete between those of pino', async () => {
  const path = join(directory, 'order');
  const log = createLog('info', path);
  const count = 2000;
  for (let n = 0; n < count; n++) {
    if (n % 3 === 0) log.info({ n }, 'größer 🦀');
    else writeLine(log, `{"n":${n},"msg":"größer 🦀"}\n`);
  }
  // Not by an error or by much more text, but after a moment.
  await eventually('all lines', async () => (await linesOf(path).catch(() => [])).length === count);
  const lines = await linesOf(path);
  assert.deepEqual(
    lines.map(({ n }) => n),
    Array.from({ length: count }, (_, n) => n),
  );
  assert.ok(lines.every(({ msg }) => msg === 'größer 🦀'));
});

test('a log that has no lines of the level info gets none', async () => {
  const path = join(directory, 'level');
  const log = createLog('warn', path);
  writeLine(log, '{"n":1,"msg":"info"}\n');
  log.warn({ n: 2 }, 'warning');
  await eventually('the warning', async () => (await linesOf(path).catch(() => [])).length > 0);
  assert.deepEqual(
    (await linesOf(path)).map(({ n }) => n),
    [2],
  );
});

test('an error that a package logs has no values', async () => {
  const path = join(directory, 'values');
  const log = createLog('info', path);
  const error = Object.assign(new Error('no "Geheimnis"'), { code: '22P02', detail: 'Geheimnis' });
  log.error(error);
  log.error({ err: error, n: 1 }, error.message);
  log.error({ err: error }, 'a fixed text');
  const text = await readFile(path, 'utf8');
  assert.doesNotMatch(text, /Geheimnis/);
  const lines = text.split('\n', 3).map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ msg, n, cause: { code, type } }) => [msg, n, code, type]),
    [
      ['a package logged an error', undefined, '22P02', 'Error'],
      ['a package logged an error', 1, '22P02', 'Error'],
      ['a fixed text', undefined, '22P02', 'Error'],
    ],
  );
});

for (const [name, end] of [
  ['exits', 'process.exit(0);'],
  ['has nothing left to do', ''],
  ['has nothing left to do after a while', 'setTimeout(() => log.info({ n: 1e9 }, "late"), 300);'],
  ['fails', 'throw new Error("broken");'],
]) {
  for (const count of [3, 1000]) {
    test(`a process that ${name} has written all ${count} lines`, () => {
      const program = `
        import { createLog, writeLine } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)};
        const log = createLog('info');
        for (let n = 0; n < ${count}; n++) writeLine(log, '{"n":' + n + ',"text":"' + 'x'.repeat(200) + '"}\\n');
        ${end}`;
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
        encoding: 'utf8',
        maxBuffer: 2 ** 24,
      });
      const lines = stdout.split('\n').slice(0, -1);
      assert.equal(lines.length, count + (end!.includes('late') ? 1 : 0));
      assert.deepEqual(
        lines.slice(0, count).map((line) => JSON.parse(line).n),
        Array.from({ length: count }, (_, n) => n),
      );
    });
  }
}

const FULL = '/dev/full';
// A file takes the place of the full disk, under the same descriptor, as if there was space again.
const logToFull = (lines: number, path: string) => `
  import { closeSync, openSync } from 'node:fs';
  import { createLog, writeLine } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)};
  const full = openSync('${FULL}', 'a');
  const log = createLog('info', full);
  for (let n = 0; n < ${lines}; n++) writeLine(log, '{"n":' + n + ',"text":"' + 'x'.repeat(200) + '"}\\n');
  log.error({ n: ${lines} }, 'still there');
  closeSync(full);
  if (openSync(${JSON.stringify(path)}, 'a') !== full) throw new Error('another descriptor');
  log.info({ n: ${lines + 1} }, 'there is space again');`;

for (const [lines, kept] of [
  [1100, true],
  [20_000, false],
] as const)
  test(`a full disk stops nothing, and ${kept ? 'a few lines are' : 'the first lines of many are'} written later`, {
    skip: existsSync(FULL) ? false : `there is no ${FULL}`,
  }, async () => {
    const path = join(directory, `space-${lines}`);
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', logToFull(lines, path)],
      { encoding: 'utf8' },
    );
    assert.equal(status, 0, stderr);
    assert.match(stderr, /^The log cannot be written: ENOSPC[^\n]+make space on it\.\n$/);
    const written = await linesOf(path);
    const lost = kept ? [] : written.splice(-2, 1);
    const last = written.pop()!;
    assert.deepEqual([last.n, last.msg], [lines + 1, 'there is space again']);
    const numbers = written.map(({ n }) => n);
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    );
    const missing = lines + 1 - new Set(numbers).size;
    if (kept) assert.equal(missing, 0);
    else
      assert.deepEqual(
        lost.map(({ lines: count }) => count),
        [missing],
      );
    assert.ok(missing < lines - 1000);
  });

test('processes that share a pipe whose reader is slow tear no line', () => {
  const program = `
    import { createLog, writeLine } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)};
    const log = createLog('info');
    for (let n = 0; n < 5000; n++) writeLine(log, '{"n":' + n + ',"text":"' + 'x'.repeat(n % 400) + '"}\\n');`;
  const one = `"$0" --input-type=module --eval "$1"`;
  // What is between the two is a pipe. A reader that writes each line of its own lets it fill up.
  const { stdout } = spawnSync(
    'sh',
    ['-c', `{ ${one} & ${one} & ${one} & wait; } | awk '{ print; fflush() }'`, process.execPath, program],
    { encoding: 'utf8', maxBuffer: 2 ** 24 },
  );
  const lines = stdout.split('\n').slice(0, -1);
  assert.equal(lines.length, 15_000);
  for (const line of lines) assert.match(line, /^\{"n":\d+,"text":"x*"\}$/);
});
