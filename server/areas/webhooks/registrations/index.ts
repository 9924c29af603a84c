export { registrationEndpoints } from './endpoints.ts';
export { listRegistrations } from './queries.ts';
export { EVENT_TYPES, eventName } from './rules.ts';
