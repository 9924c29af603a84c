import {
  body,
  date,
  decimal,
  id,
  int32,
  line,
  list,
  longText,
  nullable,
  oneOf,
  pageLimit,
  partial,
  record,
  reference,
  rounded,
  Type,
  utc,
} from '../../../core/http/schema.ts';
import { MAXIMUM_PER_CALL, MAXIMUM_PER_REQUEST, PROPOSAL_STATUSES, RATE_UNITS } from './rules.ts';

const requestId = id('Id of the customer request, of any kind.');
export const RequestProposalsPath = Type.Object({ requestId });
export const ProposalPath = Type.Object({ requestId, proposalId: id('Id of the proposal.') });
export const CandidateProposalsPath = Type.Object({ candidateId: id('Id of the candidate.') });

const LARGEST_AMOUNT = 9_999_999_999;
const status = (description: string) =>
  oneOf([...PROPOSAL_STATUSES], description, { examples: ['proposed'] });
const unit = oneOf([...RATE_UNITS], 'What the amount is for.', { examples: ['hour'] });

const STATUS =
  'shortlisted: chosen by the recruiter; proposed: to the customer; accepted: by the customer; placed: works there, or will; declined: by one of the three.';

export const ProposalsCreate = body('RequestProposalsCreateDto', {
  candidateIds: list(
    reference('candidate', 'Candidate who has applied and has no open proposal on the request.', {
      examples: [4711],
    }),
    'Candidates to shortlist. None is added if one of them cannot be.',
    { minItems: 1, maxItems: MAXIMUM_PER_CALL },
  ),
});

export const ProposalChange = partial('RequestProposalChangeDto', {
  status: status(`${STATUS} Only who is accepted can be placed, and placed leads to accepted only.`),
  rate: nullable(
    body(
      'RequestProposalRateDto',
      {
        amount: rounded('Amount.', {
          decimals: 2,
          minimum: 0,
          maximum: LARGEST_AMOUNT,
          examples: [29.9],
        }),
        unit,
        currency: line('ISO 4217 code of the currency.', {
          pattern: '^[A-Z]{3}$',
          patternMessage: 'must be a currency code such as EUR',
          maxLength: 3,
          examples: ['EUR'],
        }),
      },
      { description: 'What the customer pays for the candidate. Null clears it.' },
    ),
  ),
  comment: nullable(longText('What to know about the proposal. Null clears it.')),
});

const reached = (what: string) => nullable(utc(`When it was ${what}. Null if it was not, or not any more.`));

export const ProposalRead = record('RequestProposalDto', {
  id: id('Id of the proposal.'),
  requestId: id('Id of the request.'),
  requestTitle: line('Title of the request.'),
  requestStatusId: id(
    'Status of the request (GET /masterdata/requeststatus). Nobody works on a cancelled one (4).',
  ),
  companyId: id('Company of the request.'),
  company: line('Name of the company.'),
  startDate: date('First day of work of the request.'),
  candidateId: id('Id of the candidate.'),
  candidateName: line('First and last name of the candidate.'),
  city: nullable(line('City of the candidate.')),
  availableFrom: nullable(date('First day on which the candidate is available.')),
  status: status(STATUS),
  possibleStatuses: list(status('A status.'), 'The statuses that this one leads to.'),
  shortlistedAtUtc: utc('When the candidate was shortlisted.'),
  proposedAtUtc: reached('proposed to the customer'),
  acceptedAtUtc: reached('accepted by the customer'),
  placedAtUtc: reached('placed'),
  declinedAtUtc: reached('declined'),
  rate: nullable(
    record(
      'RequestProposalRateReadDto',
      {
        amount: decimal('Amount.', { examples: [29.9] }),
        unit,
        currency: line('ISO 4217 code of the currency.', { examples: ['EUR'] }),
      },
      { description: 'What the customer pays for the candidate. Null if nothing is agreed.' },
    ),
  ),
  comment: nullable(longText('What to know about the proposal.')),
  createdById: id('User who shortlisted the candidate.'),
  createdByName: nullable(line('First and last name of that user.')),
  modifiedAtUtc: utc('When the proposal was last changed.'),
});

export const ProposalsResponse = record('RequestProposalsResponse', {
  headcount: int32('Number of people that the request needs.', { examples: [5] }),
  placed: int32('Number of candidates who are placed.', { examples: [3] }),
  canBeFilled: Type.Boolean({
    description:
      'Whether as many candidates are placed as the request needs, and its status is open or in progress. The status does not change by itself: set it with PUT /customers/requests/{requestId}/status.',
  }),
  proposals: list(
    ProposalRead,
    `All proposals of the request, at most ${MAXIMUM_PER_REQUEST}, the earliest shortlisted first.`,
  ),
});

export const CreatedProposals = record('RequestProposalsCreatedDto', {
  proposals: list(
    record('RequestProposalCreatedDto', {
      id: id('Id of the proposal.'),
      candidateId: id('The candidate.'),
    }),
    'The new proposals.',
  ),
});

export const DEFAULT_LIMIT = 50;
const MAXIMUM_LIMIT = 200;

export const CandidateProposalsQuery = Type.Object({
  before: Type.Optional(id('Only proposals with a lower id: nextBefore of the previous page.')),
  limit: Type.Optional(pageLimit('proposals', { standard: DEFAULT_LIMIT, maximum: MAXIMUM_LIMIT })),
});

export const CandidateProposalsResponse = record('CandidateProposalsResponse', {
  proposals: list(ProposalRead, 'The proposals of the candidate, newest first.'),
  nextBefore: nullable(id('Value of before for the next page. Null on the last page.')),
});
