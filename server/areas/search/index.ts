import type { AnyEndpoint } from '../../core/http/index.ts';
import { candidateSearchEndpoints } from './candidates/endpoints.ts';
import { companyDuplicateEndpoints } from './companies/duplicates.ts';
import { companySearchEndpoints } from './companies/endpoints.ts';
import { paletteEndpoints } from './palette/endpoints.ts';
import { requestSearchEndpoints } from './requests/endpoints.ts';

export { aroundConditions, cellsOfCircle } from './candidates/filters-sql.ts';
export { LEVELS as LANGUAGE_LEVELS } from './indexing/entry.ts';
export { indexMarked } from './indexing/index-marked.ts';
export { SearchIndexer } from './indexing/indexer.ts';
export { addSearchGauges } from './indexing/metrics.ts';
export { entryTerm } from './terms.ts';
export { comparedWordsOf, type Token } from './words.ts';

/** The search of the console. */
export const searchEndpoints: readonly AnyEndpoint[] = [
  ...candidateSearchEndpoints,
  ...companySearchEndpoints,
  ...companyDuplicateEndpoints,
  ...requestSearchEndpoints,
  ...paletteEndpoints,
];
