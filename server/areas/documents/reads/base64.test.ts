import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { base64Length, toBase64 } from './base64.ts';

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

test('pieces of any size give the Base64 of the whole, with the announced length', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 12 }), async (pieces) => {
      const text = (await Array.fromAsync(toBase64(each(pieces)))).join('');
      const whole = Buffer.concat(pieces);
      assert.equal(text, whole.toString('base64'));
      assert.equal(text.length, base64Length(whole.length));
    }),
  );
});

test('no more is read than the consumer asks for', async () => {
  let read = 0;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (;;) {
      read++;
      yield new Uint8Array(65_536);
    }
  }
  const text = toBase64(pieces());
  for (let index = 0; index < 10; index++) await text.next();
  assert.equal(read, 10);
});
