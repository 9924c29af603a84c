import type { AnyEndpoint } from '../../core/http/index.ts';
import { detailEndpoints } from './details/endpoints.ts';
import { evaluationEndpoints } from './evaluation/endpoints.ts';
import { overviewEndpoints } from './overview/endpoints.ts';
import { statusEndpoints } from './status/endpoints.ts';

export const requestEndpoints: readonly AnyEndpoint[] = [
  ...detailEndpoints,
  ...statusEndpoints,
  ...evaluationEndpoints,
  ...overviewEndpoints,
];

export { insertRequest } from './details/queries.ts';
export type { RequestValues } from './details/rules.ts';
export { REQUEST_KINDS, type RequestKind } from './details/schema.ts';
export { requestReferences } from './references.ts';
export { setStatus as setRequestStatus } from './status/queries.ts';
export { isFinal as isFinalRequestStatus, REQUEST_STATUS } from './status/rules.ts';
