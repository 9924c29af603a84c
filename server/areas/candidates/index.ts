import type { AnyEndpoint } from '../../core/http/index.ts';
import { duplicateEndpoints } from './duplicates/endpoints.ts';
import { overviewEndpoints } from './overviews/endpoints.ts';
import { profileEndpoints } from './profile/endpoints.ts';
import { statusEndpoints } from './status/endpoints.ts';

export const candidateEndpoints: readonly AnyEndpoint[] = [
  ...overviewEndpoints,
  ...duplicateEndpoints,
  ...profileEndpoints,
  ...statusEndpoints,
];
export { changeCandidate, lockCandidateRow } from './change.ts';
export {
  applicationsJson,
  type CandidateCreateBody,
  CandidatePath,
  candidateFaults,
  coordinatesTask,
  insertCandidate,
  toE164,
  toEmailMatch,
} from './profile/index.ts';
export { setStatus } from './status/queries.ts';
export { ARCHIVED } from './status/rules.ts';
