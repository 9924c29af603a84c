import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPath, toShownPath } from './errors.ts';
import { body, flag, optional } from './schema.ts';
import { textFaults } from './text-faults.ts';
import { compileBody } from './validation.ts';

const fullPath = (...names: string[]) => names.join('.');
const path = (...names: string[]) => names.reduce(toPath, '');

// The faults of a response are in a set, which reads each of them: with whole names, a hundred times the size of the body.
test('the faults below a long name contain only the part of it that can be shown', () => {
  const name = 'a'.repeat(1_000_000);
  const value = { [name]: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`${n}`, '\0'])) };
  const faults = textFaults(value);
  assert.equal(faults.length, 100);
  for (const { property, message } of faults) {
    assert.ok(property.length < 300 && message.length < 400, String(property.length));
    assert.equal(toShownPath(property), `${'a'.repeat(100)}…`);
  }
});

test('a long unknown name is as long in the list of unknown properties as it can be shown', () => {
  const schema = body('ShownDto', { inner: optional(body('ShownInnerDto', { flag: flag('Flag.') })) });
  const [first, second] = compileBody(schema).unknownProperties({
    ['ä'.repeat(1000)]: 1,
    inner: { ['b'.repeat(1000)]: 1 },
  });
  assert.ok(first!.length < 300 && second!.length < 300);
  assert.deepEqual(
    [toShownPath(first!), toShownPath(second!)],
    [`${'ä'.repeat(100)}…`, `inner.${'b'.repeat(94)}…`],
  );
});

test('a shortened path is shown like the whole path', () => {
  const NAMES = [
    'a',
    'b'.repeat(49),
    '🙂'.repeat(100),
    '🙂'.repeat(101),
    'c'.repeat(99),
    `d${'🙂'.repeat(300)}`,
    '\ud83d',
  ];
  for (const one of NAMES) {
    for (const two of NAMES) {
      for (const three of ['', ...NAMES]) {
        const names = three === '' ? [one, two] : [one, two, three];
        assert.equal(toShownPath(path(...names)), toShownPath(fullPath(...names)), JSON.stringify(names));
      }
    }
  }
});

test('a path of 100 characters is shown as it is, and a longer one ends with an ellipsis', () => {
  assert.equal(toShownPath('🙂'.repeat(100)), '🙂'.repeat(100));
  assert.equal(toShownPath('🙂'.repeat(101)), `${'🙂'.repeat(100)}…`);
  assert.equal(toShownPath(''), '');
});
