import type { AnyEndpoint } from './endpoint.ts';
import { HEADERS, REFUSALS, type Refusal } from './openapi-common.ts';

/** How the callers of a document's operations are recognised, and what follows from it for every operation. */
export interface DocumentSecurity {
  schemes: Record<string, unknown>;
  requirements(endpoint: AnyEndpoint): unknown[];
  /** What the operation needs of its caller, as a sentence. */
  needs(endpoint: AnyEndpoint): string;
  refusals: Record<string, Refusal>;
  headers: typeof HEADERS;
  /** Statuses that carry WWW-Authenticate. */
  challenges: readonly number[];
  takesIdempotencyKeys: boolean;
}

function needsPermission({ permission }: AnyEndpoint, otherwise: string): string {
  return permission === null ? otherwise : `Needs the permission \`${permission}\`.`;
}

/** Access tokens of applications (OAuth 2.0 client credentials). */
export function tokenSecurity(options: {
  tokenUrl: string;
  /** The value that a token request must carry as audience. */
  tokenAudience: string;
  /** Every permission and what it allows. */
  permissions: Record<string, string>;
}): DocumentSecurity {
  return {
    schemes: {
      BearerAuth: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'The access token: Authorization: Bearer <access token>.',
      },
      ClientCredentials: {
        type: 'oauth2',
        description: `Gets the access token (RFC 6749 section 4.4). The form also carries audience, exactly ${options.tokenAudience}.`,
        flows: {
          clientCredentials: {
            tokenUrl: options.tokenUrl,
            scopes: options.permissions,
            // Read by the reference page, so that its token request is a complete one.
            'x-scalar-security-body': { audience: options.tokenAudience },
          },
        },
      },
    },
    requirements: ({ permission }) => [
      { BearerAuth: [] },
      { ClientCredentials: permission === null ? [] : [permission] },
    ],
    needs: (endpoint) => needsPermission(endpoint, 'Needs a valid token and no particular permission.'),
    refusals: REFUSALS,
    headers: HEADERS,
    challenges: [401, 403],
    takesIdempotencyKeys: true,
  };
}

/** Sessions of users, held by a cookie of this name. */
export function sessionSecurity(cookieName: string): DocumentSecurity {
  return {
    schemes: {
      Session: {
        type: 'apiKey',
        in: 'cookie',
        name: cookieName,
        description:
          'The session. The cookie is called __Host-stellwerk_session where the service is reached over https.',
      },
    },
    requirements: ({ isOpen }) => (isOpen ? [] : [{ Session: [] }]),
    needs: (endpoint) =>
      endpoint.isOpen
        ? 'Needs no session.'
        : needsPermission(endpoint, 'Needs a session and no particular permission.'),
    refusals: {
      ...REFUSALS,
      BadRequest: {
        status: 400,
        codes: ['invalidRequest', 'malformedBody'],
        description: 'The request is not valid. All faults are named at once.',
      },
      Unauthorized: {
        status: 401,
        codes: ['sessionMissing'],
        description: 'There is no session, or it has ended: sign in.',
      },
      Forbidden: {
        status: 403,
        codes: ['roleInsufficient', 'foreignOrigin'],
        description:
          'The user’s role lacks the permission that message names, or a call that changes something came from the page of another site.',
      },
    },
    headers: {
      ...HEADERS,
      'WWW-Authenticate': {
        description: 'Which cookie holds the session.',
        example: `Cookie realm="stellwerk", cookie-name="${cookieName}"`,
      },
    },
    challenges: [401],
    takesIdempotencyKeys: false,
  };
}
