import assert from 'node:assert/strict';
import { notFound, refused, shows } from '../expect.ts';
import { candidate, NOBODY, recruiterId } from '../given.ts';
import { client } from '../installation.ts';
import { call } from '../raw.ts';
import { rule } from '../rule.ts';

rule('users.envelope', 'The older list has its users in data', async () => {
  const { isFaulty, data, statusCode } = await client.users.listEnveloped();
  assert.deepEqual([isFaulty, statusCode], [false, 200]);
  for (const { id, rowGuid, userFullName } of data) assert.ok(id && rowGuid && userFullName);
});

rule('users.flat', 'The newer list has the same users', async () => {
  const { body } = await call('GET', '/users/all');
  assert.deepEqual(Object.keys(body), ['users']);
  const { data } = await client.users.listEnveloped();
  assert.deepEqual(body.users, data);
  const { users } = await client.users.list({ startDate: '2001-01-01', endDate: '2001-01-01' });
  assert.deepEqual(users, []);
});

rule('users.responsibilities', 'A listed user can be responsible', async () => {
  const { users } = await client.users.listResponsibilities();
  assert.ok(users.length > 0);
  const responsibility = users.at(-1)!.id;
  shows(await client.candidates.get(await candidate({ responsibility })), { responsibility });
});

rule('users.onlyThose', 'A user who is not listed cannot', async () => {
  const permitted = new Set((await client.users.listResponsibilities()).users.map(({ id }) => id));
  const { users } = await client.users.list();
  for (const responsibility of [NOBODY, ...users.map(({ id }) => id).filter((id) => !permitted.has(id))])
    await refused(client.candidates.create({ firstName: 'Ada', lastName: 'Muster', responsibility }), {
      responsibility: 'unknownReference',
    });
});

rule('users.detail', 'Both ids return the same user', async () => {
  const user = await client.users.get(await recruiterId());
  assert.deepEqual(await client.users.get(user.rowGuid), user);
  assert.ok(user.userFullName && Array.isArray(user.licences) && Array.isArray(user.assignedOffices));
  await notFound(client.users.get(NOBODY));
  await notFound(client.users.get('00000000-0000-4000-8000-000000000000'));
});
