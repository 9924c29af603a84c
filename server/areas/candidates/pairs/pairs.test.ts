import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNotFound, NOTHING, written } from '../../../testing/change-watch.ts';
import { faultCodes } from '../../../testing/error-record.ts';
import { startTestService } from '../../../testing/harness.ts';
import { indexMarked } from '../../search/index.ts';

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
const recruiter = await service.platform('recruiter');

async function create(
  firstName: string,
  lastName: string,
  body: Record<string, unknown> = {},
): Promise<number> {
  const { id } = (await api.post('/candidates', { firstName, lastName, ...body })).body;
  assert.equal((await api.post(`/candidates/${id}/apply`, { recruiterId: recruiter.user.id })).status, 200);
  return id;
}

const index = () => indexMarked(service.services);

interface Pair {
  id: number;
  score: number;
  matchedOn: string[];
  first: { id: number };
  second: { id: number };
}

async function pairsOf(id: number): Promise<Pair[]> {
  const { status, body, text } = await recruiter.get(`/candidates/${id}/duplicates`);
  assert.equal(status, 200, text);
  return body.pairs;
}

async function matches(id: number): Promise<[number, string[]][]> {
  await index();
  return (await pairsOf(id)).map(({ first, second, matchedOn }) => [
    first.id === id ? second.id : first.id,
    matchedOn,
  ]);
}

test('candidates who share a mailbox, a number, or the name and the date of birth are pairs, and others are not', async () => {
  const one = await create('Anna', 'Meyer', {
    birth: { date: '1990-01-01' },
    contact: { email: 'anna.meyer@gmail.com', mobile: '0151 23456701' },
  });
  const mailbox = await create('A', 'Other', { contact: { email: 'annameyer+jobs@googlemail.com' } });
  const number = await create('B', 'Other');
  const channel = await api.post(`/candidates/${number}/whatsapp`, {
    phoneNumber: '+49 151 23456701',
    consentChecked: false,
  });
  assert.equal(channel.status, 200, channel.text);
  const name = await create('Anna', 'Maier', { birth: { date: '1990-01-01' } });
  await create('Anna', 'Maier', { birth: { date: '1991-01-01' } });
  await create('Anna', 'Mayer');
  await create('C', 'Other', { birth: { date: '1990-01-01' } });
  // Without an application, the platform does not show it.
  await api.post('/candidates', {
    firstName: 'D',
    lastName: 'Other',
    contact: { email: 'anna.meyer@gmail.com' },
  });
  assert.deepEqual(await matches(one), [
    [mailbox, ['emailCanonical']],
    [name, ['name', 'birthDate']],
    [number, ['phone']],
  ]);
  const wrote = await written(service, index);
  assert.deepEqual(wrote, NOTHING);
  await api.put(`/candidates/${mailbox}`, { contact: { email: 'a.other@example.org' } });
  assert.deepEqual(
    (await matches(one)).map(([id]) => id),
    [name, number],
  );
});

test('the list has the best pairs first, in pages, and says how many there are', async () => {
  const { body } = await recruiter.get('/duplicates');
  const pairs: Pair[] = [];
  let after = '';
  for (let pages = 0; pages < 20; pages++) {
    const page = (await recruiter.get(`/duplicates?limit=1${after}`)).body;
    pairs.push(...page.pairs);
    if (page.nextCursor === null) break;
    after = `&after=${page.nextCursor}`;
  }
  assert.deepEqual(pairs, body.pairs);
  assert.deepEqual([body.total, body.totalIsExact], [pairs.length, true]);
  assert.deepEqual(
    pairs.map(({ score }) => score),
    pairs.map(({ score }) => score).sort((a, b) => b - a),
  );
  assert.deepEqual(faultCodes(await recruiter.get('/duplicates?after=x')), { after: 'format' });
});

test('people who only share an address come after the same person entered twice, and nobody is certain', async () => {
  const couple = { contact: { email: 'familie@example.org', phone: '030 5557702' } };
  const twice = { contact: { email: 'heinz@example.org' }, birth: { date: '1970-03-04' } };
  const wife = await create('Ulla', 'Ehefrau', { ...couple, birth: { date: '1980-05-06' } });
  const husband = await create('Kurt', 'Gattemann', { ...couple, birth: { date: '1978-01-02' } });
  const [first] = [await create('Heinz', 'Echtdoppelt', twice), await create('Heinz', 'Echtdoppelt', twice)];
  await index();
  const [same] = await pairsOf(first);
  const [spouses] = await pairsOf(wife);
  assert.deepEqual(same!.matchedOn, ['email', 'emailCanonical', 'name', 'birthDate']);
  assert.deepEqual(spouses!.matchedOn, ['email', 'emailCanonical', 'phone']);
  const order = (await recruiter.get('/duplicates')).body.pairs.map(({ id }: Pair) => id);
  assert.ok(order.indexOf(same!.id) < order.indexOf(spouses!.id));
  assert.ok(same!.score < 1 && spouses!.score < same!.score - 0.1, `${same!.score} and ${spouses!.score}`);
  // A date of birth that is corrected changes only the score.
  await api.put(`/candidates/${husband}`, { birth: { date: null } });
  await index();
  assert.ok((await pairsOf(wife))[0]!.score > spouses!.score);
});

test('a dismissed pair comes back when it matches on more, and not before', async () => {
  const contact = { email: 'eva@example.org' };
  const [one, other] = [await create('Eva', 'Lang', { contact }), await create('E', 'Kurz', { contact })];
  await index();
  const [pair] = await pairsOf(one);
  const dismissal = `/duplicates/${pair!.id}/dismissal`;
  assert.deepEqual(await written(service, () => recruiter.put(dismissal)), NOTHING);
  assert.deepEqual(await matches(one), []);
  assert.equal(
    (await recruiter.get('/duplicates?state=dismissed')).body.pairs[0].dismissedById,
    recruiter.user.id,
  );
  await api.put(`/candidates/${one}`, { contact: { email: 'eva.lang@example.org' } });
  await index();
  await api.put(`/candidates/${one}`, { contact });
  assert.deepEqual(await matches(one), []);
  await api.put(`/candidates/${one}`, { contact: { ...contact, phone: '030 5557701' } });
  await api.put(`/candidates/${other}`, { contact: { ...contact, phone: '030 5557701' } });
  assert.deepEqual(await matches(one), [[other, ['email', 'emailCanonical', 'phone']]]);
  assert.equal((await recruiter.put(dismissal)).status, 204);
  assert.equal((await recruiter.put(dismissal)).status, 204);
  assert.equal((await recruiter.delete(dismissal)).status, 204);
  assert.deepEqual(
    (await matches(one)).map(([id]) => id),
    [other],
  );
});

test('what many candidates share makes no pairs', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 24; n++) ids.push(await create(`P${n}`, `Q${n}`, { contact: { phone: '030 999999' } }));
  assert.deepEqual(await matches(ids.at(-1)!), []);
});

test('existing candidates are looked at in the background, and a locked one later', async () => {
  const contact = { email: 'ida@example.org' };
  const [one, other] = [await create('Ida', 'Alt', { contact }), await create('I', 'Alt', { contact })];
  await index();
  await service.sql('DELETE FROM duplicate_pair WHERE tenant_id = $1', [tenantId]);
  await service.sql("INSERT INTO search_backfill (tenant_id, entity, after_id) VALUES ($1, 'candidate', 0)", [
    tenantId,
  ]);
  await service.services.database
    .tenant(tenantId)
    .transaction()
    .execute(async (db) => {
      await db
        .selectFrom('candidate')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', other)
        .forUpdate()
        .execute();
      await index();
      assert.deepEqual(await pairsOf(one), []);
    });
  assert.deepEqual(
    (await matches(one)).map(([id]) => id),
    [other],
  );
});

test('pairs of another tenant are not found, and a viewer only reads', async () => {
  const { body } = await recruiter.get('/duplicates');
  const path = `/duplicates/${body.pairs[0].id}/dismissal`;
  const stranger = await service.platform('recruiter', await service.createTenant());
  await assertNotFound(service, () => stranger.put(path));
  await assertNotFound(service, () => stranger.delete(path));
  assert.deepEqual((await stranger.get('/duplicates')).body.pairs, []);
  const viewer = await service.platform('viewer');
  assert.equal((await viewer.get('/duplicates')).status, 200);
  assert.equal((await viewer.put(path)).status, 403);
});
