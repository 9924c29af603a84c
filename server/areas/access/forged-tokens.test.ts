import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decodeJwt,
  decodeProtectedHeader,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose';
import { openText } from '../../core/crypto/sealing.ts';
import { createApi, startTestService } from '../../testing/harness.ts';

const service = await startTestService();
const { tenant } = service;
const PUBLIC_URL = service.services.settings.publicUrl;
const AUDIENCE = `${PUBLIC_URL}/api/v3`;

async function statusWith(token: string): Promise<number> {
  return (await createApi(service.baseUrl, token).get('/branches')).status;
}

// Each forged token differs from a valid one in a single point.

const [stored] = await service.sql<{ key_id: string; private_jwk_sealed: string; public_jwk: JWK }>(
  'SELECT * FROM signing_key WHERE retired_at IS NULL',
);
const masterKey = service.services.masterKeys.own;
const privateKey = (await importJWK(
  JSON.parse(openText(stored!.private_jwk_sealed, { masterKey, purpose: 'signing-key' })),
  'ES256',
)) as CryptoKey;
const VALID_HEADER = { alg: 'ES256', typ: 'at+jwt', kid: stored!.key_id };

function claims(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const iat = Math.floor(service.clock.now().getTime() / 1000);
  const all = {
    iss: PUBLIC_URL,
    aud: AUDIENCE,
    sub: tenant.clientId,
    client_id: tenant.clientId,
    jti: 'x',
    iat,
    exp: iat + 600,
    scope: 'branches:read',
    tenant: tenant.id,
    ...overrides,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function sign(
  payload: Record<string, unknown>,
  header: Record<string, unknown> = VALID_HEADER,
  key: CryptoKey | Uint8Array = privateKey,
) {
  return new SignJWT(payload).setProtectedHeader(header as JWTHeaderParameters).sign(key);
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('the token that the forgeries are derived from is accepted', async () => {
  assert.equal(await statusWith(await sign(claims())), 200);
});

const FORGERIES: Record<string, () => Promise<string> | string> = {
  'no signature (alg none)': () => `${encode({ ...VALID_HEADER, alg: 'none' })}.${encode(claims())}.`,
  'HS256 with the public key as the secret': async () => {
    const spki = await exportSPKI(
      (await importJWK({ ...stored!.public_jwk, ext: true }, 'ES256', { extractable: true })) as CryptoKey,
    );
    return sign(claims(), { ...VALID_HEADER, alg: 'HS256' }, new TextEncoder().encode(spki));
  },
  'HS256 with the public JWK as the secret': () =>
    sign(
      claims(),
      { ...VALID_HEADER, alg: 'HS256' },
      new TextEncoder().encode(JSON.stringify(stored!.public_jwk)),
    ),
  'a foreign key': async () => sign(claims(), VALID_HEADER, (await generateKeyPair('ES256')).privateKey),
  'a foreign key in the header': async () => {
    const pair = await generateKeyPair('ES256', { extractable: true });
    return sign(claims(), { ...VALID_HEADER, jwk: stored!.public_jwk }, pair.privateKey);
  },
  'an unknown key id': () => sign(claims(), { ...VALID_HEADER, kid: 'unknown' }),
  'no key id': () => sign(claims(), { alg: 'ES256', typ: 'at+jwt' }),
  'another type': () => sign(claims(), { ...VALID_HEADER, typ: 'JWT' }),
  'no type': () => sign(claims(), { alg: 'ES256', kid: VALID_HEADER.kid }),
  'a foreign issuer': () => sign(claims({ iss: 'https://example.org' })),
  'no issuer': () => sign(claims({ iss: undefined })),
  'a foreign audience': () => sign(claims({ aud: 'https://example.org/api/v3' })),
  'no audience': () => sign(claims({ aud: undefined })),
  'no expiry': () => sign(claims({ exp: undefined })),
  'an expiry in the past': () => sign(claims({ exp: Math.floor(service.clock.now().getTime() / 1000) - 1 })),
  'a start of validity in the future': () =>
    sign(claims({ nbf: Math.floor(service.clock.now().getTime() / 1000) + 600 })),
  'an unknown client': () => sign(claims({ sub: 'swc_unknown' })),
  'another tenant': () => sign(claims({ tenant: tenant.id + 1 })),
  'no tenant': () => sign(claims({ tenant: undefined })),
  'an unknown critical extension': () =>
    new SignJWT(claims())
      .setProtectedHeader({ ...VALID_HEADER, crit: ['exp'], exp: 1 })
      .sign(privateKey, { crit: { exp: true } }),
};
for (const [what, forge] of Object.entries(FORGERIES)) {
  test(`a forged token returns a 401: ${what}`, async () => {
    const response = await createApi(service.baseUrl, await forge()).get('/branches');
    assert.equal(response.status, 401);
    assert.match(response.headers.get('www-authenticate')!, /error="invalid_token"/);
  });
}

test('a token modified in any part returns a 401', async () => {
  const token = await sign(claims());
  const [header, payload, signature] = token.split('.') as [string, string, string];
  const widened = encode({ ...decodeJwt(token), scope: 'candidates:write' });
  for (const tampered of [
    `${header}.${widened}.${signature}`,
    `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
    `${encode({ ...decodeProtectedHeader(token), extra: 1 })}.${payload}.${signature}`,
    `${header}.${payload}`,
    `${header}.${payload}.`,
    `${token}.${signature}`,
  ]) {
    assert.equal(await statusWith(tampered), 401, tampered);
  }
});

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

test('a token has one spelling: any other spelling of the same bytes returns a 401', async () => {
  const token = await sign(claims());
  assert.equal(await statusWith(token), 200);
  const [header, payload, signature] = token.split('.') as [string, string, string];
  // The last of the 86 characters has four unused bits, which are zero.
  const last = ALPHABET.indexOf(signature.at(-1)!);
  const unused = Array.from({ length: 15 }, (_, bits) => signature.slice(0, -1) + ALPHABET[last + bits + 1]!);
  for (const spelling of [...unused, `${signature}=`, `${signature}==`, `${signature}A`]) {
    const respelled = `${header}.${payload}.${spelling}`;
    const response = await createApi(service.baseUrl, respelled).get('/branches');
    assert.equal(response.status, 401, spelling);
    assert.match(response.headers.get('www-authenticate')!, /error="invalid_token"/);
  }
  assert.equal(await statusWith(`${header}=.${payload}.${signature}`), 401);
  assert.equal(await statusWith(`${header}.${payload}==.${signature}`), 401);
  assert.equal(await statusWith(token), 200);
});

test('a signature in the alphabet of Base64 returns a 401', async () => {
  let token: string;
  // Every other signature has one of the two characters.
  do token = await sign(claims());
  while (!/[-_][^.]*$/.test(token));
  const end = token.lastIndexOf('.') + 1;
  const signature = token.slice(end).replaceAll('-', '+').replaceAll('_', '/');
  assert.equal(await statusWith(token.slice(0, end) + signature), 401);
});
