import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSources } from './rules.ts';

const NOTHING = {
  title: null,
  birthDate: null,
  birthPlace: null,
  nationalityId: null,
  email: null,
  phone: null,
  mobile: null,
  street: null,
  zipCode: null,
  city: null,
  languages: [],
  driversLicences: [],
  qualifications: [],
  jobs: [],
  professionEducations: [],
  schoolEducations: [],
  educations: [],
};
const NO_NAMES = {
  languages: new Map(),
  nationalities: new Map(),
  driversLicences: new Map(),
  qualifications: new Map(),
};

const isFound = (text: string) =>
  findSources(text, { ...NOTHING, email: 'ada@example.org' }, NO_NAMES).length === 1;

test('an email address is found with any form of the at sign', () => {
  for (const at of ['@', '(at)', '[at]', ' (at) ', '\t [ät]  ', ' \u00a0(AT)'])
    assert.ok(isFound(`E-Mail: Ada${at}example.org`), at);
  assert.ok(!isFound('E-Mail: Ada at example.org'));
});

// If each blank could begin a match, this would take many minutes.
test('an email address is found after a million blanks', () => {
  assert.ok(isFound(`x${' '.repeat(1_000_000)}x ada (at) example.org`));
});
