import assert from 'node:assert/strict';
import { refused } from '../expect.ts';
import { unique } from '../given.ts';
import { client } from '../installation.ts';
import { call } from '../raw.ts';
import { rule } from '../rule.ts';

rule('idempotency.answerRepeated', 'The same call with the same key creates once', async () => {
  const idempotencyKey = unique();
  const body = { firstName: 'Ada', lastName: unique() };
  const first = await client.candidates.create(body, { idempotencyKey }).withResponse();
  const second = await client.candidates.create(body, { idempotencyKey }).withResponse();
  assert.deepEqual(second.data, first.data);
  assert.deepEqual([first.isReplay, second.isReplay], [false, true]);
});

rule('idempotency.otherBody', 'A key belongs to one body', async () => {
  const idempotencyKey = unique();
  await client.candidates.create({ firstName: 'Ada', lastName: 'Muster' }, { idempotencyKey });
  const { status, body } = await call('POST', '/candidates', {
    headers: { 'idempotency-key': idempotencyKey },
    body: { firstName: 'Grace', lastName: 'Muster' },
  });
  assert.equal(status, 400);
  assert.equal(body.validationErrors[0].code, 'duplicate');
});

rule('idempotency.refusalLeavesKeyFree', 'After a refusal the corrected call may use the key', async () => {
  const idempotencyKey = unique();
  await refused(client.candidates.create({ firstName: 'Ada', lastName: '' }, { idempotencyKey }), {
    lastName: 'required',
  });
  const { isReplay } = await client.candidates
    .create({ firstName: 'Ada', lastName: 'Muster' }, { idempotencyKey })
    .withResponse();
  assert.equal(isReplay, false);
});

rule('idempotency.keyLength', 'A key of 256 characters is too long', async () => {
  const body = { firstName: 'Ada', lastName: 'Muster' };
  const status = async (length: number) =>
    (
      await call('POST', '/candidates', {
        headers: { 'idempotency-key': unique().padEnd(length, 'x') },
        body,
      })
    ).status;
  assert.equal(await status(255), 200);
  assert.equal(await status(256), 400);
});

rule('idempotency.atOnce', 'Of ten calls at once with one key one creates', async () => {
  const idempotencyKey = unique();
  const body = { firstName: 'Ada', lastName: unique() };
  // The client waits and asks again where the first is still running.
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => client.candidates.create(body, { idempotencyKey })),
  );
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
});
