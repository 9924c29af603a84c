import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { toWebhookEvent, type WebhookEvent } from '../sdk/listen/event.ts';
import { startReceiver } from '../sdk/listen/receiver.ts';
import { verifyWebhook, WebhookVerificationError } from '../sdk/listen/verify.ts';

// Compares the verification with the package standardwebhooks, which signs the calls.

const SECRET = `whsec_${Buffer.from('a secret of some length').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('the one before').toString('base64')}`;
const EVENT = { id: 'e1', event: 'candidate.created', endpoint: '/candidates/1', entityId: 1 };
const BODY = JSON.stringify({ ...EVENT, note: 'Größe €' });
const NOW = new Date('2026-03-02T08:15:30Z');

function sign(secret: string, body = BODY, at = NOW, id = 'msg_1'): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}

const verify = (headers: Record<string, string>, secrets: string | string[] = SECRET, body = BODY) =>
  verifyWebhook(body, headers, secrets, { nowMs: NOW.getTime() });

const refuses = (act: () => unknown, pattern: RegExp) =>
  assert.throws(act, (error) => error instanceof WebhookVerificationError && pattern.test(error.message));

test('accepts what standardwebhooks signs, with or without the prefix of the secret', () => {
  assert.deepEqual(verify(sign(SECRET)), JSON.parse(BODY));
  assert.deepEqual(verify(sign(SECRET), SECRET.slice('whsec_'.length)), JSON.parse(BODY));
  assert.deepEqual(
    verifyWebhook(Buffer.from(BODY), new Headers(sign(SECRET)), SECRET, { nowMs: NOW.getTime() }),
    JSON.parse(BODY),
  );
});

test('accepts either secret during a rotation, and a call with both signatures', () => {
  assert.ok(verify(sign(OTHER), [SECRET, OTHER]));
  const both = sign(SECRET);
  both['webhook-signature'] = `${sign(OTHER)['webhook-signature']} v2,abc ${both['webhook-signature']}`;
  assert.ok(verify(both));
});

test('rejects another secret, a changed body, id or time, and a signature of another length', () => {
  refuses(() => verify(sign(OTHER)), /none of the secrets/);
  refuses(() => verify(sign(SECRET), SECRET, `${BODY} `), /none of the secrets/);
  refuses(() => verify({ ...sign(SECRET), 'webhook-id': 'msg_2' }), /none of the secrets/);
  const time = String(NOW.getTime() / 1000 + 1);
  refuses(() => verify({ ...sign(SECRET), 'webhook-timestamp': time }), /none of the secrets/);
  refuses(() => verify({ ...sign(SECRET), 'webhook-signature': 'v1,' }), /none of the secrets/);
  refuses(() => verify({ ...sign(SECRET), 'webhook-signature': 'v1,AAAA' }), /none of the secrets/);
});

test('rejects a call more than five minutes in the past or the future', () => {
  for (const minutes of [-6, 6]) {
    const at = new Date(NOW.getTime() + minutes * 60_000);
    refuses(() => verify(sign(SECRET, BODY, at)), /too far/);
  }
  assert.ok(verify(sign(SECRET, BODY, new Date(NOW.getTime() - 299_000))));
  refuses(() => verify({ ...sign(SECRET), 'webhook-timestamp': 'soon' }), /too far/);
});

test('names a missing header', () => {
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    const { [name]: _, ...rest } = sign(SECRET);
    refuses(() => verify(rest), new RegExp(name));
  }
});

test('an empty secret is a TypeError', () => {
  assert.throws(() => verify(sign(SECRET), 'whsec_'), TypeError);
});

test('an event is read from the standard format and from a CloudEvent', () => {
  assert.deepEqual(toWebhookEvent(EVENT), EVENT);
  assert.deepEqual(toWebhookEvent({ specversion: '1.0', data: EVENT }), EVENT);
  for (const other of [null, 'text', {}, { specversion: '1.0' }])
    assert.equal(toWebhookEvent(other), undefined);
});

/** Calls the receiver on this port and returns the status of its response. */
function call(port: number, headers: Record<string, string>, body: string, method = 'POST') {
  return new Promise<number>((resolve, reject) => {
    request({ port, method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    })
      .on('error', reject)
      .end(method === 'POST' ? body : undefined);
  });
}

test('a receiver responds with 200 to a repeated call and reports it once', async (t) => {
  const events: WebhookEvent[] = [];
  const refused: string[] = [];
  const receiver = await startReceiver({
    port: 0,
    portFlag: '--port',
    host: '127.0.0.1',
    secrets: [SECRET],
    onEvent: (event) => void events.push(event),
    onRefused: (reason) => void refused.push(reason),
  });
  t.after(() => receiver.close());
  const send = (headers: Record<string, string>, body: string, method = 'POST') =>
    call(receiver.port, headers, body, method);
  const genuine = sign(SECRET, BODY, new Date());
  assert.equal(await send(genuine, BODY), 200);
  assert.equal(await send(genuine, BODY), 200);
  assert.equal(events.length, 1);
  assert.equal(await send(sign(OTHER, BODY, new Date()), BODY), 401);
  assert.equal(await send(sign(SECRET, '{}', new Date(), 'msg_3'), '{}'), 400);
  assert.equal(await send({}, '', 'GET'), 405);
  assert.equal(events.length, 1);
  assert.equal(refused.length, 3);
});

test('a receiver names the cause of a refusal: a body that is not JSON, or a fault of its own', async (t) => {
  for (const [secret, body, status, reason] of [
    [SECRET, 'not JSON', 400, 'a body that is not JSON'],
    ['whsec_…', BODY, 500, 'A webhook secret must be the text shown in the console, whsec_…'],
  ] as const) {
    const refused: string[] = [];
    const receiver = await startReceiver({
      port: 0,
      portFlag: '--port',
      host: '127.0.0.1',
      secrets: [secret],
      onEvent: () => {},
      onRefused: (text) => void refused.push(text),
    });
    t.after(() => receiver.close());
    assert.equal(await call(receiver.port, sign(SECRET, body, new Date()), body), status);
    assert.deepEqual(refused, [reason]);
  }
});
