import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startTestService } from '../../testing/harness.ts';

const CONNECTIONS = 4;
const service = await startTestService({ DATABASE_CONNECTIONS: String(CONNECTIONS) });
const { api } = service.tenant;

interface Updates {
  all: number;
  /** Those that wrote no entry to an index. */
  hot: number;
}

async function countUpdates(): Promise<Updates> {
  // As many at once as there are connections, so that each of them reports what it has counted.
  const report = () => sql`SELECT pg_stat_force_next_flush()`.execute(service.services.database.system);
  await Promise.all(Array.from({ length: CONNECTIONS }, report));
  const [row] = await service.sql<{ all: string; hot: string }>(
    `SELECT n_tup_upd AS all, n_tup_hot_upd AS hot FROM pg_stat_user_tables WHERE relname = 'candidate'`,
  );
  return { all: Number(row!.all), hot: Number(row!.hot) };
}

async function call(method: 'post' | 'put' | 'delete', path: string, body?: unknown): Promise<number> {
  const response = method === 'delete' ? await api.delete(path) : await api[method](path, body);
  assert.ok(response.status < 300, `${method} ${path} ${response.text}`);
  return response.body?.id;
}

test('writing a sub-record or a plain property of a candidate writes none of its indexes', async () => {
  const id = await call('post', '/candidates', { firstName: 'Ada', lastName: 'Muster' });
  const { user } = await service.platform('recruiter');
  const path = `/candidates/${id}`;
  const before = await countUpdates();
  const writes = [
    ['put', '', { title: 'Dr.' }],
    ['put', '', { remarks: 'Text', availability: { weeklyHours: 20 }, location: { city: 'Bonn' } }],
    ['put', '/workcontract', { isWorkContractSigned: true }],
    ['put', '/status', { statusId: 2005 }],
    ['post', '/languages', { languageId: 1 }],
    ['delete', '/languages/1'],
    ['post', '/professions', { professionId: 4702 }],
    ['delete', '/professions/4702'],
    ['post', '/driverslicences', { driversLicenseId: 339 }],
    ['post', '/email', { email: 'ada@example.org' }],
    ['post', '/sms', { phoneNumber: '+49 151 23456789' }],
    ['post', '/resume/jobs', { employer: 'Werk', position: 'Schlosserin' }],
    ['post', '/resume/schooleducations', { school: 'Schule' }],
    ['post', '/resume/educations', { title: 'Kurs' }],
    ['post', '/resume/professioneducations', { institution: 'Werk', profession: 'Schlosserin' }],
    ['post', '/communications', { communicationTypeId: 1, subject: 'Anruf' }],
    ['post', '/apply', { recruiterId: user.id }],
  ] as const;
  for (const [method, rest, body] of writes) await call(method, path + rest, body);
  const keywordId = await call('post', `${path}/keywords`, { keyword: 'Schweißen' });
  await call('delete', `${path}/keywords/${keywordId}`);
  const qualificationId = await call('post', `${path}/qualifications`, { name: 'Kran', score: 2 });
  await call('delete', `${path}/qualifications/${qualificationId}`);

  const after = await countUpdates();
  assert.ok(after.all - before.all >= writes.length + 4, 'each of the writes touches the candidate');
  assert.equal(after.hot - before.hot, after.all - before.all);
});

test('the candidate is found by a new address and name, which are in indexes', async () => {
  const id = await call('post', '/candidates', { firstName: 'Ada', lastName: 'Muster' });
  const before = await countUpdates();
  await call('put', `/candidates/${id}`, { contact: { email: 'new@example.org' }, lastName: 'Schneider' });
  const after = await countUpdates();
  assert.deepEqual(
    { all: after.all - before.all, hot: after.hot - before.hot },
    { all: 1, hot: 0 },
    'otherwise the counters show nothing',
  );
  const { body } = await api.get('/candidates/duplicates?email=new@example.org');
  assert.deepEqual(
    body.duplicates.map((found: { id: number }) => found.id),
    [id],
  );
});
