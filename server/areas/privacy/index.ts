export { eraseCandidate } from './erasure.ts';
