export { registrationEndpoints } from './endpoints.ts';
export { listRegistrations } from './queries.ts';
export { EVENT_TYPES, registrationFaults, toSubscription } from './rules.ts';
export { registrationProperties } from './schema.ts';
