export { privacyEndpoints } from './endpoints.ts';
export { eraseCandidate } from './erasure.ts';
