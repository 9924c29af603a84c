export { type MatchingColumns, matchingColumns, propertiesOf } from './columns.ts';
export { deleteCandidate, findMergedIds, lockDeletions } from './deletion-queries.ts';
export { ExpectedReads } from './expected-reads.ts';
export { findImported, findImportId, findImportIdFaults, retireImportId } from './import-id-queries.ts';
export { completeNameSounds } from './name-sounds.ts';
export { insertCandidate, recordMoveOfDocuments } from './queries.ts';
export { ApplicationRead, CandidateRecord } from './record-schema.ts';
export { applicationsJson } from './record-sql.ts';
export { coordinatesTask } from './refinement.ts';
export { refinementJob } from './refinement-job-sql.ts';
export {
  candidateFaults,
  toCanonicalEmail,
  toE164,
  toEmailMatch,
  toNameMatch,
  toPhoneticCode,
} from './rules.ts';
export { CandidateCreate, type CandidateCreateBody, CandidateListItem, CandidatePath } from './schema.ts';
export { mostRecordsSql, readRecord, someRecordsSql } from './stored-record.ts';
