import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawPicture, whitePage } from './raster.ts';

/** One row of four pixels, as wide as the page and at this row of it. */
const strip = (row: number) => ({ width: 4, height: 1, placement: [4, 0, 0, -1, 0, row + 1] as const });

test('strips of bits and colors become one picture, and a mask only adds black', () => {
  const page = whitePage(4, 2);
  const bits = Uint8Array.of(0b0100_0000);
  drawPicture(page, { ...strip(0), format: 'bits', data: bits, isMask: false });
  const colors = Uint8Array.of(255, 255, 255, 100, 100, 100, 0, 0, 0, 200, 200, 200);
  drawPicture(page, { ...strip(1), format: 'rgb', data: colors, isMask: false });
  const mask = Uint8Array.of(0b0111_0000);
  drawPicture(page, { ...strip(1), format: 'bits', data: mask, isMask: true });
  assert.deepEqual([...page.grey], [0, 255, 0, 0, 0, 100, 0, 200]);
});

test('what is smaller on the page than in the picture is averaged, and what is transparent is not drawn', () => {
  const page = whitePage(2, 1);
  const data = Uint8Array.of(0, 0, 0, 255, 200, 200, 200, 255, 0, 0, 0, 0, 0, 0, 0, 0);
  drawPicture(page, {
    width: 4,
    height: 1,
    placement: [2, 0, 0, -1, 0, 1],
    format: 'rgba',
    data,
    isMask: false,
  });
  assert.deepEqual([...page.grey], [100, 255]);
});

test('a picture whose data is cut is left out', () => {
  const page = whitePage(4, 2);
  assert.equal(drawPicture(page, { ...strip(0), format: 'rgb', data: new Uint8Array(11), isMask: false }), 0);
  assert.ok(page.grey.every((grey) => grey === 255));
});
