import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { readWebhookSecrets } from '../areas/tenants/index.ts';
import { startWebhookService } from '../testing/webhook-service.ts';
import { findFreePort } from './documentation/run-page.ts';

// The receiver of the guide about webhooks, started as the guide says.

const { service, api, subscribe, createCandidate, drain, readLog } = await startWebhookService();
const [secret] = await readWebhookSecrets(service.services, service.tenant.id);
const port = await findFreePort();
const receiver = spawn(process.execPath, [join(import.meta.dirname, '../../examples/webhook-receiver.js')], {
  env: { PORT: String(port), WEBHOOK_SECRET: secret },
  stdio: ['ignore', 'pipe', 'inherit'],
});
after(() => receiver.kill());
const lines = createInterface(receiver.stdout)[Symbol.asyncIterator]();
const nextLine = async () => (await lines.next()).value;
assert.equal(await nextLine(), 'Waiting for calls.');
const url = `http://127.0.0.1:${port}/`;

for (const [format, name] of [
  [1482, 'the standard format'],
  [1483, 'the format of cloud events'],
] as const) {
  test(`the receiver of the guide reads a call in ${name}`, async () => {
    assert.equal((await api.put(`/webhooks/settings/eventdatatype/${format}`)).status, 200);
    const registration = await subscribe({ url });
    const candidateId = await createCandidate();
    await drain(registration);
    const events: { sendStatus: string }[] = await readLog();
    // First, because a call that was refused prints no line.
    assert.deepEqual(
      events.map(({ sendStatus }) => sendStatus),
      ['Transfered'],
    );
    assert.equal(await nextLine(), `candidate.created: fetch /candidates/${candidateId}`);
  });
}

for (const body of ['{"id":"1","type":"other"}', '{"specversion":"1.0","id":"1"}', 'null', '[]']) {
  test(`the receiver of the guide refuses the body ${body}, and goes on`, async () => {
    const at = new Date();
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'webhook-id': '1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret!).sign('1', at, body),
      },
      body,
    });
    assert.equal(response.status, 400);
  });
}

test('the receiver of the guide refuses a call without a signature', async () => {
  const response = await fetch(url, { method: 'POST', body: '{}' });
  assert.equal(response.status, 401);
  assert.equal(receiver.exitCode, null);
});
