export { createSessionAuthenticator, createSessionProbe } from './authenticate.ts';
export { cookieName, readSessionToken } from './cookie.ts';
export { sessionEndpoints } from './endpoints.ts';
export { type SignIn, sweepSessions } from './queries.ts';
export { hashToken } from './sign-in.ts';
