import type { AnyEndpoint } from '../../core/http/index.ts';
import { applyEndpoints } from './apply/endpoints.ts';
import { externalApplicationEndpoints } from './external/endpoints.ts';
import { newCandidateEndpoints } from './new-candidate/endpoints.ts';
import { recordEndpoints } from './record/endpoints.ts';
import { searchEndpoints } from './search/endpoints.ts';
import { stageEndpoints } from './stages/endpoints.ts';

export const applicationEndpoints: readonly AnyEndpoint[] = [
  ...externalApplicationEndpoints,
  ...applyEndpoints,
  ...newCandidateEndpoints,
  ...searchEndpoints,
  ...recordEndpoints,
  ...stageEndpoints,
];

export { APPLICATION_RECEIVED, composeConfirmation } from './confirmation/compose.ts';
export {
  createApplicationCheck,
  type DescribedDocument,
  describeDocuments,
  HOMEPAGE_CHANNEL,
  isRepeatedApplication,
  receiveApplication,
} from './external/intake.ts';
export { lockEmail } from './external/queries.ts';
export type { ExternalApplicationBody } from './external/schema.ts';
