import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnusedExports } from './unused-exports.ts';

/** Returns the names of the unused exports of a.ts, if `importer` is the only other file. */
function unusedOf(text: string, importer = '', path = 'console/areas/b.tsx'): string[] {
  const found = findUnusedExports(
    new Map([
      ['server/a.ts', text],
      [path, importer],
    ]),
  );
  return found.map(
    (line) => /^server\/a\.ts: no other file imports (\w+); do not export it$/.exec(line)![1]!,
  );
}

test('every kind of export that no other file imports is reported', () => {
  const text = `
export const a = 1;
export async function b(): Promise<void> {}
export function* c() {}
export abstract class D {}
export interface E {}
export type F = E;
export enum G {}
export const { h, i: j } = a;
export const [k, l] = a;
const own = m;
export { own, own as n };
export type { O } from './o.ts';
export {
  type P,
  q,
} from 'package';
/* export const x = 1; */
// export const y = 1;
`;
  const names = 'a b c D E F G h j k l own n O P q';
  assert.deepEqual(unusedOf(text).sort(), names.split(' ').sort());
});

test('an import in any form uses what it names', () => {
  const text = 'export const a = 1;\nexport const b = 2;';
  for (const importer of [
    "import { a } from '../../server/a.ts';",
    "import { type a } from '../../server/a.ts';",
    "import type { a as c } from '../../server/a.ts';",
    "import React, {\n  a,\n  type C,\n} from '../../server/a.ts';",
    "import { a } from '../../server/a.js';",
    "  const { a } = await import('../../server/a.ts');",
    "async () => { const { a: c } = await import('../../server/a.ts'); }",
  ])
    assert.deepEqual(unusedOf(text, importer), ['b'], importer);
});

test('a namespace, or a call that names nothing, uses everything', () => {
  const text = 'export const a = 1;\nexport const b = 2;';
  for (const importer of [
    "import * as all from '../../server/a.ts';",
    "import type * as all from '../../server/a.ts';",
    "export * from '../../server/a.ts';",
    "type All = typeof import('../../server/a.ts');",
    "const load = async () => (await import('../../server/a.ts')).a;",
  ])
    assert.deepEqual(unusedOf(text, importer), [], importer);
});

test('an import of a test or a script counts, one of a file with the same name elsewhere does not', () => {
  const text = 'export const a = 1;';
  for (const path of ['server/a.test.ts', 'server/bench.ts'])
    assert.deepEqual(unusedOf(text, "import { a } from './a.ts';", path), [], path);
  assert.deepEqual(unusedOf(text, "import { a } from './a.ts';", 'sdk/b.ts'), ['a']);
});

test('an export that is only passed on is reported where it is passed on, and not if a package has it', () => {
  const passing = (path: string) =>
    findUnusedExports(
      new Map([
        ['sdk/core/a.ts', 'export const a = 1;'],
        [path, "export { a } from './core/a.ts';"],
      ]),
    );
  assert.deepEqual(passing('sdk/some.ts'), ['sdk/some.ts: no other file imports a; do not export it']);
  assert.deepEqual(passing('sdk/index.ts'), []);
});
