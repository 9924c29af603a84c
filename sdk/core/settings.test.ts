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

test('all URLs are derived from the API host', () => {
  const { baseUrl, tokenUrl, audience } = toSettings({ ...GIVEN, apiHost: 'https://api.example.com/' });
  assert.deepEqual(
    [baseUrl, tokenUrl, audience],
    ['https://api.example.com/v3', 'https://api.example.com/oauth/token', 'https://api.example.com/api/v3'],
  );
});

test('all URLs are derived from the base URL', () => {
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
  ['the audience as base URL', { ...withoutHost, baseUrl: 'https://x.org/api/v3' }, /must end in \/v3/],
  ['a base URL without the version', { ...withoutHost, baseUrl: 'https://x.org' }, /must end in \/v3/],
  ['no URL', withoutHost, /baseUrl \(or apiHost\) is missing/],
  ['both URLs', { ...GIVEN, baseUrl: 'https://x.org/v3' }, /either/],
  ['an invalid URL', { ...GIVEN, apiHost: 'api.example.com' }, /absolute URL/],
  ['another protocol', { ...GIVEN, apiHost: 'ftp://api.example.com' }, /https/],
  ['credentials in a URL', { ...GIVEN, apiHost: 'https://a:b@example.com' }, /without credentials/],
  ['no client id', { ...GIVEN, clientId: '' }, /clientId is missing/],
  ['no secret', { ...GIVEN, clientSecret: undefined }, /clientSecret is missing/],
  [
    'spaces around the secret',
    { ...GIVEN, clientSecret: ' very-secret' },
    /clientSecret must not start or end with white space/,
  ],
  ['no customer name', { ...GIVEN, customerName: undefined }, /customerName is missing/],
  ['a timeout of zero', { ...GIVEN, timeoutMs: 0 }, /timeoutMs/],
  [
    'a timeout beyond what the global fetch waits',
    { ...GIVEN, timeoutMs: 300_001 },
    /^timeoutMs .* at most 300,000, the limit of the global fetch\. To wait longer, set the option fetch/,
  ],
  [
    'a timeout beyond what timers hold',
    { ...GIVEN, fetch, timeoutMs: 2 ** 31 },
    /^timeoutMs must be greater than 0 and at most 2,147,483,647\.$/,
  ],
  [
    'a misspelled option',
    { ...GIVEN, timeoutMS: 5 },
    /^Unknown option timeoutMS\. The options are .*timeoutMs/,
  ],
  ['half a retry', { ...GIVEN, maxRetries: 0.5 }, /maxRetries/],
] as const) {
  test(`rejected with a message that does not contain the secret: ${what}`, () => {
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

test('the longest timeouts are accepted', () => {
  assert.equal(toSettings({ ...GIVEN, timeoutMs: 300_000 }).timeoutMs, 300_000);
  assert.equal(toSettings({ ...GIVEN, fetch, timeoutMs: 2 ** 31 - 1 }).timeoutMs, 2 ** 31 - 1);
});

test('the timeout of a call has the same limits', async () => {
  for (const timeoutMs of [0, Number.NaN, 300_001])
    await assert.rejects(async () => new Stellwerk(GIVEN).branches.list({ timeoutMs }), {
      name: 'TypeError',
      message: /^timeoutMs must be greater than 0 and at most 300,000/,
    });
});

test('a logged client does not contain the secret', () => {
  const client = new Stellwerk(GIVEN);
  assert.doesNotMatch(inspect(client, { depth: 10, showHidden: true }), /very-secret/);
  assert.doesNotMatch(JSON.stringify(client), /very-secret/);
});

test('a browser is rejected', () => {
  const { versions } = process;
  // A browser has no versions; bundlers provide an empty `process`.
  Object.defineProperty(process, 'versions', { value: {}, configurable: true });
  try {
    assert.throws(() => new Stellwerk(GIVEN), { name: 'TypeError', message: /servers only.*client secret/ });
  } finally {
    Object.defineProperty(process, 'versions', { value: versions, configurable: true });
  }
});
