import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { Stellwerk, type StellwerkOptions } from '../index.ts';
import { toSettings } from './settings.ts';

const GIVEN: StellwerkOptions = {
  apiHost: 'https://api.example.com',
  clientId: 'id',
  clientSecret: 'very-secret',
  customerName: 'Muster',
};
const withoutHost = { ...GIVEN, apiHost: undefined };

test('all addresses follow from the API host', () => {
  const { baseUrl, tokenUrl, audience } = toSettings({ ...GIVEN, apiHost: 'https://api.example.com/' });
  assert.deepEqual(
    [baseUrl, tokenUrl, audience],
    ['https://api.example.com/v3', 'https://api.example.com/oauth/token', 'https://api.example.com/api/v3'],
  );
});

test('all addresses follow from the base address', () => {
  const { baseUrl, tokenUrl, audience } = toSettings({
    ...withoutHost,
    baseUrl: 'https://example.com/recruiting/v3/',
    authUrl: 'https://login.example.com/',
  });
  assert.deepEqual(
    [baseUrl, tokenUrl, audience],
    [
      'https://example.com/recruiting/v3',
      'https://login.example.com/oauth/token',
      'https://example.com/recruiting/api/v3',
    ],
  );
});

for (const [what, options, message] of [
  [
    'base address and audience swapped',
    { ...withoutHost, baseUrl: 'https://x.org/api/v3' },
    /must end in \/v3/,
  ],
  ['a base address without the version', { ...withoutHost, baseUrl: 'https://x.org' }, /must end in \/v3/],
  ['no address', withoutHost, /baseUrl \(or apiHost\) is missing/],
  ['both addresses', { ...GIVEN, baseUrl: 'https://x.org/v3' }, /either/],
  ['an address that is none', { ...GIVEN, apiHost: 'api.example.com' }, /absolute address/],
  ['another protocol', { ...GIVEN, apiHost: 'ftp://api.example.com' }, /https/],
  ['credentials in an address', { ...GIVEN, apiHost: 'https://a:b@example.com' }, /without credentials/],
  ['no client id', { ...GIVEN, clientId: '' }, /clientId is missing/],
  ['no secret', { ...GIVEN, clientSecret: undefined }, /clientSecret is missing/],
  ['spaces around the secret', { ...GIVEN, clientSecret: ' very-secret' }, /clientSecret has white space/],
  ['no name', { ...GIVEN, customerName: undefined }, /customerName is missing/],
  ['no time', { ...GIVEN, timeoutMs: 0 }, /timeoutMs/],
  ['a time beyond all timers', { ...GIVEN, timeoutMs: 2 ** 31 }, /timeoutMs/],
  ['half a retry', { ...GIVEN, maxRetries: 0.5 }, /maxRetries/],
] as const) {
  test(`refused with the reason, and without the secret: ${what}`, () => {
    assert.throws(
      () => new Stellwerk(options as unknown as StellwerkOptions),
      (error: Error) => {
        assert.ok(error instanceof TypeError);
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /very-secret/);
        return true;
      },
    );
  });
}

test('a client that is logged shows no secret', () => {
  const client = new Stellwerk(GIVEN);
  assert.doesNotMatch(inspect(client, { depth: 10, showHidden: true }), /very-secret/);
  assert.doesNotMatch(JSON.stringify(client), /very-secret/);
});

test('a browser is refused with the reason', () => {
  const { versions } = process;
  // What a browser lacks; bundlers put an empty `process` there.
  Object.defineProperty(process, 'versions', { value: {}, configurable: true });
  try {
    assert.throws(() => new Stellwerk(GIVEN), { name: 'TypeError', message: /servers only.*client secret/ });
  } finally {
    Object.defineProperty(process, 'versions', { value: versions, configurable: true });
  }
});
