import type { AnyEndpoint } from '../../core/http/index.ts';
import { deliveryLogEndpoints } from './delivery-log/index.ts';
import { registrationEndpoints } from './registrations/index.ts';
import { secretEndpoints } from './secrets/endpoints.ts';
import { settingEndpoints } from './settings/index.ts';
import { testCallEndpoints } from './test-calls/endpoints.ts';

export {
  addWebhookBacklogGauges,
  Deliverer,
  planAfterClockStep,
  SEND_STATUSES,
  WebhookMetrics,
  wakeOverdue,
} from './delivery/index.ts';
export {
  type DeliveryFilter,
  forgetAnswers,
  readDeliveryLog,
  resendDeliveries,
  sweepDeliveryLog,
  toLogEntry,
} from './delivery-log/index.ts';
export { describeCalls } from './described-calls.ts';
export { composePauseNotice, WEBHOOK_PAUSED } from './paused-mail.ts';
export { EVENT_TYPES, lateEventsTask, listRegistrations, toSubscription } from './registrations/index.ts';

export const webhookEndpoints: readonly AnyEndpoint[] = [
  ...registrationEndpoints,
  ...settingEndpoints,
  ...deliveryLogEndpoints,
  ...testCallEndpoints,
  ...secretEndpoints,
];
