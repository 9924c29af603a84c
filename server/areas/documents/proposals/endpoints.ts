import {
  type AnyEndpoint,
  ApiError,
  contentTag,
  defineEndpoint,
  NOT_MODIFIED,
  notFound,
  RawJson,
} from '../../../core/http/index.ts';
import { CANDIDATE_MATCH } from '../../candidates/index.ts';
import { EVENTS } from '../../changes/index.ts';
import { insertAccess } from '../reads/queries.ts';
import { decideProposals } from './decide.ts';
import { changeCvSettings, findProposals, lockCvSettings, readCvSettings } from './queries.ts';
import {
  CvSettingsChange,
  CvSettingsResponse,
  Decision,
  Decisions,
  DecisionsResponse,
  ProposalPath,
  ProposalsPath,
  ProposalsResponse,
} from './schema.ts';

const COMMON = {
  audience: 'integration',
  area: 'Candidate documents',
  since: '3.5.0',
} as const;

const DECISION = {
  ...COMMON,
  method: 'PUT',
  permission: 'candidates:write',
  ifMatch: CANDIDATE_MATCH,
  event: EVENTS.candidateChanged,
} as const;

const SETTINGS = {
  audience: 'platform',
  area: 'Candidate documents',
  path: '/documents/cv/settings',
} as const;

export const proposalEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'documentProposal_list',
    method: 'GET',
    path: '/candidates/{candidateId}/documents/{documentId}/proposals',
    permission: 'documents:read',
    summary: 'List what was read from a CV',
    description:
      'Returns the values that the candidate did not have when the document was read as a CV, with their lines: those that the service has written, because it was sure, and those that wait for a decision. The lines are contents of the document, so every read of them is recorded in the access log. Empty if the document was not read.',
    params: ProposalsPath,
    success: { status: 200, description: 'The values.', schema: ProposalsResponse },
    notFound: 'Document',
    etag: 'handler',
    async handle({ db, tenantId, params, caller, isCurrent }) {
      const found = await findProposals(db, tenantId, params);
      if (found === undefined) throw notFound('Document');
      if (isCurrent(contentTag(found.json))) return NOT_MODIFIED;
      if (found.hasLines) await insertAccess(db, tenantId, { ...params, caller, kind: 'lines' });
      return new RawJson(found.json);
    },
  }),
  defineEndpoint({
    ...DECISION,
    id: 'documentProposal_decideAll',
    path: '/candidates/{candidateId}/documents/{documentId}/proposals',
    summary: 'Decide about proposals of a document',
    description:
      'Decides about the proposals with these ids, or about all that are open. What is accepted is written as one change of the candidate. A proposal whose property has another value by then does not change and is listed among the conflicts. Proposals that have the state already count as decided, so the call can be repeated.',
    params: ProposalsPath,
    body: Decisions,
    success: { status: 200, description: 'What was decided.', schema: DecisionsResponse },
    notFound: 'Candidate or document',
    examples: [
      { summary: 'Accept all open proposals', body: { state: 'accepted' } },
      { summary: 'Reject all open proposals', body: { state: 'rejected' } },
    ],
    handle: ({ tenantId, params, body, write }) => write((db) => decideProposals(db, tenantId, params, body)),
  }),
  defineEndpoint({
    ...DECISION,
    id: 'documentProposal_decide',
    path: '/candidates/{candidateId}/documents/{documentId}/proposals/{proposalId}',
    summary: 'Decide about a proposal',
    description:
      'Accepting writes the value to the candidate, like a change by the caller. If the property has another value by then, or the value was already written, the response is a 409 and nothing changes. If it has the same value, the proposal is accepted and the candidate does not change. Sending the state that the proposal has changes nothing.',
    params: ProposalPath,
    body: Decision,
    success: { status: 204, description: 'The proposal has the state.' },
    notFound: 'Candidate, document, or proposal',
    errors: { 409: 'The property has another value by then, or the value was already written.' },
    examples: [{ summary: 'Write the value to the candidate', body: { state: 'accepted' } }],
    async handle({ tenantId, params: { proposalId, ...document }, body: { state }, write }) {
      await write(async (db) => {
        const { conflicts } = await decideProposals(db, tenantId, document, { state, proposalId });
        if (conflicts[0] !== undefined)
          throw new ApiError('proposalConflict', { message: conflicts[0].message });
      });
    },
  }),
  defineEndpoint({
    ...SETTINGS,
    id: 'cvSettings_get',
    method: 'GET',
    permission: 'cv:read',
    summary: 'Read the settings for CVs',
    success: { status: 200, description: 'The settings.', schema: CvSettingsResponse },
    etag: 'content',
    handle: ({ db, tenantId }) => readCvSettings(db, tenantId),
  }),
  defineEndpoint({
    ...SETTINGS,
    id: 'cvSettings_change',
    method: 'PUT',
    permission: 'cv:write',
    summary: 'Change the settings for CVs',
    description:
      'Only the properties that you send change. They apply to documents that are read from then on.',
    ifMatch: {
      read: 'cvSettings_get',
      params: () => ({}),
      lock: ({ db, tenantId }) => lockCvSettings(db, tenantId),
    },
    body: CvSettingsChange,
    examples: [
      { summary: 'Propose all values, and write none automatically', body: { proposesEverything: true } },
    ],
    success: { status: 204, description: 'The settings have the values that were sent.' },
    async handle({ tenantId, body, writeStatement }) {
      await writeStatement((db) => changeCvSettings(db, tenantId, body));
    },
  }),
];
