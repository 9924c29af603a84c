import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { isTransient } from '../../core/db/faults.ts';
import { hasProductUserAgent } from '../../core/http/admission.ts';
import type { FastifyInstance } from '../../core/http/index.ts';
import { describeCause } from '../../core/http/server.ts';
import type { Services } from '../../core/services.ts';
import { checkCredentials, type KnownClient } from './clients.ts';
import { type KeySet, SIGNING_ALGORITHM } from './keys.ts';
import { countToken } from './ledger.ts';
import { PERMISSIONS } from './permissions.ts';
import { countFailure, throttledSeconds } from './throttle.ts';

const FORM_LIMIT_BYTES = 16 * 1024;
const FORM_WANTED = 'Send the fields as a form: Content-Type: application/x-www-form-urlencoded.';

export function issuerOf(services: Services): string {
  return services.settings.publicUrl;
}

export function audienceOf(services: Services): string {
  return `${services.settings.publicUrl}/api/v3`;
}

/** A refusal as RFC 6749 section 5.2 words it. */
class TokenError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;
  constructor(status: number, code: string, description: string, headers: Record<string, string> = {}) {
    super(description);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

interface Credentials {
  clientId: string;
  clientSecret: string;
  byHeader: boolean;
}

/** POST /oauth/token and what describes it: RFC 6749 client credentials, RFC 9068 tokens, RFC 8414 metadata. */
export function registerTokenEndpoint(app: FastifyInstance, services: Services, keys: KeySet): void {
  app.register(async (instance) => {
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    );
    instance.setErrorHandler((error, request, reply) => {
      if (error instanceof TokenError) {
        for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
        services.log.info({ requestId: request.id, status: error.status, code: error.code }, 'token refused');
        return reply
          .status(error.status)
          .header('cache-control', 'no-store')
          .send({ error: error.code, error_description: error.message });
      }
      const { status, code, description } = classify(error);
      if (status >= 500)
        services.log.error(
          { requestId: request.id, status, cause: describeCause(error) },
          'token request failed',
        );
      if (status === 503) reply.header('retry-after', '2');
      if (status === 413) reply.header('connection', 'close');
      return reply
        .status(status)
        .header('cache-control', 'no-store')
        .send({ error: code, error_description: description });
    });

    instance.post('/oauth/token', async (request, reply) => {
      const form = readForm(request.headers['content-type'], request.body as string | undefined);
      if (!hasProductUserAgent(request.headers['user-agent'])) {
        throw new TokenError(
          400,
          'invalid_request',
          'Send a User-Agent header with a product and a version, for example "Mozilla/5.0 (YourCompany)".',
        );
      }
      const grant = form.get('grant_type');
      if (grant === null || grant === '')
        throw new TokenError(
          400,
          'invalid_request',
          'The field grant_type is missing: send grant_type=client_credentials.',
        );
      if (grant !== 'client_credentials') {
        throw new TokenError(400, 'unsupported_grant_type', 'The only grant is client_credentials.');
      }
      const credentials = readCredentials(form, request.headers.authorization);
      const client = await authenticate(services, credentials, request.ip);
      const audience = readAudience(form.get('audience'), services);
      const scope = readScope(form.get('scope'), client);
      const token = await issue(services, keys, client, audience, scope);
      await countToken(services.database.system, client.tenantId, client.id);
      return reply
        .header('cache-control', 'no-store')
        .header('pragma', 'no-cache')
        .send({
          access_token: token,
          token_type: 'Bearer',
          expires_in: services.settings.tokenSeconds,
          scope: scope.join(' '),
        });
    });
  });

  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send({ keys: await keys.published() }),
  );
  app.get('/.well-known/oauth-authorization-server', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send({
      issuer: issuerOf(services),
      token_endpoint: `${issuerOf(services)}/oauth/token`,
      jwks_uri: `${issuerOf(services)}/.well-known/jwks.json`,
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      scopes_supported: PERMISSIONS,
      service_documentation: `${issuerOf(services)}/docs`,
    }),
  );
}

/** What the framework and the database throw, in the terms of the token endpoint. */
function classify(error: unknown): { status: number; code: string; description: string } {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return {
      status: 413,
      code: 'invalid_request',
      description: 'The form is larger than any token request.',
    };
  }
  if (isTransient(error)) {
    return {
      status: 503,
      code: 'temporarily_unavailable',
      description: 'No token can be issued at the moment: repeat the call later.',
    };
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { status: 400, code: 'invalid_request', description: FORM_WANTED };
  }
  return {
    status: 500,
    code: 'server_error',
    description: 'An internal error occurred: give the X-Request-Id to the operator.',
  };
}

function readForm(contentType: string | undefined, body: string | undefined): URLSearchParams {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? '')) {
    throw new TokenError(400, 'invalid_request', FORM_WANTED);
  }
  const form = new URLSearchParams(body ?? '');
  for (const name of new Set(form.keys())) {
    // RFC 6749 section 3.2: parameters must not be included more than once.
    if (form.getAll(name).length > 1)
      throw new TokenError(400, 'invalid_request', 'A field of the form is sent more than once.');
  }
  return form;
}

function readCredentials(form: URLSearchParams, authorization: string | undefined): Credentials {
  const clientId = form.get('client_id');
  const clientSecret = form.get('client_secret');
  if (authorization !== undefined) {
    if (clientSecret !== null) {
      throw new TokenError(
        400,
        'invalid_request',
        'Send the client credentials once: in the form or in the Authorization header.',
      );
    }
    const decoded = /^Basic ([A-Za-z0-9+/]+=*)$/i.exec(authorization)?.[1];
    const [id, ...rest] = Buffer.from(decoded ?? '', 'base64')
      .toString('utf8')
      .split(':');
    if (decoded === undefined || rest.length === 0) {
      throw new TokenError(
        400,
        'invalid_request',
        'The Authorization header must be Basic with client id and client secret.',
      );
    }
    return { clientId: formDecode(id!), clientSecret: formDecode(rest.join(':')), byHeader: true };
  }
  for (const [name, value] of [
    ['client_id', clientId],
    ['client_secret', clientSecret],
  ] as const) {
    if (value === null || value === '')
      throw new TokenError(400, 'invalid_request', `The field ${name} is missing.`);
  }
  return { clientId: clientId!, clientSecret: clientSecret!, byHeader: false };
}

// RFC 6749 section 2.3.1: both parts are form-encoded inside the header.
function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

async function authenticate(
  services: Services,
  credentials: Credentials,
  address: string,
): Promise<KnownClient> {
  const db = services.database.system;
  // Bounded, since a client id of any length can be sent; a real one is far shorter. PostgreSQL takes no U+0000.
  const clientId = credentials.clientId.slice(0, 200).replaceAll('\0', '\uFFFD');
  const waitSeconds = await throttledSeconds(db, { clientId, address });
  if (waitSeconds > 0) {
    throw new TokenError(
      429,
      'invalid_client',
      'Too many failed token requests: wait for the time that Retry-After names.',
      {
        'retry-after': String(waitSeconds),
      },
    );
  }
  const client = await checkCredentials(db, clientId, credentials.clientSecret);
  if (client === undefined) {
    await countFailure(db, { clientId, address });
    throw new TokenError(
      401,
      'invalid_client',
      'Client id or client secret is wrong, or the client is disabled. Check both for spaces around them.',
      credentials.byHeader ? { 'www-authenticate': 'Basic realm="stellwerk"' } : {},
    );
  }
  return client;
}

function readAudience(audience: string | null, services: Services): string {
  // A token without an audience is one the API refuses: its audience is the token endpoint's own address.
  if (audience === null || audience === '') return issuerOf(services);
  if (audience === audienceOf(services)) return audience;
  throw new TokenError(400, 'invalid_target', `The audience must be exactly ${audienceOf(services)}`);
}

function readScope(scope: string | null, client: KnownClient): string[] {
  if (scope === null || scope.trim() === '') return client.permissions;
  const wanted = scope.trim().split(/ +/);
  if (!wanted.every((permission) => client.permissions.includes(permission))) {
    throw new TokenError(
      400,
      'invalid_scope',
      'The client does not have every permission that scope asks for.',
    );
  }
  return wanted;
}

async function issue(
  services: Services,
  keys: KeySet,
  client: KnownClient,
  audience: string,
  scope: string[],
): Promise<string> {
  const { keyId, privateKey } = await keys.signingKey();
  const nowSeconds = Math.floor(services.now().getTime() / 1000);
  return new SignJWT({ client_id: client.clientId, scope: scope.join(' '), tenant: client.tenantId })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'at+jwt', kid: keyId })
    .setIssuer(issuerOf(services))
    .setAudience(audience)
    .setSubject(client.clientId)
    .setJti(randomUUID())
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + services.settings.tokenSeconds)
    .sign(privateKey);
}
