import type { AnyEndpoint } from '../../core/http/index.ts';
import { contactChannelEndpoints } from './contact-channels/endpoints.ts';
import { contractEndpoints } from './contract/endpoints.ts';
import { duplicateEndpoints } from './duplicates/endpoints.ts';
import { languageEndpoints } from './languages/endpoints.ts';
import { overviewEndpoints } from './overviews/endpoints.ts';
import { pairEndpoints } from './pairs/endpoints.ts';
import { pictureEndpoints } from './pictures/endpoints.ts';
import { profileEndpoints } from './profile/endpoints.ts';
import { resumeEndpoints } from './resume/endpoints.ts';
import { skillEndpoints } from './skills/endpoints.ts';
import { statusEndpoints } from './status/endpoints.ts';

export const candidateEndpoints: readonly AnyEndpoint[] = [
  ...overviewEndpoints,
  ...duplicateEndpoints,
  ...pairEndpoints,
  ...profileEndpoints,
  ...statusEndpoints,
  ...languageEndpoints,
  ...skillEndpoints,
  ...resumeEndpoints,
  ...contactChannelEndpoints,
  ...contractEndpoints,
  ...pictureEndpoints,
];
export { changeCandidate, lockCandidateRow } from './change-queries.ts';
export { type Channel, emailFaults, toEmailChannel, toNumberChannel } from './contact-channels/rules.ts';
export { MATCHES } from './duplicates/schema.ts';
export { keepPairs, removePairs } from './pairs/keep-pairs.ts';
export { propertiesWithChannels, withPrimaryChannels } from './primary-channels-sql.ts';
export {
  ApplicationRead,
  applicationsJson,
  CandidateCreate,
  type CandidateCreateBody,
  CandidatePath,
  CandidateRecord,
  candidateFaults,
  completeNameSounds,
  coordinatesTask,
  deleteCandidate,
  ExpectedReads,
  findImported,
  findImportId,
  findImportIdFaults,
  findMergedIds,
  insertCandidate,
  lockDeletions,
  matchingColumns,
  propertiesOf,
  readRecord,
  recordMoveOfDocuments,
  refinementJob,
  retireImportId,
  toCanonicalEmail,
  toE164,
  toEmailMatch,
  toPhoneticCode,
} from './profile/index.ts';
export { findPresentEntry, findStatusHistory, presentEntry, setStatus } from './status/queries.ts';
export {
  APPLICATION_STAGES,
  type ApplicationStage,
  CANDIDATE_STATUS,
  DECISIONS,
  OPEN_STAGES,
} from './status/rules.ts';
export { StatusHistory } from './status/schema.ts';
export { CANDIDATE_MATCH, IdPath } from './sub-record.ts';
