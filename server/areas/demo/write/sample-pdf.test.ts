import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samplePdf } from './sample-pdf.ts';

test('the cross-reference table points to the objects', () => {
  const text = samplePdf(['Größe (ł) 5 €', '# Überschrift'], 'Prüfung').toString('latin1');
  const start = Number(/startxref\n(\d+)/.exec(text)![1]);
  assert.equal(text.slice(start, start + 4), 'xref');
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]));
  assert.equal(offsets.length, 7);
  for (const [index, offset] of offsets.entries())
    assert.ok(text.startsWith(`${index + 1} 0 obj`, offset), `object ${index + 1}`);
  assert.match(text, /\(Gr\\366\\337e \\\(l\\\) 5 \\200\) Tj/);
});

test('text that does not fit on the page is rejected', () => {
  assert.throws(() => samplePdf(Array(80).fill('Zeile'), 'Zu lang'), RangeError);
});
