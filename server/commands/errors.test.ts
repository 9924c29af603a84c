import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../config.ts';
import { ObjectStoreError } from '../core/blobs/index.ts';
import { FileAccessError } from '../core/files/file-error.ts';
import { explainDatabaseError } from './errors.ts';

test('a file that does not exist, or an object store that is down, is not explained as a database that does not respond', () => {
  const settings = readSettings({ DATABASE_URL: 'postgres://u:p@db.example.com/d' });
  const error = new FileAccessError('BLOB_URL: the document store cannot be used.', 'ENOENT', {});
  assert.equal(explainDatabaseError(error, settings), error);
  const ofStore = new ObjectStoreError('unreachable', 'BLOB_URL: the object store does not respond.', {
    code: 'ECONNREFUSED',
  });
  assert.equal(explainDatabaseError(ofStore, settings), ofStore);
  const refused = Object.assign(new Error(), { code: 'ENOENT', syscall: 'connect' });
  assert.match(String(explainDatabaseError(refused, settings)), /PostgreSQL does not respond/);
});
