export { protocolEndpoints } from './endpoints.ts';
export { type DeliveryFilter, readProtocol, resendDeliveries, sweepProtocol } from './queries.ts';
export { toEntry } from './rules.ts';
