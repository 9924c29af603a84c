import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertNotFound,
  assertRefused,
  NOTHING,
  recordedBy,
  written,
} from '../../../testing/change-watch.ts';
import { type PlatformApi, startTestService } from '../../../testing/harness.ts';
import { callDuring } from '../../../testing/held-transaction.ts';
import { commandsOf } from '../../../testing/service-commands.ts';
import { PERMISSIONS } from '../../access/index.ts';

const service = await startTestService();
const { tenant } = service;
const commands = await commandsOf(service);
const NOW = '2031-07-16T09:30:00Z';
const REASON = 'Claim of the applicant, file 17/2031';
await service.clock.set(NOW);
let officer = await service.platform('dataProtection');
let api = await service.createApi(tenant, PERMISSIONS);

/** Moves the clock. Sessions and tokens from another day have ended. */
async function moveClock(at: string): Promise<void> {
  await service.clock.set(at);
  officer = await service.platform('dataProtection');
  api = await service.createApi(tenant, PERMISSIONS);
}

async function createCandidate(firstName = 'Ada'): Promise<number> {
  return (await api.post('/candidates', { firstName, lastName: 'Muster' })).body.id;
}

const pathOf = (id: number) => `/candidates/${id}/hold`;
const read = async (id: number, by: PlatformApi = officer) => (await by.get(pathOf(id))).body;
const erase = (id: number, by: PlatformApi = officer) => by.delete(`/candidates/${id}`);

async function hold(id: number, body: object = { reason: REASON }, by: PlatformApi = officer): Promise<void> {
  const response = await by.put(pathOf(id), body);
  assert.equal(response.status, 204, response.text);
}

const inserting = `INSERT INTO candidate_hold (tenant_id, candidate_id, reason, set_by)
                   SELECT tenant_id, $1, 'x', id FROM user_account WHERE tenant_id = ${tenant.id} LIMIT 1`;

test('a candidate on hold is not erased until somebody releases it', async () => {
  const id = await createCandidate();
  assert.deepEqual(await read(id), { hold: null, earlier: [] });
  await hold(id);
  const recorded = await recordedBy(service, async () => {
    const response = await erase(id);
    assert.equal(response.status, 409);
    assert.match(response.body.message, /on hold.*DELETE \/candidates\/\{candidateId\}\/hold/);
    assert.doesNotMatch(response.text, /17\/2031/);
  });
  assert.deepEqual(recorded, NOTHING);
  assert.equal((await api.get(`/candidates/${id}`)).status, 200);

  assert.equal((await officer.delete(pathOf(id))).status, 204);
  assert.equal((await erase(id)).status, 204);
  await assertNotFound(service, () => officer.get(pathOf(id)));
  assert.deepEqual(
    await service.sql('SELECT FROM candidate_hold WHERE tenant_id = $1 AND candidate_id = $2', [
      tenant.id,
      id,
    ]),
    [],
  );
});

test('the command does not erase a candidate on hold either', async () => {
  const id = await createCandidate();
  await hold(id);
  await commands.assertRefused(
    ['erase', 'candidate', String(id), '--tenant', tenant.key],
    new RegExp(
      `^stellwerk: Candidate ${id} is on hold and was not erased.*DELETE /platform/candidates/${id}/hold`,
    ),
  );
  assert.equal((await api.get(`/candidates/${id}`)).status, 200);
});

test('a hold ends after its last day', async () => {
  const id = await createCandidate();
  await hold(id, { reason: REASON, until: '2031-07-17' });
  await moveClock('2031-07-17T23:59:00Z');
  assert.equal((await erase(id)).status, 409);
  await moveClock('2031-07-18T00:00:00Z');
  const { hold: current, earlier } = await read(id);
  assert.equal(current, null);
  assert.deepEqual(
    earlier.map((one: Record<string, unknown>) => [one.until, one.releasedAtUtc, one.releasedById]),
    [['2031-07-17', null, null]],
  );
  await assertNotFound(service, () => officer.delete(pathOf(id)));
  // Another one can follow.
  await hold(id, { reason: 'Again' });
  assert.equal((await erase(id)).status, 409);
  await officer.delete(pathOf(id));
  assert.equal((await erase(id)).status, 204);
  await moveClock(NOW);
});

test('who set and who released each hold is kept with the candidate', async () => {
  const admin = await service.platform('admin');
  const id = await createCandidate();
  await hold(id, { reason: 'First', until: '2031-08-01' });
  await hold(id, { reason: 'Second' }, admin);
  await officer.delete(pathOf(id));
  const { hold: current, earlier } = await read(id);
  assert.equal(current, null);
  const shown = earlier.map(({ setAtUtc, releasedAtUtc, ...one }: Record<string, unknown>) => {
    assert.ok(String(setAtUtc).startsWith('2031-07-16T') && String(releasedAtUtc).startsWith('2031-07-16T'));
    return one;
  });
  const byOfficer = { id: officer.user.id, name: 'Test dataProtection' };
  const byAdmin = { id: admin.user.id, name: 'Test admin' };
  assert.deepEqual(shown, [
    {
      reason: 'Second',
      until: null,
      setById: byAdmin.id,
      setByName: byAdmin.name,
      releasedById: byOfficer.id,
      releasedByName: byOfficer.name,
    },
    {
      reason: 'First',
      until: '2031-08-01',
      setById: byOfficer.id,
      setByName: byOfficer.name,
      releasedById: byAdmin.id,
      releasedByName: byAdmin.name,
    },
  ]);
});

test('the same hold again changes nothing', async () => {
  const id = await createCandidate();
  for (const body of [{ reason: REASON, until: null }, { reason: REASON }]) await hold(id, body);
  const { hold: current, earlier } = await read(id);
  assert.deepEqual([current.reason, current.until, earlier], [REASON, null, []]);
});

test('a hold is no change of the candidate, and its reason is in no log', async () => {
  const id = await createCandidate();
  const { headers } = await api.get(`/candidates/${id}`);
  const changes = await written(service, async () => {
    await hold(id);
    await officer.delete(pathOf(id));
  });
  assert.deepEqual(changes, NOTHING);
  const unchanged = await api.get(`/candidates/${id}`, {
    headers: { 'if-none-match': headers.get('etag')! },
  });
  assert.equal(unchanged.status, 304);
  assert.doesNotMatch(JSON.stringify(service.logLines), /17\/2031/);
});

test('a reason is required, and the last day must not be over', async () => {
  const id = await createCandidate();
  const put = (body: object) => () => officer.put(pathOf(id), body);
  await assertRefused(service, put({}), 'reason required');
  await assertRefused(service, put({ reason: '  ' }), 'reason required');
  await assertRefused(service, put({ reason: 'x'.repeat(2001) }), 'reason length');
  await assertRefused(service, put({ reason: 'x', until: '2031-07-15' }), 'until range');
  await assertRefused(service, put({ reason: 'x', until: '2031-02-30' }), 'until format');
  assert.deepEqual(await read(id), { hold: null, earlier: [] });
  await hold(id, { reason: 'x'.repeat(2000), until: '2031-07-16' });
});

test('only roles for privacy read and write holds', async () => {
  const id = await createCandidate();
  const recruiter = await service.platform('recruiter');
  for (const response of [
    await recruiter.get(pathOf(id)),
    await recruiter.put(pathOf(id), { reason: REASON }),
    await recruiter.delete(pathOf(id)),
    await recruiter.get('/privacy/holds'),
  ])
    assert.equal(response.status, 403);
});

test('a candidate of another tenant is not found', async () => {
  const id = await createCandidate();
  await hold(id);
  const other = await service.platform('admin', await service.createTenant());
  assert.equal((await other.get(pathOf(id))).status, 404);
  assert.equal((await other.put(pathOf(id), { reason: REASON })).status, 404);
  assert.equal((await other.delete(pathOf(id))).status, 404);
  assert.equal((await erase(id, other)).status, 404);
  assert.deepEqual((await other.get('/privacy/holds')).body, { holds: [], nextCursor: null });
});

test('the list has the holds in force, in pages', async () => {
  const own = await service.createTenant();
  const admin = await service.platform('admin', own);
  const ids: number[] = [];
  for (const firstName of ['A', 'B', 'C', 'D', 'E', 'F']) {
    ids.push((await own.api.post('/candidates', { firstName, lastName: 'Muster' })).body.id);
    await hold(ids.at(-1)!, { reason: firstName, until: firstName === 'B' ? '2031-07-16' : null }, admin);
  }
  await admin.delete(pathOf(ids[3]!));
  await service.clock.set('2031-07-17T00:00:00Z');
  const reader = await service.platform('admin', own);
  const list = async (query: string) => (await reader.get(`/privacy/holds${query}`)).body;
  const first = await list('?limit=2');
  assert.deepEqual(
    first.holds.map(({ setAtUtc, ...one }: Record<string, unknown>) => one),
    ['F', 'E'].map((firstName, index) => ({
      candidateId: ids[5 - index],
      firstName,
      lastName: 'Muster',
      reason: firstName,
      until: null,
      setById: admin.user.id,
      setByName: 'Test admin',
    })),
  );
  const second = await list(`?limit=2&after=${first.nextCursor}`);
  assert.deepEqual(
    [second.holds.map((one: Record<string, unknown>) => one.candidateId), second.nextCursor],
    [[ids[2], ids[0]], null],
  );
  await moveClock(NOW);
});

test('an erasure that waits for a hold to be set is refused', async () => {
  const id = await createCandidate();
  const response = await callDuring(service, inserting, [id], () => erase(id));
  assert.equal(response.status, 409, response.text);
  assert.equal((await api.get(`/candidates/${id}`)).status, 200);
});

test('a hold that waits for an erasure finds no candidate', async () => {
  const id = await createCandidate();
  const deleting = 'DELETE FROM candidate WHERE id = $1';
  const response = await callDuring(service, deleting, [id], () =>
    officer.put(pathOf(id), { reason: REASON }),
  );
  assert.equal(response.status, 404, response.text);
});

test('of an erasure and a hold at once, one is refused', async () => {
  for (let round = 0; round < 20; round++) {
    const id = await createCandidate();
    const both = [() => erase(id), () => officer.put(pathOf(id), { reason: REASON })];
    if (round % 2 === 1) both.reverse();
    const answers = await Promise.all(both.map((call) => call()));
    const [erased, held] = round % 2 === 1 ? answers.reverse() : answers;
    assert.ok(
      (erased!.status === 204 && held!.status === 404) || (erased!.status === 409 && held!.status === 204),
      `${erased!.status} and ${held!.status}`,
    );
  }
});

test('ten holds at once leave one in force', async () => {
  const id = await createCandidate();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => officer.put(pathOf(id), { reason: `Reason ${index}` })),
  );
  for (const { status } of answers) assert.equal(status, 204);
  const { hold: current, earlier } = await read(id);
  assert.ok(current !== null);
  assert.equal(earlier.length, 9);
  for (const one of earlier) assert.notEqual(one.releasedAtUtc, null);
});
