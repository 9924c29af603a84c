import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

// npm test loads this into every process and thread, also of the services that tests start. It records the text of every
// statement once, at once, so that a process that is killed loses none. Texts that differ only in numbers are one, because
// COPY and EXECUTE have values in them. In JavaScript, because tests also start older versions of Node.

const MAXIMUM_STATEMENTS = 20_000;
const directory = process.env.STELLWERK_TEST_STATEMENTS;

if (directory !== undefined) {
  const file = join(directory, `${randomUUID()}.jsonl`);
  const known = new Set();
  subscribe('stellwerk.statement', (text) => {
    if (known.size >= MAXIMUM_STATEMENTS) return;
    const key = text.replace(/(?<![$\w])\d+/g, '0');
    if (known.has(key)) return;
    known.add(key);
    if (process.env.STELLWERK_TEST_STATEMENTS === undefined) return;
    appendFileSync(file, `${JSON.stringify(text)}\n`);
  });
}
