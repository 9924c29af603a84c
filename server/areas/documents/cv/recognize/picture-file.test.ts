import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPictureHead } from './picture-file.ts';

const segment = (marker: number, ...bytes: number[]) => {
  const length = bytes.length + 2;
  return [0xff, marker, length >> 8, length & 0xff, ...bytes];
};
/** Exif data whose only tag is the orientation. */
const exif = (orientation: number, isLittle: boolean) => {
  const number = (value: number, bytes: number) => {
    const parts = Array.from({ length: bytes }, (_, index) => (value >> (8 * index)) & 0xff);
    return isLittle ? parts : parts.reverse();
  };
  const order = isLittle ? [0x49, 0x49] : [0x4d, 0x4d];
  const tag = [...number(0x0112, 2), ...number(3, 2), ...number(1, 4), ...number(orientation, 2), 0, 0];
  return [0x45, 0x78, 0x69, 0x66, 0, 0, ...order, ...number(42, 2), ...number(8, 4), ...number(1, 2), ...tag];
};
const frame = segment(0xc2, 8, 0x0b, 0xd0, 0x0f, 0xa0, 3);

test('the head of a JPEG has its size and how a camera was held', () => {
  for (const isLittle of [true, false]) {
    const photo = Uint8Array.from([0xff, 0xd8, ...segment(0xe1, ...exif(6, isLittle)), ...frame]);
    assert.deepEqual(readPictureHead(photo), { width: 4000, height: 3024, orientation: 6 });
  }
  const table = segment(0xc4, 1, 2, 3);
  const scan = Uint8Array.from([0xff, 0xd8, ...segment(0xe0, 1), ...table, 0xff, ...frame]);
  assert.deepEqual(readPictureHead(scan), { width: 4000, height: 3024, orientation: 1 });
});

test('a damaged orientation counts as upright, and a picture that ends before its size has no head', () => {
  const photo = Uint8Array.from([0xff, 0xd8, ...segment(0xe1, ...exif(99, true)), ...frame]);
  assert.equal(readPictureHead(photo)?.orientation, 1);
  const cut = Uint8Array.from([0xff, 0xd8, ...segment(0xe1, 0x45, 0x78, 0x69, 0x66, 0, 0), ...frame]);
  assert.equal(readPictureHead(cut)?.width, 4000);
  for (let length = 0; length < photo.length - frame.length; length++)
    assert.equal(readPictureHead(photo.subarray(0, length)), undefined);
});
