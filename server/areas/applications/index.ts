import type { AnyEndpoint } from '../../core/http/index.ts';
import { applyEndpoints } from './apply/endpoints.ts';
import { externalApplicationEndpoints } from './external/endpoints.ts';

export const applicationEndpoints: readonly AnyEndpoint[] = [
  ...externalApplicationEndpoints,
  ...applyEndpoints,
];

export {
  createApplicationCheck,
  type DescribedDocument,
  describeDocuments,
  HOMEPAGE_CHANNEL,
  receiveApplication,
} from './external/intake.ts';
export { lockEmail } from './external/queries.ts';
export type { ExternalApplicationBody } from './external/schema.ts';
