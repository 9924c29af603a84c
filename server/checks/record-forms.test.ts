import assert from 'node:assert/strict';
import { test } from 'node:test';
import { int32, line, list, nullable, record, Type } from '../core/http/schema.ts';
import { addForm, compareForm, findRecordFormFaults, hashOf } from './record-forms.ts';

const FORMS = '1 aaaa\n2 bbbb\n';

const site = (properties = {}) =>
  record('Site', {
    id: int32('Id.'),
    parts: list(record('Part', { name: line('Name.') }), 'Parts.'),
    ...properties,
  });
const hash = (schema: ReturnType<typeof site>) => hashOf({ '/sites/{id}': schema });

test('the records have the properties that the number of their form stands for', async () => {
  assert.deepEqual(await findRecordFormFaults(), []);
});

test('other properties with the same number are reported, and the list does not change', () => {
  assert.equal(addForm(FORMS, 2, 'cccc'), FORMS);
  const [fault, ...others] = compareForm(FORMS, 2, 'cccc');
  assert.match(
    fault!,
    /other properties than with form 2; raise RECORD_FORM .* to 3, .* and run npm run gen$/,
  );
  assert.deepEqual(others, []);
});

test('a raised number is reported until it is in the list', () => {
  assert.deepEqual(compareForm(FORMS, 3, 'cccc'), ['3 is not in openapi/record-forms.txt; run npm run gen']);
  const extended = addForm(FORMS, 3, 'cccc');
  assert.equal(extended, `${FORMS}3 cccc\n`);
  assert.deepEqual(compareForm(extended, 3, 'cccc'), []);
});

test('a number can be raised although no property has changed, and never lowered', () => {
  assert.deepEqual(compareForm(addForm(FORMS, 3, 'bbbb'), 3, 'bbbb'), []);
  assert.match(compareForm(FORMS, 1, 'aaaa')[0]!, /is 1, but openapi\/record-forms\.txt has 2/);
});

test('a property that is added, removed, or of another type changes the hash, at any depth', () => {
  const hashes = [
    site(),
    site({ city: line('City.') }),
    site({ city: nullable(line('City.')) }),
    site({ city: Type.Optional(line('City.')) }),
    site({ city: int32('City.') }),
    site({ parts: list(record('Part', {}), 'Parts.') }),
    site({ parts: list(record('Part', { name: line('Name.'), city: line('City.') }), 'Parts.') }),
  ].map(hash);
  assert.equal(new Set(hashes).size, hashes.length);
});

test('texts, limits, and the order of properties do not change the hash', () => {
  const other = record('Place', {
    parts: list(record('Piece', { name: line('Another text.', { maxLength: 10 }) }), 'Pieces.'),
    id: int32('Number.', { examples: [1] }),
  });
  assert.equal(hash(other as never), hash(site()));
});
