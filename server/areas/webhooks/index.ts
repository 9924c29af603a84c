import type { AnyEndpoint } from '../../core/http/index.ts';
import { administrationEndpoints } from './administration/endpoints.ts';
import { protocolEndpoints } from './protocol/index.ts';
import { registrationEndpoints } from './registrations/index.ts';
import { settingEndpoints } from './settings/index.ts';

export { Deliverer, SEND_STATUSES, WebhookMetrics, wakeOverdue } from './delivery/index.ts';
export {
  type DeliveryFilter,
  readProtocol,
  resendDeliveries,
  sweepProtocol,
  toEntry,
} from './protocol/index.ts';
export { EVENT_TYPES, listRegistrations, toSubscription } from './registrations/index.ts';

export const webhookEndpoints: readonly AnyEndpoint[] = [
  ...registrationEndpoints,
  ...settingEndpoints,
  ...protocolEndpoints,
  ...administrationEndpoints,
];
