import { periodParameters } from '../../../core/http/period.ts';
import {
  filled,
  int32,
  list,
  NAME_LENGTH,
  nullable,
  record,
  reference,
  Type,
} from '../../../core/http/schema.ts';
import { changeEntryProperties } from '../../changes/index.ts';
import { CandidateListItem, CandidateRecord } from '../profile/index.ts';

export const ListQuery = Type.Object({
  ...periodParameters,
  importExternalId: Type.Optional(
    filled(
      'Only the candidate with this id in the source system, exactly as it was sent. Encode it, because a + stands for a space.',
      { maxLength: NAME_LENGTH, examples: ['crm-10023'], 'x-since': '3.5.0' },
    ),
  ),
});
export const ExportQuery = Type.Object({
  ...periodParameters,
  officeId: Type.Optional(
    reference('open or closed branch', 'Only candidates of this branch (GET /branches).', { examples: [1] }),
  ),
});

export const CandidatesResponse = record('CandidatesResponse', {
  candidates: list(CandidateListItem, 'The candidates, sorted by id.'),
});

export const CandidateExportResponse = record('CandidateExportResponse', {
  candidates: list(CandidateRecord, 'The candidates with all their details, sorted by id.'),
});

export const CandidateChangeEntry = record('CandidateChangesDetailsDto', changeEntryProperties);

export const CandidateDeletionEntry = record('CandidateDeletionDto', {
  ...changeEntryProperties,
  mergedIntoId: nullable(
    int32(
      'Candidate that this one was merged into, and that has its data. It can have been merged or deleted since, as the same or a later period then says. Null if the candidate was erased, or merged by a version before this property.',
      { minimum: 1, examples: [4711], 'x-since': '3.5.0' },
    ),
  ),
});
