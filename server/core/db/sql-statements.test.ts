import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'libpg-query';
import { splitStatements } from './sql-statements.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

/** As PostgreSQL divides the text, without comments and spaces at the ends. */
async function parsed(text: string): Promise<string[]> {
  const bytes = Buffer.from(text);
  const { stmts = [] } = await parse(text);
  return stmts.map(({ stmt_location: start = 0, stmt_len: length }) =>
    bytes.subarray(start, length === undefined ? undefined : start + length).toString(),
  );
}

/** Without comments, which the parser counts to the statement before or after them. */
const bare = (statements: string[]) =>
  statements.map((statement) => statement.replaceAll(/--[^\n]*|\/\*.*?\*\//g, '').trim());

test('each migration is divided into the statements that PostgreSQL sees', async () => {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql'));
  assert.ok(files.length > 60);
  for (const file of files) {
    const text = await readFile(join(MIGRATIONS, file), 'utf8');
    assert.deepEqual(bare(splitStatements(text)), bare(await parsed(text)), file);
  }
});

for (const text of [
  '-- only; a comment',
  'SELECT 1',
  "SELECT 'a;b', 'it''s; c' ; SELECT 2;",
  'SELECT 1 AS "a;""b"; -- one; more\nSELECT 2 /* and; this */; /* end; */',
  "DO $$ BEGIN PERFORM 1; PERFORM ';'; END $$; DO $body$ BEGIN EXECUTE $$ SELECT 1; $$; END $body$;",
])
  test(`statements of: ${text.slice(0, 40)}`, async () => {
    assert.deepEqual(bare(splitStatements(text)), bare(await parsed(text)));
  });
