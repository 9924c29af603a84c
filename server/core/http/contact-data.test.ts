import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import validator from 'validator';
import { Random } from '../../checks/chaos/random.ts';
import { contactFaults, isEmail, toE164 } from './contact-data.ts';

// Values of the usual form are read without the libraries, which decide what is right.

const CASES = 20_000;

// The same in each run.
const random = new Random(20_261_130);
const below = (limit: number) => random.integer(0, limit - 1);
const oneOf = <T>(all: readonly T[] | string): T | string => all[below(all.length)]!;
const some = (signs: string, most: number) =>
  Array.from({ length: below(most + 1) }, () => oneOf(signs)).join('');

function numberOfLibrary(text: string): string | null {
  const parsed = parsePhoneNumberFromString(text, 'DE');
  return parsed?.isPossible() ? parsed.number : null;
}

test('numbers are read as the library reads them', () => {
  const starts = ['0', '+49', '+49 ', '0049', '00', '+', '(0', '+490', '+49 0', '0 ', '49', '+43 '];
  const signs = ['0123456789', '0123456789 /-', '0123456789 /-().+'];
  for (let index = 0; index < CASES; index++) {
    const text = `${oneOf(starts)}${some(oneOf(signs) as string, 16)}${some(' x', 1)}`;
    // See below.
    if (/^49[ /-]?1[567]/.test(text)) continue;
    assert.equal(toE164(text), numberOfLibrary(text), JSON.stringify(text));
  }
});

test('a usual number has its digits after the code of the country', () => {
  for (const text of ['0151 23456789', '0151-234/567 89', '+4915123456789', '+49 151 23456789'])
    assert.equal(toE164(text), '+4915123456789');
  assert.equal(toE164('0'), null);
});

test('a mobile number whose + a spreadsheet has dropped is not one of the town with the area code 0491', () => {
  for (const text of ['491713920043', '49 171 3920043', ' 49-171/3920043', '4915123456789'])
    assert.equal(toE164(text), `+${text.replaceAll(/\D/g, '')}`);
  for (const text of ['0491 7139200', '04917139200']) assert.equal(toE164(text), '+494917139200');
  assert.equal(toE164('49171392'), '+4949171392');
});

test('addresses are accepted as the library accepts them', () => {
  const hosts = [
    '@example.org',
    '@a-b.de',
    '@a--b.de',
    '@-a.de',
    '@a_b.de',
    '@a.b.museum',
    '@example',
    '@1.2',
    '',
  ];
  for (let index = 0; index < CASES; index++) {
    const most = index % 5 === 0 ? 80 : 12;
    const text = `${some('abZ09.-_+@ü"', most)}${oneOf(hosts)}${some('.c', 2)}`;
    assert.equal(isEmail(text), validator.isEmail(text), JSON.stringify(text));
  }
});

test('an address with an invisible character is refused, and the message names it', () => {
  for (const [sign, code] of [
    ['\u200b', '200B'],
    ['\u2060', '2060'],
    ['\u00ad', '00AD'],
    ['\u202e', '202E'],
  ]) {
    for (const email of [`ada${sign}@example.org`, `ada@exam${sign}ple.org`]) {
      const message = `contact.email must be an email address. It contains the invisible character U+${code}. Remove it.`;
      assert.deepEqual(contactFaults({ email }, ['email']), [
        { property: 'contact.email', code: 'format', message },
      ]);
    }
  }
  assert.deepEqual(contactFaults({ email: 'zoë@exämple.org' }, ['email']), []);
});

test('a website has a host', () => {
  for (const website of [
    'https:///example.org',
    'http:////example.org',
    'http:example.org',
    'ftp://example.org',
  ])
    assert.deepEqual(
      contactFaults({ website }, ['website']).map(({ property, code }) => [property, code]),
      [['contact.website', 'format']],
    );
  assert.deepEqual(contactFaults({ website: 'https://example.org//a' }, ['website']), []);
});
