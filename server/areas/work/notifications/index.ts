export { notificationEndpoints } from './endpoints.ts';
export { notify } from './queries.ts';
