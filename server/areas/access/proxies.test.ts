import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings, SettingError } from '../../config.ts';
import { startTestService, type TestService } from '../../testing/harness.ts';

async function fail(baseUrl: string, clientId: string, forwardedFor: string): Promise<number> {
  const response = await fetch(`${baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'user-agent': 'Test/1.0', 'x-forwarded-for': forwardedFor },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: 'wrong',
    }),
  });
  await response.arrayBuffer();
  return response.status;
}

async function failTenTimes(baseUrl: string, forwardedFor: string): Promise<void> {
  for (let index = 0; index < 10; index++) {
    assert.equal(await fail(baseUrl, `swc_unknown_${index}`, forwardedFor), 401);
  }
}

/** The test service requests a token at its start, which spares the network of the tests. */
async function forgetOwnToken(sql: TestService['sql']): Promise<void> {
  await sql('DELETE FROM sign_in_attempt');
}

test('behind a trusted proxy, each client is throttled by its own network', async () => {
  const { baseUrl } = await startTestService({ TRUSTED_PROXIES: '127.0.0.0/8, ::1' });
  await failTenTimes(baseUrl, '198.51.100.1');
  assert.equal(await fail(baseUrl, 'swc_new', '198.51.100.1'), 429);
  assert.equal(await fail(baseUrl, 'swc_new', '198.51.101.2'), 401);
  // Entries that the client itself adds before the proxy's entry do not count.
  assert.equal(await fail(baseUrl, 'swc_new', '203.0.113.7, 198.51.100.1'), 429);
});

test('without trusted proxies, X-Forwarded-For does not bypass the throttle', async () => {
  const { baseUrl, sql } = await startTestService();
  await forgetOwnToken(sql);
  await failTenTimes(baseUrl, '198.51.100.1');
  assert.equal(await fail(baseUrl, 'swc_new', '198.51.101.2'), 429);
});

test('X-Forwarded-For of an untrusted proxy is ignored', async () => {
  const { baseUrl, sql } = await startTestService({ TRUSTED_PROXIES: '10.0.0.0/8' });
  await forgetOwnToken(sql);
  await failTenTimes(baseUrl, '198.51.100.1');
  assert.equal(await fail(baseUrl, 'swc_new', '198.51.101.2'), 429);
});

for (const value of ['proxy.example.com', 'true', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.0/8/8', 'loopback']) {
  test(`TRUSTED_PROXIES=${value} is rejected`, () => {
    assert.throws(() => readSettings({ TRUSTED_PROXIES: value }), SettingError);
  });
}
