import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CvFacts } from './extract/facts.ts';
import { findProfile } from './master-data.ts';

test('texts that are too long for the profile are cut between characters', () => {
  const facts = {
    name: { title: `${'a'.repeat(99)}🤖` },
    birthPlace: `${'😀'.repeat(300)}`,
    emails: [],
    phones: [],
    address: { street: `${'a'.repeat(254)}😀b`, city: 'Berlin' },
  } as unknown as CvFacts;
  const columns = Object.assign({}, ...findProfile(facts, {}, new Date()).map((found) => found.columns));
  assert.deepEqual(columns, {
    title: `${'a'.repeat(99)}🤖`,
    birth_place: '😀'.repeat(255),
    street: `${'a'.repeat(254)}😀`,
    city: 'Berlin',
  });
});
