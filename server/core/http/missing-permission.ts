import type { Caller } from './context.ts';
import { ApiError } from './errors.ts';

/** The 403 for a caller without the permission. */
export function missingPermission(caller: Caller, permission: string): ApiError {
  if (caller.kind === 'user') {
    return new ApiError('roleInsufficient', { message: `Your role lacks the permission ${permission}.` });
  }
  return new ApiError('permissionMissing', {
    message: `The application lacks the permission ${permission}, or its token is older than the permission. Once the operator has granted it, request a new token.`,
    headers: {
      'www-authenticate': `Bearer realm="stellwerk", error="insufficient_scope", scope="${permission}"`,
    },
  });
}
