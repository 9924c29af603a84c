import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runBounded } from '../../testing/bounded.ts';
import { toStoredFileName } from './stored-file-name.ts';

for (const [name, expected] of [
  ['CV.pdf', 'CV.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\eva\\CV.pdf', 'CV.pdf'],
  [' . CV 2026.pdf . ', 'CV 2026.pdf'],
  ['\u2003.CV.pdf\ufeff', 'CV.pdf'],
  ['a . b', 'a . b'],
  ['C\u0000V\u202e.pdf', 'CV.pdf'],
  ['x'.repeat(300), 'x'.repeat(255)],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
  [`${'x'.repeat(254)} .pdf`, `${'x'.repeat(251)}.pdf`],
  [`${'x'.repeat(250)} y.pdf`, `${'x'.repeat(250)}.pdf`],
  [`${'x'.repeat(254)} y`, 'x'.repeat(254)],
  [`${'x'.repeat(254)}😀`, `${'x'.repeat(254)}😀`],
  [`${'😀'.repeat(251)}.pdf`, `${'😀'.repeat(251)}.pdf`],
  ['. . .', null],
  ['a/', null],
  [null, null],
] as const) {
  test(`the stored name of ${JSON.stringify(name)?.slice(0, 30)}`, () =>
    assert.equal(toStoredFileName(name), expected));
}

test('a name of a megabyte takes linear time', () => {
  for (const piece of ['.', ' ', '. ', '/', 'a.', '\u0000'])
    assert.equal(
      runBounded(() => toStoredFileName(`a${piece.repeat(1_000_000 / piece.length)}b`))?.at(0),
      piece === '/' ? 'b' : 'a',
    );
});
