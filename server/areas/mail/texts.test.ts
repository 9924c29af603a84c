import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasLooseBraces, placeholdersOf, renderMail } from './texts.ts';

const bodyOf = (body: string, values: Record<string, string>) =>
  renderMail({ subject: '', body }, values, 'en').text;

test('the name of a placeholder can have white space around it', () => {
  assert.deepEqual(placeholdersOf('{{a}}{{ b }} {{\n\tc\u00a0}} {{}} {{ }} {{d e}}'), [
    'a',
    'b',
    'c',
    '',
    '',
    'd e',
  ]);
  assert.equal(bodyOf('Hello {{ a }}, {{\tb\n}}!', { a: 'Ada', b: 'Ben' }), 'Hello Ada, Ben!\n');
});

test('the blanks before an empty value disappear, and those before a value stay', () => {
  assert.equal(bodyOf('Hello \t {{a}} \t {{b}}, {{c}}', { b: 'Ben' }), 'Hello \t Ben,\n');
});

test('braces that belong to no placeholder are found', () => {
  for (const text of ['{{a}', '{{{a}}}', 'a}}', '{{ {{a}}', '{{a{b}}']) assert.ok(hasLooseBraces(text), text);
  for (const text of ['{{a}}', '{a}', ' {{ a }} {{b}}{{c}}']) assert.ok(!hasLooseBraces(text), text);
});

// If several parts of the pattern could match the same blanks, each of these would take minutes or hours.
for (const [what, text] of [
  ['after open braces', `{{${' '.repeat(1_000_000)}{`],
  ['between words', `a${' '.repeat(2_000_000)}b`],
  ['before open braces', `${' '.repeat(2_000_000)}{{a`],
] as const) {
  test(`a text with very many blanks ${what} has no placeholder`, () => {
    assert.deepEqual(placeholdersOf(text), []);
  });
}
