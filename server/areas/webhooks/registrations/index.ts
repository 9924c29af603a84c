export { registrationEndpoints } from './endpoints.ts';
export { lateEventsTask } from './late-events.ts';
export { listRegistrations } from './queries.ts';
export { EVENT_TYPES, eventNameOf, registrationFaults, toSubscription } from './rules.ts';
export { registrationProperties } from './schema.ts';
