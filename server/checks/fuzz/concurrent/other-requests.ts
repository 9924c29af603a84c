import { ODD_PATHS, ODD_QUERIES } from '../odd-input.ts';
import type { PlannedRequest } from './planned.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

// Requests outside the OpenAPI documents: tokens, the job portal, pages, health, and paths that do not exist.

const PAGES = [
  '/',
  '/docs/',
  '/docs/reference',
  '/docs/guides/x',
  '/docs.css',
  '/welcome.css',
  '/favicon.svg',
  '/favicon.ico',
  '/robots.txt',
  '/password',
  '/password.js',
  '/health/live',
  '/health/ready',
  '/health/started',
  '/metrics',
  '/.well-known/jwks.json',
  '/.well-known/oauth-authorization-server',
];
// Large texts.
const RARE_PAGES = ['/v3/openapi.json', '/v3/openapi.yaml', '/platform/openapi.json'];
const STEMS = ['/v3', '/platform', '/oauth', '/jobs', '/docs', '/docs/reference', '/health', ''];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'];
const ACCEPTED = ['text/html', 'application/json', '*/*', 'x', ''];

export function pageRequest(random: Random): PlannedRequest {
  const path = random.chance(0.02) ? random.pick(RARE_PAGES) : random.pick(PAGES);
  return {
    surface: 'page',
    sender: 'nobody',
    method: random.chance(0.85) ? 'GET' : random.pick(METHODS),
    path: random.chance(0.2) ? `${path}?${random.pick(ODD_QUERIES)}` : path,
    headers: commonHeaders(random),
  };
}

export function unknownPathRequest(random: Random): PlannedRequest {
  let path = random.pick(STEMS);
  for (let count = 1 + random.below(4); count > 0; count--)
    path += `/${random.pick([...ODD_PATHS, 'candidates', 'customers', 'x'])}`;
  const method = random.pick(METHODS);
  const hasBody = random.chance(0.3);
  return {
    surface: 'page',
    sender: random.pick(['nobody', 'owner', 'admin'] as const),
    method,
    path,
    headers: { ...commonHeaders(random), ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: random.pick(['{}', '{', 'x'.repeat(random.below(5000)), '[]']) } : {}),
  };
}

export function tokenRequest({ first }: World, random: Random): PlannedRequest {
  const { clientId, clientSecret } = first.tenant;
  const form: [string, string][] = [
    [
      'grant_type',
      random.chance(0.9) ? 'client_credentials' : random.pick(['', 'password', 'x'.repeat(2000)]),
    ],
    ['client_id', random.chance(0.6) ? clientId : random.pick(['', 'x', `${random.below(1e9)}`, '%00', 'ü'])],
    ['client_secret', random.chance(0.5) ? clientSecret : random.pick(['', 'x', 'x'.repeat(3000)])],
    ['audience', random.pick(['', 'x', 'http://localhost:8080/api/v3'])],
    ['scope', random.pick(['', 'candidates:read', 'x', 'candidates:read  branches:read', 'x'.repeat(900)])],
  ];
  const sent = form.filter(() => random.chance(0.9));
  if (random.chance(0.05)) sent.push(...sent);
  const text = new URLSearchParams(sent).toString();
  const basic = Buffer.from(random.pick([`${clientId}:${clientSecret}`, 'a:b', 'a', ':', ''])).toString(
    'base64',
  );
  return {
    surface: 'token',
    sender: 'nobody',
    method: random.chance(0.95) ? 'POST' : random.pick(METHODS),
    path: '/oauth/token',
    headers: {
      ...forwarded(random),
      ...(random.chance(0.15) ? { authorization: `Basic ${basic}` } : {}),
      'content-type': random.pick([
        'application/x-www-form-urlencoded',
        'application/x-www-form-urlencoded',
        'application/json',
        'x',
      ]),
    },
    body: random.chance(0.9) ? text : random.pick(['', '%', '{"a":1}', 'a=%ff&b', 'x'.repeat(20_000)]),
  };
}

const PORTAL_PATHS = ['', '', '/feed.xml', '/sitemap.xml', '/logo', '/theme.css', '/x'];
const PORTAL_QUERIES = [
  'q=Lager',
  'page=2',
  'page=-1',
  'page=99999999999',
  'q=%00',
  'q=%ff',
  'city=Berlin&q=%25',
  'channel=1',
  'channel=x',
  'lang=de',
  'lang=xx',
  'source=1&source=2',
];

export function portalRequest({ first, second }: World, random: Random): PlannedRequest {
  const own = `/jobs/${first.tenant.key}`;
  const ad = random.chance(0.6)
    ? first.jobAdId
    : random.pick<string | number>([second.jobAdId, ...ODD_PATHS.slice(0, 24)]);
  const path = random.pick([
    `${own}${random.pick(PORTAL_PATHS)}`,
    `${own}/${ad}`,
    `${own}/${ad}/${random.pick(['apply', 'apply', 'cv', 'thanks', 'x'])}`,
    random.pick(['/jobs', '/jobs/', '/jobs/nobody', `/jobs/${random.pick(ODD_PATHS)}`]),
  ]);
  const query = random.chance(0.4) ? `?${random.pick([...PORTAL_QUERIES, ...ODD_QUERIES])}` : '';
  return {
    surface: 'portal',
    sender: 'nobody',
    method: random.chance(0.95) ? 'GET' : random.pick(METHODS),
    path: path + query,
    headers: commonHeaders(random),
  };
}

const FIELDS: readonly [string, readonly string[]][] = [
  ['firstName', ['Ada', '', 'x'.repeat(300), '<b>', '\u202e']],
  ['lastName', ['Muster', '', "' OR 1=1 --"]],
  ['email', ['ada@example.org', 'x', 'ü@example.org', '']],
  ['phoneNumber', ['030 901820', 'x', '']],
  ['zipCode', ['10115', 'x', '99999']],
  ['city', ['Berlin', '']],
  ['salutationId', ['2', '0', 'x']],
  ['street', ['Hauptstraße', '']],
  ['availableFrom', ['2027-01-01', '2027-02-30', 'x']],
  ['message', ['Guten Tag', 'x'.repeat(5000), 'a\0b']],
  ['homepage', ['', '', '', 'https://spam.example.org']],
  ['privacyChecked', ['true', 'true', '']],
  ['termsOfUseChecked', ['true', 'true', 'x']],
];
const FILE_NAMES = ['cv.txt', 'cv.pdf', '', '../x', 'ü.txt', 'a"b.pdf', 'x'.repeat(300), 'x.exe'];
const FILES = ['Lebenslauf\nAda Muster', '%PDF-1.7\n', '', 'MZ', 'x'.repeat(3000), '\0\0\0'];

/** A form of the portal. The token is one that the portal gave out, or none. */
export function formRequest({ first }: World, random: Random, token: string | undefined): PlannedRequest {
  const boundary = `b${random.below(1e9)}`;
  const disposition = 'Content-Disposition: form-data; name=';
  const parts = FIELDS.filter(() => random.chance(0.95)).map(
    ([name, values]) =>
      `${disposition}"${name}"\r\n\r\n${random.chance(0.85) ? values[0] : random.pick(values)}`,
  );
  if (random.chance(0.95))
    parts.unshift(`${disposition}"token"\r\n\r\n${token ?? random.pick(['', 'x', 'AAAA'])}`);
  if (random.chance(0.4))
    parts.push(
      `${disposition}"${random.pick(['cv', 'documents', 'x'])}"; filename="${random.pick(FILE_NAMES)}"\r\nContent-Type: ${random.pick(['application/pdf', 'text/plain', 'x', ''])}\r\n\r\n${random.pick(FILES)}`,
    );
  let body = `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`;
  if (random.chance(0.1)) body = body.slice(0, random.below(body.length));
  return {
    surface: 'portal',
    sender: 'nobody',
    method: 'POST',
    path: `/jobs/${first.tenant.key}/${first.jobAdId}/${random.chance(0.85) ? 'apply' : 'cv'}`,
    headers: {
      ...forwarded(random),
      'content-type': random.chance(0.95)
        ? `multipart/form-data; boundary=${boundary}`
        : random.pick(['multipart/form-data', 'multipart/form-data; boundary=', 'text/plain', 'x']),
      accept: random.pick(ACCEPTED),
    },
    body,
  };
}

function commonHeaders(random: Random): Record<string, string> {
  const headers: Record<string, string> = {};
  if (random.chance(0.3)) headers.accept = random.pick(ACCEPTED);
  if (random.chance(0.2)) headers['accept-encoding'] = random.pick(['gzip', 'br', 'x', 'identity;q=0']);
  if (random.chance(0.2)) headers['accept-language'] = random.pick(['de', 'en', '*', '', 'x'.repeat(2000)]);
  if (random.chance(0.1)) headers['if-none-match'] = random.pick(['*', '"x"', 'W/"', '"']);
  if (random.chance(0.1)) headers.range = random.pick(['bytes=0-3', 'bytes=', 'x']);
  return headers;
}

/** A sender behind the trusted proxy, so that the limits for one address do not end the run's variety. */
function forwarded(random: Random): Record<string, string> {
  return { 'x-forwarded-for': `10.${random.below(256)}.${random.below(256)}.${random.below(256)}` };
}
