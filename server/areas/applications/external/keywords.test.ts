import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';
import { externalApplication } from '../../../testing/makers/applications.ts';

const { api } = (await startTestService()).tenant;

const apply = (keywords: unknown) =>
  api.post('/candidates/applies/external', externalApplication({ keywords }));

async function stored(keywords: unknown): Promise<string[]> {
  const response = await apply(keywords);
  assert.equal(response.status, 200, response.text);
  const { body } = await api.get(`/candidates/${response.body.id}`);
  return body.keywords.map(({ keyword }: { keyword: string }) => keyword);
}

async function faults(keywords: unknown): Promise<string[]> {
  const { status, body } = await apply(keywords);
  assert.equal(status, 400);
  return body.validationErrors.map(({ property, code }: Record<string, string>) => `${property} ${code}`);
}

for (const [what, toSent] of [
  ['a list', (keywords: string[]) => keywords],
  ['a comma-separated text', (keywords: string[]) => keywords.join(' , ')],
] as const) {
  test(`keywords of 100 characters are stored whole, and an emoji counts as one: ${what}`, async () => {
    const keywords = ['😀'.repeat(60), `${'a'.repeat(99)}😀`, `${'a'.repeat(99)}🤖`, 'b'.repeat(100)];
    assert.deepEqual(await stored(toSent(keywords)), keywords);
  });

  test(`a keyword of more than 100 characters is a fault that says which: ${what}`, async () => {
    assert.deepEqual(await faults(toSent(['Lager', 'a'.repeat(150), 'Stapler', '😀'.repeat(101)])), [
      'keywords[1] length',
      'keywords[3] length',
    ]);
  });

  test(`200 keywords are stored, and one more is a fault: ${what}`, async () => {
    const keywords = Array.from({ length: 201 }, (_, index) => `k${index}`);
    assert.deepEqual(await stored(toSent(keywords.slice(1))), keywords.slice(1));
    assert.deepEqual(await faults(toSent(keywords)), ['keywords length']);
  });
}

test('thousands of keywords in one text are a fault, also in a text that is too long', async () => {
  assert.deepEqual(await faults('ab,'.repeat(21_750)), ['keywords length']);
  assert.deepEqual(await faults('ab,'.repeat(100_000)), ['keywords length']);
});

test('empty parts of a text are no keywords', async () => {
  assert.deepEqual(await stored(`Lager,, ,Stapler${','.repeat(500)}`), ['Lager', 'Stapler']);
});

test('keywords that differ only in case, spaces, or their Unicode form are one', async () => {
  const keywords = ['Kräne  führen', 'Kräne führen'.normalize('NFD'), 'KRÄNE\u00A0FÜHREN', 'Lager'];
  assert.deepEqual(await stored(keywords), ['Kräne führen', 'Lager']);
  assert.deepEqual(await stored(keywords.join(',')), ['Kräne führen', 'Lager']);
});

test('keywords that differ only in ß and ss are one', async () => {
  assert.deepEqual(await stored(['Straße', 'STRASSE', 'STRAẞE', 'Lager']), ['Straße', 'Lager']);
});
