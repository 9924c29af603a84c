import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../config.ts';
import { findOpenConnections } from './open-connections.ts';

test('every database URL that is open to the network is named, also of servers that do not respond', () => {
  const open = (host: string) => `postgres://u:secret@${host}.example.com/d`;
  const settings = readSettings({
    DATABASE_URL: open('first'),
    DATABASE_SERVERS: `north=${open('north')} south=${open('south')}?sslmode=verify-full`,
    MIGRATION_DATABASE_URL: open('owner'),
    MIGRATION_DATABASE_SERVERS: `north=${open('owner-of-north')} south=${open('s')}?sslmode=disable`,
  });
  const found = findOpenConnections(settings);
  assert.deepEqual(
    found.map((sentence) => /^The connection of (.*?) is not encrypted, so others/.exec(sentence)?.[1]),
    [
      'DATABASE_URL',
      'MIGRATION_DATABASE_URL',
      'DATABASE_SERVERS (north)',
      'MIGRATION_DATABASE_SERVERS (north)',
    ],
  );
  assert.match(found[0]!, /add sslmode=verify-full.*add sslmode=disable\.$/);
  assert.ok(!found.some((sentence) => sentence.includes('secret')));
});

test('the workers of Citus count too, and an installation without DATABASE_URL has no such connection', () => {
  const workers = readSettings({
    DATABASE_URL: 'postgres://u:p@localhost/d',
    DATABASE_WORKERS: 'east=postgres://u:p@east.example.com/d',
  });
  assert.match(findOpenConnections(workers).join(), /^The connection of DATABASE_WORKERS \(east\) is not/);
  assert.deepEqual(findOpenConnections(readSettings({})), []);
});
