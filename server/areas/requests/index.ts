import type { AnyEndpoint } from '../../core/http/index.ts';
import { detailEndpoints } from './details/endpoints.ts';
import { evaluationEndpoints } from './evaluation/endpoints.ts';
import { statusEndpoints } from './status/endpoints.ts';

export const requestEndpoints: readonly AnyEndpoint[] = [
  ...detailEndpoints,
  ...statusEndpoints,
  ...evaluationEndpoints,
];

export { requestReferences } from './references.ts';
