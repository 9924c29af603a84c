import type { AnyEndpoint } from '../../core/http/index.ts';
import { candidateSearchEndpoints } from './candidates/endpoints.ts';

export { indexCandidates } from './indexing/index-candidates.ts';
export { CandidateIndexer } from './indexing/indexer.ts';

/** The search of the console. */
export const searchEndpoints: readonly AnyEndpoint[] = candidateSearchEndpoints;
