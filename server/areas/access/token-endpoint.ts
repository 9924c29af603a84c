import { describeCause } from '../../core/http/describe-cause.ts';
import {
  type ApiError,
  json,
  type RouteGroup,
  type RouteRequest,
  type RouteResponse,
} from '../../core/http/index.ts';
import type { Services } from '../../core/services.ts';
import { grantClientCredentials } from './client-credentials.ts';
import { issuerOf } from './issuer.ts';
import type { KeySet } from './keys.ts';
import { PERMISSIONS } from './permissions.ts';
import { FORM_EXPECTED, TokenError } from './token-error.ts';

const FORM_LIMIT_BYTES = 16 * 1024;
const METADATA_HEADERS = { 'cache-control': 'public, max-age=300' };

/** POST /oauth/token (RFC 6749 client credentials, RFC 9068 tokens), its public keys, and its metadata (RFC 8414). */
export function tokenRoutes(services: Services, keys: KeySet): RouteGroup[] {
  return [
    {
      body: { kind: 'text', maximumBytes: FORM_LIMIT_BYTES },
      routes: [
        {
          method: 'POST',
          path: '/oauth/token',
          handle: (request) => respondToTokenRequest(services, keys, request),
        },
      ],
      respondToError: (error, request) => respondToError(services, error, request),
    },
    {
      routes: [
        {
          method: 'GET',
          path: '/.well-known/jwks.json',
          handle: async () => json({ keys: await keys.published() }, { headers: METADATA_HEADERS }),
        },
        {
          method: 'GET',
          path: '/.well-known/oauth-authorization-server',
          handle: () => json(metadata(services), { headers: METADATA_HEADERS }),
        },
      ],
    },
  ];
}

async function respondToTokenRequest(
  services: Services,
  keys: KeySet,
  request: RouteRequest,
): Promise<RouteResponse> {
  try {
    const grant = await grantClientCredentials(services, keys, request);
    return json(grant, { headers: { 'cache-control': 'no-store', pragma: 'no-cache' } });
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    const { status, code, message, headers } = error;
    services.log.info({ requestId: request.id, status, code }, 'token request rejected');
    return errorResponse(status, code, message, headers);
  }
}

/** Responds to errors outside the grant: an unreadable body, an unavailable database, a bug. */
function respondToError(services: Services, error: ApiError, request: RouteRequest): RouteResponse {
  const response = toErrorResponse(error);
  const { status = 500 } = response;
  // A refusal is no failure. It must cost little, and the line of the request has its status.
  if (status >= 500 && error.code !== 'overloaded') {
    const cause = describeCause(error.cause ?? error);
    services.log.error({ requestId: request.id, status, cause }, 'token request failed');
  }
  return response;
}

function toErrorResponse(error: ApiError): RouteResponse {
  if (error.code === 'bodyTooLarge') {
    // The rest of the form is not read, so the connection cannot be reused.
    const description = 'The form is too large for a token request.';
    return errorResponse(413, 'invalid_request', description, { connection: 'close' });
  }
  if (error.status === 503 || error.status === 429) {
    const description = 'Tokens cannot be issued at the moment. Try again later.';
    return errorResponse(error.status, 'temporarily_unavailable', description, error.headers);
  }
  if (error.code === 'methodNotAllowed') {
    const description = 'The token endpoint supports only POST. Send the fields as a form in the body.';
    return errorResponse(405, 'invalid_request', description, error.headers);
  }
  // Not about the form: the message says what is wrong with the header.
  if (error.code === 'hostMissing' || error.code === 'expectationUnknown')
    return errorResponse(error.status, 'invalid_request', error.message);
  if (error.status < 500) return errorResponse(400, 'invalid_request', FORM_EXPECTED);
  return errorResponse(
    500,
    'server_error',
    'An internal error occurred. Give the X-Request-Id to the operator.',
  );
}

function errorResponse(
  status: number,
  code: string,
  description: string,
  headers: Record<string, string> = {},
): RouteResponse {
  return json(
    { error: code, error_description: description },
    { status, headers: { ...headers, 'cache-control': 'no-store' } },
  );
}

function metadata(services: Services): object {
  const issuer = issuerOf(services);
  return {
    issuer,
    token_endpoint: `${issuer}/oauth/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    scopes_supported: PERMISSIONS,
    service_documentation: `${issuer}/docs`,
  };
}
