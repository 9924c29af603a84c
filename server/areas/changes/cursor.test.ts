import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { ApiError } from '../../core/http/index.ts';
import { formatCursor, parseCursor } from './cursor.ts';

const TENANT = 7;

const isRejected = (cursor: string) => {
  try {
    parseCursor(TENANT, cursor);
    return false;
  } catch (error) {
    return error instanceof ApiError && error.status === 400;
  }
};

// Only some checksums and generations can be mistaken for parts of a position, so one cursor proves little.
test('no cursor that lost characters at its beginning or its end is one', () => {
  for (let sequence = 1n; sequence <= 1000n; sequence++) {
    // That of a full export has a snapshot as well.
    const snapshot = sequence % 2n === 0n ? '40211:40213:40212' : undefined;
    const position = { generation: 29_409_451, transactionId: 40_211n, sequence, snapshot };
    const cursor = formatCursor(TENANT, position);
    assert.deepEqual(parseCursor(TENANT, cursor), position);
    for (let length = 0; length < cursor.length; length++) {
      assert.ok(isRejected(cursor.slice(0, length)), `the first ${length} characters of ${cursor}`);
      if (length > 0)
        assert.ok(isRejected(cursor.slice(-length)), `the last ${length} characters of ${cursor}`);
    }
  }
});

test('cursors of the forms that integrators have stored stay valid, each with its checksum', () => {
  const parts = '29409451.40211.9';
  const checksumOf = (text: string) => crc32(text).toString(16).padStart(8, '0');
  const encode = (text: string) => Buffer.from(text).toString('base64url');
  for (const stored of [
    `1.${parts}`,
    `2.${parts}.${checksumOf(parts)}`,
    `3.${parts}.${checksumOf(`${TENANT}.${parts}`)}`,
  ]) {
    assert.equal(parseCursor(TENANT, encode(stored)).sequence, 9n, stored);
  }
  for (const changed of [
    `2.${parts}.${checksumOf(`${parts}0`)}`,
    `3.${parts}.${checksumOf(`8.${parts}`)}`,
    `3.${parts}.x${checksumOf(`${TENANT}.${parts}`)}`,
    `4.${parts}.${checksumOf(`${TENANT}.${parts}`)}`,
  ]) {
    assert.ok(isRejected(encode(changed)), changed);
  }
});
