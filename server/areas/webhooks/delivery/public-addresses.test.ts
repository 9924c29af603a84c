import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startReceiver } from '../../../testing/webhook-receiver.ts';
import { WebhookCaller } from './call.ts';
import { hostOf, isPublicAddress, PrivateAddressError, publicAddresses } from './public-addresses.ts';

const PRIVATE = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '168.63.129.16',
  '100.64.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '2001::1',
  '2001:db8::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'not an address',
];
for (const address of PRIVATE) {
  test(`${address} is not public`, () => assert.equal(isPublicAddress(address), false));
}

for (const address of [
  '8.8.8.8',
  '172.32.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '2002:808:808::1',
  '2606:4700::1111',
]) {
  test(`${address} is public`, () => assert.equal(isPublicAddress(address), true));
}

const failingResolve = () => assert.fail('an IP address must not be looked up');

for (const url of [
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://[::1]/',
  'http://[::ffff:7f00:1]/',
  'http://[0:0:0:0:0:ffff:127.0.0.1]/',
]) {
  test(`${url} is rejected as an address of this machine`, async () => {
    await assert.rejects(publicAddresses(hostOf(new URL(url)), failingResolve), PrivateAddressError);
  });
}

test('a name with a private address among public ones is rejected', async () => {
  const resolve = async () => [
    { address: '8.8.8.8', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  await assert.rejects(publicAddresses('both.example.com', resolve), PrivateAddressError);
});

const receiver = await startReceiver();
const port = new URL(receiver.url).port;

function callerOf(...addresses: string[]) {
  let lookups = 0;
  const caller = new WebhookCaller({
    allowPrivate: false,
    timeoutMs: 2000,
    resolve: async () => [{ address: addresses[Math.min(lookups++, addresses.length - 1)]!, family: 4 }],
  });
  after(() => caller.close());
  return {
    lookups: () => lookups,
    post: (host: string) => caller.post(`http://${host}:${port}/`, {}, '{}', new AbortController().signal),
  };
}

test('a name that resolves to a private address at the time of the call is not called', async () => {
  const { post } = callerOf('127.0.0.1');
  const outcome = await post('rebinding.example.com');
  assert.equal(outcome?.isSuccess, false);
  assert.equal(outcome?.reason, 'The address is not public.');
  assert.deepEqual(receiver.calls, []);
});

test('the connection uses the checked address, without a second lookup', async () => {
  // The first lookup returns an address without a server, a second one would return the receiver.
  const { post, lookups } = callerOf('240.0.0.0', '127.0.0.1');
  await post('rebinding.example.com');
  assert.equal(lookups(), 1);
  assert.deepEqual(receiver.calls, []);
});

for (const host of ['127.0.0.1', '2130706433', '0x7f000001', '[::ffff:127.0.0.1]']) {
  test(`a call to ${host} does not reach this machine`, async () => {
    const outcome = await callerOf('8.8.8.8').post(host);
    assert.equal(outcome?.reason, 'The address is not public.');
    assert.deepEqual(receiver.calls, []);
  });
}
