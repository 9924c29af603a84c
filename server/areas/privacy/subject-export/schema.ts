import {
  decimal,
  flag,
  id,
  line,
  list,
  longText,
  nullable,
  oneOf,
  record,
  type Static,
  type TSchema,
  Type,
  utc,
} from '../../../core/http/schema.ts';
import { CandidateRecord, StatusHistory } from '../../candidates/index.ts';
import { HistoryPage } from '../../changes/index.ts';
import { CandidateDocumentsResponse, ProposalsResponse } from '../../documents/index.ts';
import { ProposalRead } from '../../proposals/index.ts';
import { NotesResponse, TaskRead } from '../../work/index.ts';
import { HoldsResponse } from '../holds/schema.ts';
import { CandidateRetentionResponse } from '../retention/schema.ts';
import { AccessesResponse } from '../schema.ts';

const acceptedAt = (what: string) =>
  nullable(utc(`When the candidate accepted ${what}. Null if the application has no such time.`));

const ExportedApplication = record('ExportedApplicationDto', {
  id: id('Id of the application. What came with it is in applies of the candidate.'),
  stage: line('Its stage.', { examples: ['rejected'] }),
  stageReason: nullable(longText('Why it came to that stage.')),
  stageChangedAtUtc: nullable(utc('When somebody moved it to that stage. Null if nobody did.')),
  officeId: nullable(id('Branch of the application.')),
  privacyAcceptedAtUtc: acceptedAt('the privacy policy'),
  termsOfUseAcceptedAtUtc: acceptedAt('the terms of use'),
  whatsAppConsentChecked: nullable(
    flag('Whether the candidate agreed to messages by WhatsApp. Null if it was not asked.'),
  ),
  createdAtUtc: utc('When the application was recorded.'),
});

const ExportedFile = record('ExportedFileDto', {
  kind: oneOf(
    ['document', 'attachment', 'picture'],
    'A document, an attachment of a communication, or the picture.',
  ),
  id: id('Id of the document or the attachment. For the picture, that of the candidate.'),
  applicationId: nullable(id('Application that the document came with.')),
  originalFileName: nullable(line('File name.')),
  mimeType: line('Media type.', { examples: ['application/pdf'] }),
  sizeBytes: Type.Integer({ description: 'Size in bytes.', examples: [146_515] }),
  sha256: line('SHA-256 of the contents, in hexadecimal.'),
  createdAtUtc: utc('When the file was added.'),
  path: line('Path under /platform that returns the contents.', {
    examples: ['/candidates/export/documents/4711/content'],
  }),
});

const ExportedMerge = record('ExportedMergeDto', {
  id: id('Id of the merge.'),
  mergedCandidateId: id('The candidate that was merged. It no longer exists.'),
  parentId: nullable(id('The merge with which this one came to the candidate.')),
  mergedAtUtc: utc('When they were merged.'),
  mergedById: id('Who merged them.'),
  untilUtc: utc('Until when the merge can be undone.'),
  undoneAtUtc: nullable(utc('When the merge was undone. This candidate was created then.')),
  undoneById: nullable(id('Who undid the merge.')),
  kept: Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description:
      'What is kept of the merged candidate, as it is stored. Null when the merge can no longer be undone.',
  }),
});

const ExportedPair = record('ExportedDuplicatePairDto', {
  id: id('Id of the pair.'),
  firstId: id('One of the two candidates.'),
  secondId: id('The other one.'),
  matchedOn: list(line('A kind of match.', { examples: ['email'] }), 'What they have in common.'),
  score: decimal('How likely they are the same person, 0 to 1.', { examples: [0.95] }),
  foundAtUtc: utc('When the pair was found.'),
  dismissedOn: nullable(
    list(
      line('A kind of match.', { examples: ['email'] }),
      'What they had in common when they were dismissed.',
    ),
  ),
  dismissedAtUtc: nullable(utc('When somebody said that they are two people.')),
  dismissedById: nullable(id('Who said it.')),
});

function described<T extends TSchema>(schema: T, description: string) {
  return Type.Unsafe<Static<T>>({ ...schema, description });
}

const { statuses } = StatusHistory.properties;
const { notes } = NotesResponse.properties;
const { candidateDocuments } = CandidateDocumentsResponse.properties;
const { entries } = HistoryPage.properties;
const { accesses } = AccessesResponse.properties;

export const SubjectExport = record('SubjectExportResponse', {
  exportedAtUtc: utc('When the export was made.'),
  candidate: described(CandidateRecord, 'The record as GET /candidates/{candidateId} shows it.'),
  statuses,
  applications: list(ExportedApplication, 'What GET /candidates/{candidateId} lacks about applications.'),
  recordings: list(
    record('ExportedRecordingDto', {
      kind: oneOf(['contactChannel', 'communication'], 'A contact channel or a communication.'),
      id: id('Its id.'),
      createdAtUtc: utc('When it was recorded.'),
    }),
    'When contact channels and communications were recorded.',
  ),
  notes,
  tasks: list(TaskRead, 'Tasks about the candidate or an application of the candidate, sorted by id.'),
  requestProposals: list(
    ProposalRead,
    'On which requests of customers the candidate was shortlisted, and what became of it, newest first.',
  ),
  holds: described(HoldsResponse, 'The hold in force, and all earlier ones.'),
  retention: described(CandidateRetentionResponse, 'From when on the erasure is proposed.'),
  documents: candidateDocuments,
  proposals: list(
    record('ExportedProposalsDto', {
      documentId: id('The document.'),
      ...ProposalsResponse.properties,
    }),
    'What was read from each document as a CV.',
  ),
  history: entries,
  accesses,
  files: list(ExportedFile, 'Where the contents of all files are. The export does not include them.'),
  merges: list(ExportedMerge, 'Candidates that were merged into this one, with what is kept of them.'),
  duplicates: list(ExportedPair, 'Other candidates who may be the same person.'),
});
