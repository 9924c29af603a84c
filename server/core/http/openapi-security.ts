import type { AnyEndpoint } from './endpoint.ts';
import { HEADERS, SHARED_ERRORS, type SharedError } from './openapi-common.ts';

/** How the operations of a document authenticate their callers, and the consequences for every operation. */
export interface DocumentSecurity {
  schemes: Record<string, unknown>;
  requirements(endpoint: AnyEndpoint): unknown[];
  /** A sentence that says what the operation requires of its caller. */
  requirement(endpoint: AnyEndpoint): string;
  errors: Record<string, SharedError>;
  headers: typeof HEADERS;
  /** The statuses of responses with WWW-Authenticate. */
  challenges: readonly number[];
  /** The release of version 3 that added If-Match. Undefined if the document has no releases. */
  ifMatchSince?: string;
}

function requiredPermission({ permission }: AnyEndpoint, otherwise: string): string {
  return permission === null ? otherwise : `Requires the permission \`${permission}\`.`;
}

/** Access tokens of applications (OAuth 2.0 client credentials). */
export function tokenSecurity(options: {
  tokenUrl: string;
  /** The required `audience` of a token request. */
  tokenAudience: string;
  /** Every permission and its description. */
  permissions: Record<string, string>;
}): DocumentSecurity {
  return {
    schemes: {
      BearerAuth: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'Send the access token in the header "Authorization: Bearer <access token>".',
      },
      ClientCredentials: {
        type: 'oauth2',
        description: `Request an access token (RFC 6749 section 4.4). The form must also have the parameter audience with the value ${options.tokenAudience}.`,
        flows: {
          clientCredentials: {
            tokenUrl: options.tokenUrl,
            scopes: options.permissions,
            // The reference page adds this to its token request.
            'x-scalar-security-body': { audience: options.tokenAudience },
          },
        },
      },
    },
    requirements: ({ permission }) => [
      { BearerAuth: [] },
      { ClientCredentials: permission === null ? [] : [permission] },
    ],
    requirement: (endpoint) =>
      requiredPermission(endpoint, 'Requires a valid token, but no particular permission.'),
    errors: SHARED_ERRORS,
    headers: HEADERS,
    challenges: [401, 403],
    ifMatchSince: '3.5.0',
  };
}

/** Sessions of users, identified by a cookie of this name. */
export function sessionSecurity(cookieName: string): DocumentSecurity {
  return {
    schemes: {
      Session: {
        type: 'apiKey',
        in: 'cookie',
        name: cookieName,
        description:
          'The session. If the service is reached over https, the name of the cookie is __Host-stellwerk_session. All tabs of a browser share it. A page that sends the userKey of its user in the header Expected-User gets a 401 if the session has become that of another user.',
      },
    },
    requirements: ({ isOpen }) => (isOpen ? [] : [{ Session: [] }]),
    requirement: (endpoint) =>
      endpoint.isOpen
        ? 'Requires no session.'
        : requiredPermission(endpoint, 'Requires a session, but no particular permission.'),
    errors: {
      ...SHARED_ERRORS,
      BadRequest: {
        status: 400,
        codes: ['invalidRequest', 'malformedBody'],
        description: 'The request is invalid. The response lists all faults.',
      },
      Unauthorized: {
        status: 401,
        codes: ['sessionMissing', 'sessionForeign'],
        description:
          'There is no session, or it has ended, or it belongs to a different user than the one in Expected-User. Sign in.',
      },
      Forbidden: {
        status: 403,
        codes: ['roleInsufficient', 'foreignOrigin'],
        description:
          'The user’s role lacks the permission that `message` names, or a page of another site made a call that changes data.',
      },
    },
    headers: {
      ...HEADERS,
      'WWW-Authenticate': {
        description: 'The cookie that identifies the session.',
        example: `Cookie realm="stellwerk", cookie-name="${cookieName}"`,
      },
    },
    challenges: [401],
  };
}
