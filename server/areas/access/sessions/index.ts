export { createSessionAuthenticator } from './authenticate.ts';
export { cookieName } from './cookie.ts';
export { sessionEndpoints } from './endpoints.ts';
export { sweepSessions } from './queries.ts';
