import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PreviousSecretError, readWebhookSecrets, rotateWebhookSecret } from '../areas/tenants/index.ts';
import { startTestService } from '../testing/harness.ts';
import { commandsOf } from '../testing/service-commands.ts';

const WEEK_MS = 7 * 86_400_000;
const SECRET = /^Webhook secret: (whsec_[A-Za-z0-9+/]{43}=)$/m;
const WHERE =
  /^Admins and integrators of the tenant can also display it in the console, under Developers\.$/m;

const service = await startTestService();
const { services, clock } = service;
const commands = await commandsOf(service);
const rotate = (key: string, ...words: string[]) => ['webhooks', 'rotate-secret', '--tenant', key, ...words];

async function rotated(key: string, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await commands.run(rotate(key, ...words));
  assert.equal(code, 0, stderr);
  assert.match(stdout, WHERE);
  return SECRET.exec(stdout)![1]!;
}

test('a new tenant has its secret in the output, which says where it is found again', async () => {
  const { code, stdout } = await commands.run(['tenant', 'create', 'secretive', '--name', 'Secretive']);
  assert.equal(code, 0);
  assert.match(stdout, SECRET);
  assert.match(stdout, WHERE);
});

test('a second rotation within seven days needs --end-previous, because it ends the previous secret', async () => {
  const { id, key } = await service.createTenant();
  const [first] = await readWebhookSecrets(services, id);
  const second = await rotated(key);
  const startMs = clock.now().getTime();
  await commands.assertRefused(
    rotate(key),
    /The secret was not rotated: .*signs until 2\d{3}-\d\d-\d\dT[\d:.]+Z\. .* with --end-previous\.\n$/,
  );
  assert.deepEqual(await readWebhookSecrets(services, id), [second, first]);
  await assert.rejects(rotateWebhookSecret(services, id, { keepsPrevious: true }), (error) => {
    assert.ok(error instanceof PreviousSecretError);
    const endsMs = Date.parse(error.endsAt);
    return endsMs > startMs + WEEK_MS - 60_000 && endsMs <= startMs + WEEK_MS + 60_000;
  });
  const third = await rotated(key, '--end-previous');
  assert.deepEqual(await readWebhookSecrets(services, id), [third, second]);
});

test('after seven days a rotation needs no option', async () => {
  const { id, key } = await service.createTenant();
  const second = await rotated(key);
  await clock.advance(WEEK_MS + 1000);
  const third = await rotated(key);
  assert.deepEqual(await readWebhookSecrets(services, id), [third, second]);
});

test('of several rotations at once, one succeeds', async () => {
  const { id } = await service.createTenant();
  const [first] = await readWebhookSecrets(services, id);
  const results = await Promise.allSettled(
    Array.from({ length: 4 }, () => rotateWebhookSecret(services, id, { keepsPrevious: true })),
  );
  const [made, ...others] = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  assert.deepEqual(others, []);
  assert.deepEqual(await readWebhookSecrets(services, id), [made, first]);
});
