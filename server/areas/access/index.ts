export { ClientCache } from './client-cache.ts';
export { createClient, disableClient, listClients, rotateSecret } from './clients.ts';
export { accessEndpoints } from './endpoints.ts';
export { ensureSigningKey, KeySet, rotateSigningKey } from './keys.ts';
export { tokenUsage } from './ledger.ts';
export { PERMISSIONS, PLATFORM_PERMISSIONS, parsePermissions, permissionsOf } from './permissions.ts';
export { cookieName, createSessionAuthenticator, sessionEndpoints, sweepSessions } from './sessions/index.ts';
export { sweepFailures } from './throttle.ts';
export { audienceOf, issuerOf, registerTokenEndpoint } from './token-endpoint.ts';
