import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders } from './signature.ts';

const OTHER_SECRET = `whsec_${Buffer.from('another secret').toString('base64')}`;

/** The rows of the call in the guide with which developers check a receiver of their own, by their first cell. */
async function readVector(): Promise<Record<string, string>> {
  const guide = await readFile(join(import.meta.dirname, '../../../../docs/integrating/webhooks.md'), 'utf8');
  const [, section] = guide.split('## Verifying without a library\n');
  const rows = section!.split('\n## ')[0]!.matchAll(/^\| ([\w-]+) +\| `(.+)` +\|$/gm);
  return Object.fromEntries([...rows].map(([, name, value]) => [name, value]));
}

const vector = await readVector();
const at = new Date(Number(vector['webhook-timestamp']) * 1000);

test('the call in the guide has the signature that the service computes', () => {
  const { secret, body, ...headers } = vector;
  assert.deepEqual(headers, signatureHeaders(vector['webhook-id']!, at, body!, [secret!]));
});

test('the library computes the signature in the guide too', () => {
  const signature = new Webhook(vector.secret!).sign(vector['webhook-id']!, at, vector.body!);
  assert.equal(signature, vector['webhook-signature']);
});

test('a call with two secrets has a signature of each, separated by a space', () => {
  const { 'webhook-signature': both } = signatureHeaders(vector['webhook-id']!, at, vector.body!, [
    OTHER_SECRET,
    vector.secret!,
  ]);
  assert.equal(
    both,
    `${new Webhook(OTHER_SECRET).sign(vector['webhook-id']!, at, vector.body!)} ${vector['webhook-signature']}`,
  );
});
