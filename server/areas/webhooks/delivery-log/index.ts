export { deliveryLogEndpoints } from './endpoints.ts';
export { forgetAnswers } from './forgetting-queries.ts';
export { type DeliveryFilter, readDeliveryLog, resendDeliveries, sweepDeliveryLog } from './queries.ts';
export { toLogEntry } from './rules.ts';
