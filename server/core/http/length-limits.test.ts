import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileLengthLimits } from './length-limits.ts';
import { body, date, flag, line, list, name, optional } from './schema.ts';

const schema = body('LimitedDto', {
  name: optional(name('Name.', { maxLength: 3 })),
  day: optional(date('Day.')),
  tags: optional(list(line('Tag.', { maxLength: 2 }), 'Tags.', { maxItems: 2 })),
  parts: optional(list(body('LimitedPartDto', { name: line('Name.', { maxLength: 1 }) }), 'Parts.')),
  inner: optional(body('LimitedInnerDto', { name: line('Name.', { maxLength: 1 }) })),
});
const limit = compileLengthLimits(schema)!;

test('what is too long in a body is cut off, at every level', () => {
  const sent = {
    name: '🙂🙂🙂🙂',
    tags: ['abc', 'd', 'e'],
    parts: [{ name: 'ab' }, { name: 'c', other: 'def' }],
    inner: { name: 'ab' },
  };
  const copy = structuredClone(sent);
  assert.deepEqual(limit(sent), {
    name: '🙂🙂🙂',
    tags: ['ab', 'd'],
    parts: [{ name: 'a' }, { name: 'c', other: 'def' }],
    inner: { name: 'a' },
  });
  assert.deepEqual(sent, copy);
});

test('everything else stays as it was sent, also where it breaks the schema', () => {
  const others = [
    { name: 'abc', day: '2026-03-02', tags: ['ab', 'cd'], unknown: 'abcdef' },
    { name: 12345, tags: { a: 'abc' }, parts: [1, null, 'abc'], inner: [] },
    { name: null, tags: null, parts: null, inner: null },
    {},
    [],
    null,
    undefined,
    1,
  ];
  for (const value of others) assert.deepEqual(limit(value), value);
});

test('a schema without a maximum length needs no limits', () => {
  assert.equal(
    compileLengthLimits(body('UnlimitedDto', { day: date('Day.'), flag: flag('Flag.') })),
    undefined,
  );
});
