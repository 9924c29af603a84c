import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './documentation/page.ts';

// The pages and forms for contributors. The test of the guides checks their links.

const read = (path: string) => readFile(join(ROOT, path), 'utf8');

test('every command in CONTRIBUTING.md exists', async () => {
  const page = await read('CONTRIBUTING.md');
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
  const named = [...page.matchAll(/(?:^|`)npm (?:run )?([a-z:]+)\b/gm)].map(([, name]) => name!);
  assert.ok(named.includes('test') && named.includes('check') && named.includes('gen'), named.join());
  const unknown = named.filter((name) => name !== 'ci' && !(name in scripts));
  assert.deepEqual(unknown, []);
});

test('SECURITY.md names the supported version and how to report', async () => {
  const page = await read('SECURITY.md');
  const { version } = JSON.parse(await read('package.json')) as { version: string };
  assert.ok(page.includes(`${version.split('.').slice(0, 2).join('.')}.x`), version);
  assert.match(page, /in private/);
});

test('every issue form has a name, a description, fields with unique ids, and a word on vulnerabilities', async () => {
  const directory = '.github/ISSUE_TEMPLATE';
  const forms = (await readdir(join(ROOT, directory))).filter((file) => file !== 'config.yml');
  assert.ok(forms.length >= 2);
  for (const form of forms) {
    const text = await read(`${directory}/${form}`);
    for (const key of ['name', 'description', 'body']) assert.match(text, new RegExp(`^${key}:`, 'm'), form);
    const ids = [...text.matchAll(/^ {4}id: (\S+)$/gm)].map(([, id]) => id);
    assert.ok(ids.length > 0, form);
    assert.equal(new Set(ids).size, ids.length, form);
    assert.match(text, /SECURITY\.md/, form);
    assert.doesNotMatch(text, /\t/, form);
  }
});
