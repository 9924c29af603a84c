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

test('a number of another country is stored with its country code, others as written', () => {
  const phone = (text: string, e164: string, isMobile: boolean) => ({ text, e164, isMobile });
  const columnsOf = (...phones: CvFacts['phones']) => {
    const facts = { emails: [], phones } as unknown as CvFacts;
    return Object.assign({}, ...findProfile(facts, {}, new Date()).map((found) => found.columns));
  };
  assert.deepEqual(
    columnsOf(phone('079 123 45 67', '+41791234567', true), phone('044 668 18 00', '+41446681800', false)),
    { mobile: '+41 79 123 45 67', phone: '+41 44 668 18 00' },
  );
  assert.deepEqual(
    columnsOf(phone('0171/3920042', '+491713920042', true), phone('+41 446681800', '+41446681800', false)),
    { mobile: '0171/3920042', phone: '+41 446681800' },
  );
});
