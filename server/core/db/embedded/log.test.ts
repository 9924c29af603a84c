import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openServerLog } from './log.ts';

const temporary = await mkdtemp(join(tmpdir(), 'embedded-log-'));
after(() => rm(temporary, { recursive: true }));

test('the logger receives each line once and complete, even if it is written in parts', async () => {
  const file = join(temporary, 'lines.log');
  await writeFile(file, 'from an earlier server\n');
  const lines: string[] = [];
  const log = await openServerLog(file, (line) => lines.push(line));
  const bytes = Buffer.from('first\nzweite für Köln\nlast');
  const middleOfUmlaut = bytes.indexOf('ü') + 1;
  await appendFile(file, bytes.subarray(0, middleOfUmlaut));
  await log.poll();
  assert.deepEqual(lines, ['first']);
  await appendFile(file, bytes.subarray(middleOfUmlaut));
  await log.poll();
  await appendFile(file, ' one\n');
  await log.poll();
  assert.deepEqual(lines, ['first', 'zweite für Köln', 'last one']);
});

test('the file and its predecessor stay within the size limit, and no line is lost', async () => {
  const file = join(temporary, 'bounded.log');
  const lines: string[] = [];
  const log = await openServerLog(file, (line) => lines.push(line), 100);
  const written = Array.from({ length: 30 }, (_, index) => `line number ${index}`);
  for (const line of written) {
    await appendFile(file, `${line}\n`);
    await log.poll();
  }
  assert.deepEqual(lines, written);
  assert.ok((await readFile(file)).length <= 100);
  assert.ok((await readFile(`${file}.1`)).length <= 120);
});

test('the tail contains only lines of this server', async () => {
  const file = join(temporary, 'tail.log');
  await writeFile(file, 'from an earlier server\n');
  const log = await openServerLog(file);
  assert.equal(await log.readTail(2), '');
  await appendFile(file, 'one\ntwo\nthree\n');
  assert.equal(await log.readTail(2), 'two\nthree');
});
