import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { indexMarked } from '../index.ts';

const service = await startTestService();
const recruiter = await service.platform('recruiter');

test('the list has names as a phone book does: who is called so before the double names, page by page', async () => {
  const names = [
    ['Muller', 'Zoe'],
    ['Müller', 'Ute Bea'],
    ['Müller', 'André'],
    ['Müller-Lüdenscheidt', 'Bea'],
    ['Müller Lüdenscheidt', 'Alf'],
    ['Müllerin', 'Cleo'],
    ['Müllers', 'Ada'],
  ] as const;
  for (const [lastName, firstName] of names)
    await recruiter.post('/candidates', { firstName, lastName, application: {} });
  await indexMarked(service.services);
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const { body, text } = await recruiter.post('/candidates/search', { sort: 'name', limit: 1, cursor });
    assert.equal(body.candidates.length, 1, text);
    found.push(`${body.candidates[0].lastName}, ${body.candidates[0].firstName}`);
    cursor = body.nextCursor ?? undefined;
  } while (cursor !== undefined);
  assert.deepEqual(found, [
    'Müller, André',
    'Müller, Ute Bea',
    'Muller, Zoe',
    'Müller Lüdenscheidt, Alf',
    'Müller-Lüdenscheidt, Bea',
    'Müllerin, Cleo',
    'Müllers, Ada',
  ]);
});
