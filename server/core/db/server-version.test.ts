import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatServerVersion, requireSupportedServer } from './server-version.ts';

test('a version is formatted like in the output of PostgreSQL', () => {
  assert.equal(formatServerVersion(140_005), '14.5');
  assert.equal(formatServerVersion(180_013), '18.13');
  assert.equal(formatServerVersion(150_000), '15.0');
  assert.equal(formatServerVersion(90_624), '9.6.24');
});

test('PostgreSQL 15 is the oldest supported version', () => {
  requireSupportedServer(150_000, 'UTF8');
  assert.throws(() => requireSupportedServer(140_005, 'UTF8'), {
    message:
      'Stellwerk needs PostgreSQL 15 or newer. The server at DATABASE_URL is version 14.5. Upgrade it.',
  });
});
