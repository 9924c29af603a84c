import type { AnyEndpoint } from '../../core/http/index.ts';
import { clientEndpoints } from './client-administration/endpoints.ts';
import { ledgerEndpoints } from './endpoints.ts';
import { passwordEndpoints } from './passwords/index.ts';
import { requestLogEndpoints } from './request-log/index.ts';
import { sessionEndpoints } from './sessions/index.ts';

export { ClientCache } from './client-cache.ts';
export { createClient, rotateSecret } from './clients.ts';
export { audienceOf, issuerOf } from './issuer.ts';
export {
  ensureSigningKey,
  KeySet,
  listSigningKeys,
  revokeSigningKey,
  rotateSigningKey,
  SEALED_KEY_COLUMN,
} from './keys.ts';
export { getTokenUsage } from './ledger.ts';
export {
  composePasswordMail,
  createInvitationLink,
  PASSWORD_LINK,
  PREPARE_RESET,
  passwordResetTask,
  passwordRoutes,
  sweepPasswordLinks,
} from './passwords/index.ts';
export { PERMISSIONS, PLATFORM_PERMISSIONS, parsePermissions, permissionsOf } from './permissions.ts';
export { disableClient, findClientAnywhere, listClients, revokeTokens } from './queries.ts';
export { getRequestRecorder, sweepRequestLog } from './request-log/index.ts';
export {
  cookieName,
  createSessionAuthenticator,
  createSessionProbe,
  readSessionToken,
  sweepSessions,
} from './sessions/index.ts';
export { sweepAttempts } from './throttle.ts';
export { tokenRoutes } from './token-endpoint.ts';

export const accessEndpoints: readonly AnyEndpoint[] = [
  ...ledgerEndpoints,
  ...sessionEndpoints,
  ...passwordEndpoints,
  ...clientEndpoints,
  ...requestLogEndpoints,
];
