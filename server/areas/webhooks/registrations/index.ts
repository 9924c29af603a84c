export { registrationEndpoints } from './endpoints.ts';
export { listRegistrations } from './queries.ts';
export { EVENT_TYPES, toSubscription } from './rules.ts';
