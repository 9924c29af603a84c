export { deliveryLogEndpoints } from './endpoints.ts';
export { forgetAnswers } from './forgetting-queries.ts';
export { readDeliveryLog, sweepDeliveryLog } from './queries.ts';
export { resendDeliveries } from './resending-queries.ts';
export { type DeliveryFilter, toLogEntry } from './rules.ts';
