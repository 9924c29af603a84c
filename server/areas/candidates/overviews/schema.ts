import { periodParameters } from '../../../core/http/period.ts';
import { list, record, reference, Type } from '../../../core/http/schema.ts';
import { changeEntryProperties } from '../../changes/index.ts';
import { CandidateListItem, CandidateRecord } from '../profile/index.ts';

export const ListQuery = Type.Object(periodParameters);
export const ExportQuery = Type.Object({
  ...periodParameters,
  officeId: Type.Optional(
    reference('open or closed branch', 'Only candidates of this branch (GET /branches).'),
  ),
});

export const CandidatesResponse = record('CandidatesResponse', {
  candidates: list(CandidateListItem, 'The candidates, sorted by id.'),
});

export const CandidateExportResponse = record('CandidateExportResponse', {
  candidates: list(CandidateRecord, 'The candidates with all their details, sorted by id.'),
});

export const CandidateChangeEntry = record('CandidateChangesDetailsDto', changeEntryProperties);
