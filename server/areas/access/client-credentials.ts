import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { RouteRequest } from '../../core/http/index.ts';
import type { Services } from '../../core/services.ts';
import { truncate } from '../../core/text/truncate.ts';
import { checkCredentials } from './clients.ts';
import { audienceOf, issuerOf } from './issuer.ts';
import { type KeySet, SIGNING_ALGORITHM } from './keys.ts';
import { type ApiClient, countToken } from './queries.ts';
import { judgeAttempt } from './throttle.ts';
import { TokenError } from './token-error.ts';
import {
  type Credentials,
  readCredentials,
  readForm,
  requireClientCredentialsGrant,
  requireUserAgent,
} from './token-request.ts';

/** The response with an access token (RFC 6749 section 5.1). */
interface Grant {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  scope: string;
}

/** The client credentials grant (RFC 6749 section 4.4). Throws TokenError. */
export async function grantClientCredentials(
  services: Services,
  keys: KeySet,
  request: RouteRequest,
): Promise<Grant> {
  const form = readForm(request);
  requireUserAgent(request);
  requireClientCredentialsGrant(form);
  const credentials = readCredentials(form, request);
  const client = await authenticate(services, credentials, request.clientAddress);
  const audience = resolveAudience(form.get('audience'), services);
  const scope = resolveScope(form.get('scope'), client);
  const token = await signToken(services, keys, client, audience, scope);
  await countToken(services.database.systemOf(client.tenantId), client.tenantId, client.id);
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: services.settings.tokenSeconds,
    scope: scope.join(' '),
  };
}

async function authenticate(
  services: Services,
  credentials: Credentials,
  address: string,
): Promise<ApiClient> {
  // Truncated because a caller can send a client id of any length, and a real one is far shorter. PostgreSQL does not
  // store U+0000.
  const clientId = truncate(credentials.clientId, 200).replaceAll('\0', '\uFFFD');
  const attempt = { kind: 'client', name: clientId, address } as const;
  const verdict = await judgeAttempt(services, attempt, () =>
    checkCredentials(services.database, clientId, credentials.clientSecret),
  );
  if (verdict.value !== undefined) return verdict.value;
  throw verdict.waitSeconds === undefined
    ? wrongCredentials(credentials)
    : tooManyFailures(verdict.waitSeconds);
}

function tooManyFailures(waitSeconds: number): TokenError {
  // Not `invalid_client`: the credentials may be right, and OAuth libraries do not repeat a request after it.
  return new TokenError(
    429,
    'temporarily_unavailable',
    'Too many token requests from this network failed. Wait for the number of seconds in Retry-After.',
    { 'retry-after': String(waitSeconds) },
  );
}

function wrongCredentials({ isFromHeader }: Credentials): TokenError {
  return new TokenError(
    401,
    'invalid_client',
    'The client id or client secret is wrong, or the client is disabled. Check both for surrounding spaces.',
    isFromHeader ? { 'www-authenticate': 'Basic realm="stellwerk"' } : {},
  );
}

function resolveAudience(requested: string | null, services: Services): string {
  // A token requested without an audience is for the token endpoint itself. The API rejects it.
  if (requested === null || requested === '') return issuerOf(services);
  if (requested === audienceOf(services)) return requested;
  throw new TokenError(400, 'invalid_target', `The audience must be exactly ${audienceOf(services)}`);
}

function resolveScope(requested: string | null, client: ApiClient): string[] {
  if (requested === null || requested.trim() === '') return client.permissions;
  const scope = [...new Set(requested.trim().split(/ +/))];
  if (scope.every((permission) => client.permissions.includes(permission))) return scope;
  throw new TokenError(
    400,
    'invalid_scope',
    'The client does not have all permissions in scope. Request only permissions that it has.',
  );
}

async function signToken(
  services: Services,
  keys: KeySet,
  client: ApiClient,
  audience: string,
  scope: string[],
): Promise<string> {
  const { keyId, privateKey } = await keys.signingKey();
  // By the clock of the database, which also stamps revocations: the clocks of machines differ. A token that is requested after
  // a revocation in the same second is issued in the next one.
  const issuedAt = Math.max(client.readAt, client.tokensValidFrom);
  return new SignJWT({ client_id: client.clientId, scope: scope.join(' '), tenant: client.tenantId })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'at+jwt', kid: keyId })
    .setIssuer(issuerOf(services))
    .setAudience(audience)
    .setSubject(client.clientId)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + services.settings.tokenSeconds)
    .sign(privateKey);
}
