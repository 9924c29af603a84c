import assert from 'node:assert/strict';
import { client } from '../installation.ts';
import { call } from '../raw.ts';
import { rule } from '../rule.ts';

const LISTS = [
  ...[
    'nationalities',
    'driverslicenses',
    'languages',
    'languagelevels',
    'genders',
    'salutations',
    'countries',
  ],
  ...['federalstates', 'levels', 'professions', 'qualifications', 'channels', 'sourcesofsupply'],
  ...['documentcategories', 'communicationtypes', 'candidatestatus', 'customerstatus', 'contractstatus'],
  ...['requeststatus', 'industries'],
];

const idsOf = (entries: readonly { id: number }[]) => entries.map(({ id }) => id);

/** All integers from the first to the last. */
function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

rule(
  ['masterData.twentyLists', 'masterData.readChangesNothing'],
  'Every list has entries with an id and a name, and can be cached for a day',
  async () => {
    assert.equal(LISTS.length, 20);
    for (const list of LISTS) {
      const { status, headers, body } = await call('GET', `/masterdata/${list}`);
      assert.equal(status, 200, list);
      assert.equal(headers.get('cache-control'), 'private, max-age=86400');
      assert.ok(body[list].length > 0, list);
      for (const { id, name } of body[list]) assert.ok(Number.isInteger(id) && name, list);
    }
  },
);

rule('masterData.driversLicenses', 'There are 31 driver’s licences', async () => {
  const { driverslicenses } = await client.masterData.driverslicenses();
  assert.deepEqual(idsOf(driverslicenses), range(313, 343));
  const name = (id: number) => driverslicenses.find((entry) => entry.id === id)!.name;
  assert.deepEqual([name(313), name(314), name(326), name(339)], ['class L', 'C1', 'forklift', 'B']);
});

rule('masterData.languages', 'Three ids are not used for languages', async () => {
  const { languages } = await client.masterData.languages();
  assert.deepEqual(
    idsOf(languages),
    range(1, 97).filter((id) => ![31, 41, 53].includes(id)),
  );
  const name = (id: number) => languages.find((entry) => entry.id === id)!.name;
  assert.deepEqual([name(1), name(25), name(86), name(97)], ['German', 'English', 'Polish', 'Bosnian']);
});

rule('masterData.languageLevels', 'There are six levels and the native speaker', async () => {
  const { languagelevels } = await client.masterData.languagelevels();
  assert.deepEqual(idsOf(languagelevels), range(629, 635));
  assert.deepEqual(
    languagelevels.slice(0, 6).map(({ cefr }) => cefr),
    ['A1', 'A2', 'B1', 'B2', 'C1', 'C2'],
  );
});

rule('masterData.candidateStatus', 'There are four candidate statuses', async () => {
  const { candidatestatus } = await client.masterData.candidatestatus();
  assert.deepEqual(
    candidatestatus.map(({ id, name }) => [id, name]),
    [
      [23, 'archived'],
      [2003, 'hire'],
      [2004, 'rejected'],
      [2005, 'qualified'],
    ],
  );
});

rule('masterData.fixedValues', 'Some values are the same in every installation', async () => {
  const { salutations } = await client.masterData.salutations();
  assert.deepEqual(idsOf(salutations), [1, 2, 3]);
  const { channels } = await client.masterData.channels();
  const name = (id: number) => channels.find((entry) => entry.id === id)!.name;
  assert.match(name(28), /home ?page/i);
  assert.match(name(51), /import/i);
});

rule('masterData.professions', 'Professions are found by name and by key', async () => {
  const { professions } = await client.masterData.professions();
  const { id, name } = professions[0]!;
  const found = await client.masterData.professions({ search: name.slice(0, 8).toLowerCase() });
  assert.ok(idsOf(found.professions).includes(id));
  const two = idsOf(professions).slice(0, 2);
  const chosen = await client.masterData.professions({ ids: two.join(',') });
  assert.deepEqual(idsOf(chosen.professions), two);
});
