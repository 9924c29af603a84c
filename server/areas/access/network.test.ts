import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './network.ts';

for (const [address, network] of [
  ['198.51.100.7', '198.51.100.0/24'],
  ['198.51.100.255', '198.51.100.0/24'],
  ['::ffff:198.51.100.7', '198.51.100.0/24'],
  ['::FFFF:c633:6407', '198.51.100.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
] as const) {
  test(`the network of ${address} is ${network}`, () => {
    assert.equal(networkOf(address), network);
  });
}
