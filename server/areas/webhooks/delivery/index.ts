export { CALL_TIMEOUT_MS } from './call.ts';
export { Deliverer } from './deliverer.ts';
export { CLOUD_EVENT_FORMAT, STANDARD_FORMAT, toReference } from './formats.ts';
export { WebhookMetrics } from './metrics.ts';
export { hostOf, PrivateAddressError, publicAddresses } from './public-addresses.ts';
export { FAILED, SKIPPED, skipPending, TRANSFERRED, wake, wakeOverdue } from './queries.ts';
export { resolveHost } from './resolve-host.ts';
export { FAILURE_THRESHOLD } from './retry.ts';
