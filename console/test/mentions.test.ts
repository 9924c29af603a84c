import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMentioned } from '../areas/work/notes/mentions.ts';

/** The ids, from 1, of the users with these names whom the text mentions. */
const mentionedIn = (text: string, ...names: string[]) =>
  findMentioned(
    names.map((name, index) => ({ id: index + 1, name })),
    text,
  ).map(({ id }) => id);

test('users with the same name are mentioned together, wherever the list has them', () => {
  const names = ['Eva Roth', 'Max Kuhn', 'Eva Roth'];
  assert.deepEqual(mentionedIn('@Eva Roth bitte', ...names), [1, 3]);
  assert.deepEqual(mentionedIn('Bitte @Max Kuhn fragen', ...names), [2]);
  assert.deepEqual(mentionedIn('Eva Roth', ...names), []);
});

test('a longer name does not mention those whose names begin like it', () => {
  const names = ['Anna Müller', 'Anna Müller', 'Anna Müller-Schmidt'];
  assert.deepEqual(mentionedIn('@Anna Müller-Schmidt, bitte', ...names), [3]);
  assert.deepEqual(mentionedIn('@Anna Müller-Schmidt und @Anna Müller', ...names), [3, 1, 2]);
  assert.deepEqual(mentionedIn('@Jan Ottokar', 'Jan Otto', 'Jan Otto'), []);
});

test('a name that continues in the text is that of somebody else', () => {
  assert.deepEqual(mentionedIn('@Anna Müller-Schmidt, bitte', 'Anna Müller'), []);
  assert.deepEqual(mentionedIn('@Anna Müller\u2011Schmidt', 'Anna Müller'), []);
  assert.deepEqual(mentionedIn('@Jose\u0301 bitte', 'Jose'), []);
  assert.deepEqual(mentionedIn('@Max@Eva Roth Kuhn', 'Eva Roth', 'Max Kuhn'), [1]);
  for (const text of ['@Anna Müller - bitte', "@Anna Müller's note", '@Anna Müller: bitte', '(@Anna Müller)'])
    assert.deepEqual(mentionedIn(text, 'Anna Müller'), [1], text);
});

test('a name is found however its accents are written', () => {
  for (const form of ['NFC', 'NFD'] as const)
    assert.deepEqual(mentionedIn(`@José Müller`.normalize(form), 'José Müller'.normalize('NFC')), [1]);
  assert.deepEqual(mentionedIn('@José bitte', 'José'.normalize('NFD')), [1]);
});
