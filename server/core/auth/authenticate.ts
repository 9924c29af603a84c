import { decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { ClientCaller } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';

/** The current state of an API client, which decides over its tokens, not its state when a token was issued. */
export interface ClientState {
  apiClientId: number;
  tenantId: number;
  permissions: readonly string[];
  isDisabled: boolean;
  /** Tokens that were issued earlier are rejected. In seconds since 1970. */
  tokensValidFrom: number;
  /** When this state was read, by the clock of the database, in whole seconds since 1970. */
  readAt: number;
}

interface AuthenticatorOptions {
  issuer: string;
  audience: string;
  /** The public key with this id, or undefined. */
  findKey(keyId: string): Promise<CryptoKey | undefined>;
  /** Whether tokens that this key signed are accepted. The answer is at most a few seconds old. */
  acceptsKey(keyId: string): Promise<boolean> | boolean;
  /** The state of the client, at most a few seconds old; undefined if it does not exist. */
  findClient(clientId: string): Promise<ClientState | undefined> | ClientState | undefined;
  /** Reads the state again, or shares a reading that has begun. */
  readClient(clientId: string): Promise<ClientState | undefined>;
  now(): Date;
}

interface VerifiedToken {
  clientId: string;
  tenantId: number;
  scope: string[];
  keyId: string;
  /** In seconds since 1970. */
  issuedAt: number;
  expiresAtMs: number;
  /** The caller that results from token and client state. Rebuilt when the state changes. */
  caller?: ClientCaller;
  state?: ClientState;
}

// A signature check costs about 0.1 ms. The cache saves it for every call but the first with a token.
const MAXIMUM_REMEMBERED_TOKENS = 10_000;

const REVOKED = 'The access token was revoked: request a new one once and repeat the call once.';

/** Turns an Authorization header into the caller, or throws a 401 as in RFC 6750 section 3. */
export function createAuthenticator(
  options: AuthenticatorOptions,
): (authorization: string | undefined) => ClientCaller | Promise<ClientCaller> {
  const verified = new LRUCache<string, VerifiedToken>({ max: MAXIMUM_REMEMBERED_TOKENS });

  // Almost every call has a cached token of a client with fresh state, and must not wait.
  return (authorization) => {
    const token = authorization === undefined ? undefined : verified.get(authorization);
    if (token?.caller !== undefined && token.expiresAtMs > options.now().getTime()) {
      const state = options.findClient(token.clientId);
      const accepted = options.acceptsKey(token.keyId);
      if (state === token.state && accepted === true) return token.caller;
      // `authenticate` asks again and reports a failure. Without a handler here, it would also end the process.
      for (const pending of [state, accepted]) if (pending instanceof Promise) pending.catch(() => {});
    }
    return authenticate(authorization);
  };

  async function authenticate(authorization: string | undefined): Promise<ClientCaller> {
    if (authorization === undefined) {
      throw new ApiError('tokenMissing', { headers: { 'www-authenticate': 'Bearer realm="stellwerk"' } });
    }
    const match = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization);
    if (match === null) {
      throw unauthorized(
        'invalid_request',
        'The Authorization header must be "Bearer <access token>": one space, no quotation marks.',
      );
    }
    let token = verified.get(authorization);
    if (token === undefined) {
      token = await verify(match[1]!, options);
      verified.set(authorization, token);
    }
    if (token.expiresAtMs <= options.now().getTime()) {
      verified.delete(authorization);
      throw unauthorized(
        'invalid_token',
        'The access token has expired: request a new one once and repeat the call once.',
      );
    }
    if (!(await options.acceptsKey(token.keyId))) {
      verified.delete(authorization);
      throw unauthorized('invalid_token', REVOKED);
    }
    let state = await options.findClient(token.clientId);
    // Issuing a token reads the state, so a client that was enabled, or got a permission, can use its next token at once. The first
    // reading can be one that began before.
    for (let reads = 0; reads < 2 && state !== undefined && state !== token.state; reads++) {
      if (!isOutdated(state, token)) break;
      state = await options.readClient(token.clientId);
    }
    if (state === undefined || state.isDisabled || state.tenantId !== token.tenantId) {
      throw unauthorized('invalid_token', 'The application of this access token is disabled or unknown.');
    }
    if (token.issuedAt < state.tokensValidFrom) throw unauthorized('invalid_token', REVOKED);
    if (token.caller === undefined || token.state !== state) {
      const held = new Set(state.permissions);
      token.state = state;
      token.caller = {
        kind: 'client',
        tenantId: state.tenantId,
        apiClientId: state.apiClientId,
        clientId: token.clientId,
        permissions: new Set(token.scope.filter((permission) => held.has(permission))),
      };
    }
    return token.caller;
  }
}

/** Whether the state permits less than what the token was issued for, and can be older than the token. */
function isOutdated(
  { isDisabled, permissions, readAt }: ClientState,
  { issuedAt, scope }: VerifiedToken,
): boolean {
  if (issuedAt < readAt) return false;
  return isDisabled || scope.some((permission) => !permissions.includes(permission));
}

async function verify(text: string, options: AuthenticatorOptions): Promise<VerifiedToken> {
  let payload: JWTPayload;
  let keyId: string;
  try {
    if (!isCanonical(text)) throw new InvalidToken();
    keyId = String(decodeProtectedHeader(text).kid);
    const key = await options.findKey(keyId);
    if (key === undefined) throw new InvalidToken();
    ({ payload } = await jwtVerify(text, key, {
      issuer: options.issuer,
      algorithms: ['ES256'],
      typ: 'at+jwt',
      currentDate: options.now(),
      requiredClaims: ['exp', 'iat', 'jti', 'sub', 'aud'],
    }));
  } catch (error) {
    if (
      error instanceof Error &&
      /^(JWT|JWS|JOSE|ERR_JWT|ERR_JWS|ERR_JOSE)/.test((error as { code?: string }).code ?? '')
    ) {
      const expired = (error as { code?: string }).code === 'ERR_JWT_EXPIRED';
      throw unauthorized(
        'invalid_token',
        expired
          ? 'The access token has expired: request a new one once and repeat the call once.'
          : 'The access token is not one that this service issued: request one from the token endpoint and send it unchanged.',
      );
    }
    if (error instanceof InvalidToken || error instanceof TypeError || error instanceof SyntaxError) {
      throw unauthorized(
        'invalid_token',
        'The access token is not one that this service issued: request one from the token endpoint and send it unchanged.',
      );
    }
    throw error;
  }
  const audiences = Array.isArray(payload.aud) ? payload.aud : [payload.aud];
  if (!audiences.includes(options.audience)) {
    throw unauthorized(
      'invalid_token',
      `The access token is for another audience: request one with audience=${options.audience}`,
    );
  }
  return {
    clientId: payload.sub!,
    tenantId: Number(payload.tenant),
    scope: typeof payload.scope === 'string' ? payload.scope.split(' ') : [],
    keyId,
    issuedAt: payload.iat!,
    expiresAtMs: payload.exp! * 1000,
  };
}

/**
 * Whether each part is spelled as RFC 7515 section 2 requires: base64url without padding. The decoder also accepts padding, the other
 * alphabet, and any value in the last bits, which are unused, so one token would have several spellings.
 */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

class InvalidToken extends Error {}

function unauthorized(error: string, message: string): ApiError {
  return new ApiError('tokenInvalid', {
    message,
    headers: {
      'www-authenticate': `Bearer realm="stellwerk", error="${error}", error_description="${message.replaceAll('"', "'")}"`,
    },
  });
}
