import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNotFound, assertRefused, candidateModified, written } from '../../../testing/change-watch.ts';
import { type PlatformApi, startTestService } from '../../../testing/harness.ts';
import { eraseCandidate } from '../../privacy/index.ts';

const service = await startTestService();
const { api } = service.tenant;
const [author, reader, officer, integrator] = await Promise.all(
  (['recruiter', 'viewer', 'dataProtection', 'integrator'] as const).map((role) => service.platform(role)),
);

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}
async function write(candidateId: number, body: object, by: PlatformApi = author!): Promise<number> {
  const response = await by.post(`/candidates/${candidateId}/notes`, body);
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}
const notificationsOf = async (user: PlatformApi, query = '') =>
  (await user.get(`/notifications${query}`)).body.notifications;
const unreadOf = async (user: PlatformApi) => (await user.get('/notifications/unread')).body.unread;

test('a note is a communication with an event, and notifies the users that it mentions', async () => {
  const candidateId = await createCandidate();
  const mentions = [officer!.user.id, reader!.user.id, author!.user.id];
  let id = 0;
  const wrote = await written(service, async () => {
    id = await write(candidateId, { text: '@Test please call', mentions });
  });
  assert.deepEqual(wrote, candidateModified(candidateId, 1408, { communicationId: id }));
  const [entry] = (await author!.get(`/candidates/${candidateId}/history`)).body.entries;
  assert.deepEqual([entry.event, entry.changedProperties], ['communication.created', ['communications']]);

  const { body } = await reader!.get(`/candidates/${candidateId}/notes`);
  const [{ occurredAtUtc, ...note }] = body.notes;
  assert.ok(occurredAtUtc);
  assert.deepEqual(note, {
    id,
    subject: null,
    text: '@Test please call',
    userId: author!.user.id,
    userFullName: 'Test recruiter',
    mentions: [author, reader, officer]
      .map((user) => user!.user.id)
      .sort((a, b) => a - b)
      .map((userId) => {
        const role =
          userId === author!.user.id ? 'recruiter' : userId === reader!.user.id ? 'viewer' : 'dataProtection';
        return { userId, userFullName: `Test ${role}` };
      }),
  });
  const [shown] = (await api.get(`/candidates/${candidateId}`)).body.communications;
  assert.deepEqual([shown.id, shown.communicationType, shown.userId], [id, 'Note', author!.user.id]);

  const [{ id: _, createdAtUtc, ...notification }] = await notificationsOf(reader!);
  assert.ok(createdAtUtc);
  assert.deepEqual(notification, {
    kind: 'mention',
    readAtUtc: null,
    actorId: author!.user.id,
    actorName: 'Test recruiter',
    communicationId: id,
    candidateId,
    taskId: null,
    taskTitle: null,
    recordName: 'Ada Muster',
  });
  assert.deepEqual(await notificationsOf(author!), []);
  assert.deepEqual([await unreadOf(reader!), await unreadOf(officer!), await unreadOf(author!)], [1, 1, 0]);
});

test('a mention of a user who cannot read notes is rejected, and nothing is stored', async () => {
  const candidateId = await createCandidate();
  const gone = await service.platform('recruiter');
  await service.sql('UPDATE user_account SET is_active = false WHERE id = $1', [gone.user.id]);
  const post = (mentions: unknown) => () =>
    author!.post(`/candidates/${candidateId}/notes`, { text: 'x', mentions });
  await assertRefused(service, post([reader!.user.id, integrator!.user.id]), 'mentions[1] notAllowed');
  await assertRefused(
    service,
    post([gone.user.id, 999_999]),
    'mentions[0] unknownReference',
    'mentions[1] unknownReference',
  );
  await assertRefused(service, post([reader!.user.id, reader!.user.id]), 'mentions duplicate');
  await assertRefused(
    service,
    () => author!.post(`/candidates/${candidateId}/notes`, { text: ' ' }),
    'text required',
  );
  assert.deepEqual((await reader!.get(`/candidates/${candidateId}/notes`)).body, { notes: [] });
});

test('notes are listed page by page, without other communication, and need an existing candidate', async () => {
  const candidateId = await createCandidate();
  const ids = [];
  for (const text of ['one', 'two', 'three']) ids.push(await write(candidateId, { text }));
  await api.post(`/candidates/${candidateId}/communications`, { communicationTypeId: 1 });
  const page = async (query: string) =>
    (await reader!.get(`/candidates/${candidateId}/notes${query}`)).body.notes.map(
      ({ id }: { id: number }) => id,
    );
  assert.deepEqual(await page('?limit=2'), [ids[2], ids[1]]);
  assert.deepEqual(await page(`?limit=2&before=${ids[1]}`), [ids[0]]);
  await assertNotFound(service, () => reader!.get('/candidates/999999/notes'));
  await assertNotFound(service, () => author!.post('/candidates/999999/notes', { text: 'x' }));
});

test('an assignee is notified once, and no longer sees it when the role does not show the record', async () => {
  const [assignee, next] = [await service.platform('recruiter'), await service.platform('recruiter')];
  const candidateId = await createCandidate();
  await service.sql('UPDATE candidate SET is_visible = true WHERE id = $1', [candidateId]);
  const task = { title: 'Call Ada', candidateId, assigneeId: assignee.user.id };
  const { id } = (await author!.post('/tasks', task)).body;
  await author!.put(`/tasks/${id}`, { title: 'Call Ada again', assigneeId: assignee.user.id });
  const [notification, ...others] = await notificationsOf(assignee);
  assert.deepEqual(others, []);
  const { kind, taskId, taskTitle, recordName, actorId } = notification;
  assert.deepEqual(
    { kind, taskId, taskTitle, recordName, actorId, candidateId: notification.candidateId },
    {
      kind: 'taskAssigned',
      taskId: id,
      taskTitle: 'Call Ada again',
      recordName: 'Ada Muster',
      actorId: author!.user.id,
      candidateId,
    },
  );
  await assignee.put(`/tasks/${id}`, { assigneeId: next.user.id });
  assert.deepEqual([await unreadOf(next), await unreadOf(author!)], [1, 0]);

  await write(candidateId, { text: 'x', mentions: [next.user.id] });
  assert.equal(await unreadOf(next), 2);
  await service.sql("UPDATE user_account SET role = 'integrator' WHERE id = $1", [next.user.id]);
  assert.deepEqual(await notificationsOf(next), []);
  assert.equal(await unreadOf(next), 0);
  await service.sql("UPDATE user_account SET role = 'recruiter' WHERE id = $1", [next.user.id]);
  assert.equal(await unreadOf(next), 2);
  await eraseCandidate(service.services, service.tenant.id, candidateId);
  assert.deepEqual(await notificationsOf(next), []);
  assert.deepEqual(await service.sql('SELECT id FROM notification WHERE user_id = $1', [next.user.id]), []);
});

test('notifications are marked one by one and together, and only by their user', async () => {
  const user = await service.platform('viewer');
  const candidateId = await createCandidate();
  for (let count = 0; count < 4; count++) await write(candidateId, { text: 'x', mentions: [user.user.id] });
  const [newest, second, third, oldest] = (await notificationsOf(user)).map(({ id }: { id: number }) => id);
  assert.deepEqual(
    (await notificationsOf(user, `?limit=1&before=${second}`)).map(({ id }: { id: number }) => id),
    [third],
  );

  await assertNotFound(service, () => reader!.put(`/notifications/${oldest}`, { isRead: true }));
  await reader!.post('/notifications/read', { untilId: newest });
  assert.equal(await unreadOf(user), 4);

  assert.equal((await user.put(`/notifications/${oldest}`, { isRead: true })).status, 204);
  const [{ readAtUtc }] = await notificationsOf(user, `?before=${third}`);
  assert.ok(readAtUtc);
  await service.clock.advance(60_000);
  await user.put(`/notifications/${oldest}`, { isRead: true });
  assert.equal((await notificationsOf(user, `?before=${third}`))[0].readAtUtc, readAtUtc);

  assert.equal((await user.post('/notifications/read', { untilId: second })).status, 204);
  assert.deepEqual(
    (await notificationsOf(user, '?unread=true')).map(({ id }: { id: number }) => id),
    [newest],
  );
  await user.put(`/notifications/${oldest}`, { isRead: false });
  assert.equal(await unreadOf(user), 2);
});
