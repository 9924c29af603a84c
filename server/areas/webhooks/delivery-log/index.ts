export { deliveryLogEndpoints } from './endpoints.ts';
export { type DeliveryFilter, readDeliveryLog, resendDeliveries, sweepDeliveryLog } from './queries.ts';
export { toLogEntry } from './rules.ts';
