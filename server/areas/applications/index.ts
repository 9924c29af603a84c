import type { AnyEndpoint } from '../../core/http/index.ts';
import { applyEndpoints } from './apply/endpoints.ts';
import { externalApplicationEndpoints } from './external/endpoints.ts';

export const applicationEndpoints: readonly AnyEndpoint[] = [
  ...externalApplicationEndpoints,
  ...applyEndpoints,
];
