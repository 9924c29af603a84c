import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareSchemas, type SchemaObject } from './schema-objects.ts';

const TABLE: SchemaObject = { kind: 'table', name: 'task', form: '' };
const INDEX: SchemaObject = { kind: 'index', table: 'task', name: 'task_open', form: 'CREATE INDEX …' };
const FUNCTION: SchemaObject = { kind: 'function', name: 'next_id(text)', form: 'cf83' };
const EXPECTED = [TABLE, INDEX, FUNCTION];

test('of a PostgreSQL that prints definitions in other words, the words are not compared', () => {
  const present = [TABLE, { ...INDEX, form: 'CREATE INDEX in other words' }, FUNCTION];
  assert.deepEqual(compareSchemas(EXPECTED, present, false), []);
  assert.equal(compareSchemas(EXPECTED, present, true).length, 1);
});

test('names, states, and the source of functions are compared in any case', () => {
  const found: SchemaObject[] = [
    { ...INDEX, state: 'invalid' },
    { ...FUNCTION, form: 'ab12' },
  ];
  assert.deepEqual(compareSchemas(EXPECTED, [TABLE, ...found], false), [
    { expected: INDEX, found: found[0] },
    { expected: FUNCTION, found: found[1] },
  ]);
  assert.deepEqual(compareSchemas(EXPECTED, [TABLE, FUNCTION], false), [
    { expected: INDEX, found: undefined },
  ]);
});

test('a constraint that no migration has validated may be validated', () => {
  const key: SchemaObject = { kind: 'foreign key', table: 'task', name: 'key', form: 'FOREIGN KEY …' };
  const unchecked: SchemaObject = { ...key, state: 'not validated' };
  assert.deepEqual(compareSchemas([TABLE, unchecked], [TABLE, key], true), []);
  assert.equal(compareSchemas([TABLE, key], [TABLE, unchecked], true).length, 1);
});
