import assert from 'node:assert/strict';
import { refused } from '../expect.ts';
import { unique } from '../given.ts';
import { client } from '../installation.ts';
import { call } from '../raw.ts';
import { rule } from '../rule.ts';

rule('idempotency.answerRepeated', 'Two calls with the same key create one candidate', async () => {
  const idempotencyKey = unique();
  const body = { firstName: 'Ada', lastName: unique() };
  const first = await client.candidates.create(body, { idempotencyKey }).withResponse();
  const second = await client.candidates.create(body, { idempotencyKey }).withResponse();
  assert.deepEqual(second.data, first.data);
  assert.deepEqual([first.isReplay, second.isReplay], [false, true]);
});

rule('idempotency.otherBody', 'A key cannot be used for another body', async () => {
  const idempotencyKey = unique();
  await client.candidates.create({ firstName: 'Ada', lastName: 'Muster' }, { idempotencyKey });
  const { status, body } = await call('POST', '/candidates', {
    headers: { 'idempotency-key': idempotencyKey },
    body: { firstName: 'Grace', lastName: 'Muster' },
  });
  assert.equal(status, 400);
  assert.equal(body.validationErrors[0].code, 'duplicate');
});

rule(
  'idempotency.refusalLeavesKeyFree',
  'After an error the corrected call can use the same key',
  async () => {
    const idempotencyKey = unique();
    await refused(client.candidates.create({ firstName: 'Ada', lastName: '' }, { idempotencyKey }), {
      lastName: 'required',
    });
    const { isReplay } = await client.candidates
      .create({ firstName: 'Ada', lastName: 'Muster' }, { idempotencyKey })
      .withResponse();
    assert.equal(isReplay, false);
  },
);

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

rule('idempotency.atOnce', 'Ten concurrent calls with one key create one candidate', async () => {
  const idempotencyKey = unique();
  const body = { firstName: 'Ada', lastName: unique() };
  // On a 409, because the first call is still running, the client retries.
  const created = await Promise.all(
    Array.from({ length: 10 }, () => client.candidates.create(body, { idempotencyKey })),
  );
  assert.equal(new Set(created.map(({ id }) => id)).size, 1);
});
