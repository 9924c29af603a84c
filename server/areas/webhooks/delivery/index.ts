export { CALL_TIMEOUT_MS, type Outcome, WebhookCaller } from './call.ts';
export { Deliverer } from './deliverer.ts';
export { CLOUD_EVENT_FORMAT, STANDARD_FORMAT, toMessage, toReference } from './formats.ts';
export { addWebhookBacklogGauges, WebhookMetrics } from './metrics.ts';
export { hostOf, PrivateAddressError, publicAddresses } from './public-addresses.ts';
export {
  lockRegistrations,
  planAfterClockStep,
  type RegistrationKey,
  requeue,
  skipPending,
  wakeOverdue,
} from './queries.ts';
export { resolveHost } from './resolve-host.ts';
export { FAILURE_THRESHOLD } from './retry.ts';
export { signatureHeaders } from './signature.ts';
export {
  FAILED,
  SEND_STATUS_LEGEND,
  SEND_STATUSES,
  SKIPPED,
  sendStatusText,
  TRANSFERRED,
} from './statuses.ts';
export { urlKey } from './url-key.ts';
