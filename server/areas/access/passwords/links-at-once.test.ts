import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlatformApi } from '../../../testing/harness.ts';
import { callDuring } from '../../../testing/held-transaction.ts';
import { startMailService } from '../../../testing/mail-service.ts';

const { service, sendMails } = await startMailService();
const admin = await service.platform('admin');
const visitor = createPlatformApi(service.baseUrl, { id: 0, email: '', password: '' }, '');

test('of two links of a user that are used at once, one sets the password, and they do not end each other', async () => {
  const user = { email: 'eva@users.example.org', firstName: 'Eva', lastName: 'Kern', role: 'recruiter' };
  const { id } = (await admin.post('/users', user)).body;
  for (const _ of [1, 2]) assert.equal((await admin.post(`/users/${id}/invitation`)).status, 204);
  const tokens = (await sendMails()).map(({ parsed }) => /#token=([\w-]+)\n/.exec(parsed.text!)![1]!);
  assert.equal(tokens.length, 2);
  // Both wait for the user. The one that goes on first ends the link of the other one.
  const answers = await callDuring(
    service,
    'SELECT FROM user_account WHERE id = $1 FOR UPDATE',
    [id],
    () =>
      Promise.all(
        tokens.map((token) => visitor.put('/password', { token, newPassword: 'correct horse battery' })),
      ),
    2,
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 400]);
});
