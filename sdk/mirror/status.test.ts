import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutCredentials } from './status.ts';

for (const [target, shown] of [
  ['postgres://mirror:s3cret@db.example.com/copy', 'postgres://db.example.com/copy'],
  [
    'postgres://db.example.com/copy?user=mirror&password=s3cr@t&sslmode=require',
    'postgres://db.example.com/copy?user=mirror&password=***&sslmode=require',
  ],
  ['copy.db', 'copy.db'],
] as const)
  test(`a message shows the target ${shown} without a password`, () => {
    assert.equal(withoutCredentials(target), shown);
  });
