import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { loadEntries } from './entries.ts';
import { parseQuery } from './parse-query.ts';
import type { NamedEntry } from './query-words.ts';
import { entryTerm } from './terms.ts';

test('the words of a query read the names of each entry once, also of a large list', () => {
  let reads = 0;
  const entries = Array.from(
    { length: 25_000 },
    (_, id): NamedEntry => ({
      kind: 'profession',
      id,
      get names() {
        reads++;
        return [`Fachkraft ${id}`];
      },
    }),
  );
  const { words } = parseQuery('Fachkraft Lager Schweißen', entries);
  assert.ok(words[0]!.terms.includes(entryTerm('profession', 0)));
  assert.equal(reads, entries.length);
});

test('two searches read the same professions', async () => {
  const { services, tenant } = await startTestService();
  const load = () => loadEntries(services, services.database.tenant(tenant.id), tenant.id, 'de');
  const [first, second] = [await load(), await load()];
  const professions = ({ list }: typeof first) => list.filter(({ kind }) => kind === 'profession');
  assert.ok(professions(first).length > 0);
  for (const [index, entry] of professions(first).entries()) assert.equal(professions(second)[index], entry);
});
