import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const { api } = service.tenant;

const EMAIL = 'familie@example.org';
const PHONE = '030 5557702';

async function create(firstName: string, lastName: string, contact: object, date?: string): Promise<number> {
  const birth = date === undefined ? {} : { birth: { date } };
  return (await api.post('/candidates', { firstName, lastName, contact, ...birth })).body.id;
}

const id = await create('Ulla', 'Echt', { email: EMAIL, phone: PHONE }, '1980-05-06');

/** How likely this is the candidate. */
async function scoreOf(query: Record<string, string>): Promise<number> {
  const { body, text } = await api.get(`/candidates/duplicates?${new URLSearchParams(query)}`);
  const found = body.duplicates.find((one: { id: number }) => one.id === id);
  assert.ok(found !== undefined, text);
  return found.score;
}

test('an address alone is as likely as documented, in any spelling', async () => {
  assert.equal(await scoreOf({ email: EMAIL }), 0.95);
  assert.equal(await scoreOf({ email: EMAIL.toUpperCase() }), 0.95);
  assert.equal(await scoreOf({ email: 'familie+jobs@example.org' }), 0.9);
});

test('nothing that matches makes it certain', async () => {
  const all = {
    email: EMAIL,
    phone: PHONE,
    firstName: 'Ulla',
    lastName: 'Echt',
    birthDate: '1980-05-06',
  };
  assert.equal(await scoreOf(all), 0.99);
});

test('another name or date of birth makes it less likely, and one that is not sent does not', async () => {
  const name = { firstName: 'Ulla', lastName: 'Echt' };
  const otherName = { firstName: 'Kurt', lastName: 'Gattemann' };
  const scores: number[] = [];
  for (const query of [
    { ...name, birthDate: '1980-05-06' },
    { ...name },
    {},
    otherName,
    { ...name, birthDate: '1978-01-02' },
    { ...otherName, birthDate: '1978-01-02' },
  ])
    scores.push(await scoreOf({ email: EMAIL, ...query }));
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  );
  assert.equal(new Set(scores).size, scores.length, scores.join());
});

test('an empty or blank name is one that is not sent', async () => {
  for (const name of [
    { firstName: '', lastName: '' },
    { firstName: ' ', lastName: '\u00a0' },
    { firstName: 'Ulla', lastName: '' },
    { firstName: ' ', lastName: 'Echt' },
  ])
    assert.equal(await scoreOf({ email: EMAIL, ...name }), 0.95, JSON.stringify(name));
});
