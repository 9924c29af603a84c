import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, recordedBy } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { makeBranch } from '../../../testing/makers/branches.ts';

const service = await startTestService();
const { tenant } = service;
const admin = await service.platform('admin');
const other = await service.createTenant();

test('what a user did before leaving can be imported, and is found', async () => {
  const user = await service.platform('recruiter');
  const { id: userId } = user.user;
  assert.equal((await admin.put(`/users/${userId}`, { isActive: false })).status, 204);
  const { body: candidate } = await tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  const path = `/candidates/${candidate.id}`;
  const communication = { communicationTypeId: 1, userId, occurredAtUtc: '2020-01-01T00:00:00Z' };
  const talked = await tenant.api.post(`${path}/communications`, communication);
  assert.equal(talked.status, 200, talked.text);
  const application = { recruiterId: userId, appliedAtUtc: '2020-01-01T00:00:00Z' };
  const applied = await tenant.api.post(`${path}/apply`, application);
  assert.equal(applied.status, 200, applied.text);
  const { communications, applies } = (await tenant.api.get(path)).body;
  assert.deepEqual([communications[0].userId, applies[0].recruiterId], [userId, userId]);
  const found = await admin.post('/applications/search', { responsibilities: [userId] });
  assert.equal(found.status, 200, found.text);
  assert.deepEqual(
    found.body.applications.map(({ candidateId }: { candidateId: number }) => candidateId),
    [candidate.id],
  );
});

test('a user who never existed, or is one of another tenant, is unknown as the recruiter too', async () => {
  const { user: stranger } = await service.platform('recruiter', other);
  const { body: candidate } = await tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  for (const id of [stranger.id, 999_999])
    for (const [part, property, body] of [
      ['communications', 'userId', { communicationTypeId: 1, userId: id }],
      ['apply', 'recruiterId', { recruiterId: id }],
    ] as const)
      await assertRefused(
        service,
        () => tenant.api.post(`/candidates/${candidate.id}/${part}`, body),
        `${property} unknownReference`,
      );
});

test('a copy that reads a user again after each change learns who has left, and never gets a 304 for a change', async () => {
  const email = 'leaving@users.example.org';
  const created = await admin.post('/users', {
    email,
    firstName: 'Eva',
    lastName: 'Kern',
    role: 'recruiter',
  });
  const path = `/users/${created.body.id}`;
  const branch = await makeBranch(service, 'Jena');
  let { body: copy, headers } = await tenant.api.get(path);
  assert.deepEqual([copy.email, copy.isActive], [email, true]);
  for (const change of [
    () => admin.put(path, { isActive: false }),
    () => admin.put(path, { email: 'left@users.example.org' }),
    () => admin.put(path, { role: 'viewer' }),
    () => admin.put(`${path}/assignedoffices`, { assignedOffices: [{ officeId: branch, isPrimary: true }] }),
    () => admin.put(`${path}/licences`, { licences: [{ name: 'Recruiter', validUntil: null }] }),
  ]) {
    await service.clock.advance(1000);
    const recorded = await recordedBy(service, change);
    assert.deepEqual(recorded.changes, [{ entity: 'user', kind: 'modified', id: copy.id }]);
    const read = await tenant.api.get(path, { headers: { 'if-none-match': headers.get('etag')! } });
    assert.equal(read.status, 200);
    assert.ok(read.body.modifiedAtUtc > copy.modifiedAtUtc);
    ({ body: copy, headers } = read);
  }
  assert.deepEqual([copy.email, copy.isActive], ['left@users.example.org', false]);
  const { users } = (await tenant.api.get('/users/all')).body;
  const { id, rowGuid, userFullName, email: address, isActive, createdAtUtc, modifiedAtUtc } = copy;
  assert.deepEqual(
    users.find((user: { id: number }) => user.id === id),
    { id, rowGuid, userFullName, email: address, isActive, createdAtUtc, modifiedAtUtc },
  );
});
