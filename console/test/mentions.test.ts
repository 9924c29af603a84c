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
