import {
  date,
  decimal,
  flag,
  id,
  int32,
  line,
  list,
  nullable,
  oneOf,
  pageLimit,
  record,
  Type,
} from '../../../core/http/schema.ts';
import { PROPOSAL_STATUSES } from '../record/rules.ts';
import { CRITERION_KINDS, DEFAULT_RADIUS_KM } from './criteria.ts';
import { MAXIMUM_COMPARED } from './pool-queries.ts';

export const MatchesPath = Type.Object({ requestId: id('Id of the customer request, of any kind.') });

const MAXIMUM_LIMIT = 100;
export const DEFAULT_LIMIT = 25;

const KIND = `(?:${CRITERION_KINDS.join('|')})`;

export const MatchesQuery = Type.Object({
  everyone: Type.Optional(
    flag(
      `Whether all candidates are compared, however many there are. Without it, a tenant with more than ${MAXIMUM_COMPARED} candidates compares those with the profession of the request, or near its place, or of its branch; narrowedBy says which.`,
      { examples: [true] },
    ),
  ),
  mustMeet: Type.Optional(
    line('Only candidates who meet these criteria, as a comma-separated list of kinds.', {
      pattern: `^${KIND}(?:,${KIND})*$`,
      patternMessage: `must be one or more of ${CRITERION_KINDS.join(', ')}, separated by commas`,
      examples: ['profession,distance'],
    }),
  ),
  officeId: Type.Optional(id('Only candidates of this branch.')),
  unproposed: Type.Optional(
    flag('Whether candidates who have a proposal on the request, also a declined one, are left out.', {
      examples: [true],
    }),
  ),
  cursor: Type.Optional(
    line('nextCursor of the previous page. Send it with the same filters.', {
      maxLength: 60,
      pattern: '^\\d{1,3}~\\d{1,3}~(?:\\d{1,8}|-)~\\d{1,10}$',
      patternMessage: 'must be an unchanged nextCursor of this operation',
      examples: ['5~1~12044~4711'],
    }),
  ),
  limit: Type.Optional(pageLimit('candidates', { standard: DEFAULT_LIMIT, maximum: MAXIMUM_LIMIT })),
});

const kind = oneOf([...CRITERION_KINDS], 'What is compared.', { examples: ['profession'] });
const key = line('Identifies the criterion in this response.', { examples: ['language1'] });

const value = {
  names: list(line('A name in the language from Accept-Language.'), 'Names, such as of the profession.'),
  date: nullable(date('Day, such as the first day of work.')),
  number: nullable(decimal('Number: kilometers, hours a week, or an amount in euros.')),
  period: nullable(oneOf(['hour', 'month', 'year'], 'What an amount is for.', { examples: ['hour'] })),
};

export const MatchCriterion = record('MatchCriterionDto', {
  key,
  kind,
  property: line('Property of the request that asks for it.', { examples: ['professionId'] }),
  isRequired: flag('Whether it counts in met and missed. The branch does not.'),
  ...value,
  lastDay: nullable(
    date('For workPermit: the last day of work, or the first one if the request has no end. Null otherwise.'),
  ),
});

const Outcome = record('MatchOutcomeDto', {
  key,
  outcome: oneOf(
    ['met', 'partly', 'missed', 'unknown'],
    'partly: the work permit is valid on the first day of work and ends before the last one. unknown: the record of the candidate does not say, or it cannot be compared with the request.',
  ),
  ...value,
  limit: nullable(
    decimal(
      `For distance: how far the candidate goes, in kilometers, ${DEFAULT_RADIUS_KM} if the record does not say.`,
    ),
  ),
  isOwnLimit: flag('Whether the record of the candidate says the limit. False without a limit.'),
});

const MatchedCandidate = record('MatchedCandidateDto', {
  candidateId: id('Id of the candidate.'),
  name: line('First and last name.'),
  city: nullable(line('City.')),
  statusId: nullable(id('Status of the candidate.')),
  officeId: nullable(id('Branch of the candidate.')),
  office: nullable(line('Name of the branch.')),
  distanceKm: nullable(
    decimal('Kilometers to the place of the request, as the crow flies. Null if unknown.'),
  ),
  met: int32('Number of required criteria that are met.', { examples: [5] }),
  partly: int32('Number of required criteria that are met for a part of the assignment.', { examples: [0] }),
  missed: int32('Number of required criteria that are missed.', { examples: [1] }),
  unknown: int32('Number of required criteria that the record says nothing about.', { examples: [2] }),
  outcomes: list(Outcome, 'Every criterion, in their order, with what the record of the candidate says.'),
  proposal: nullable(
    record(
      'MatchProposalDto',
      {
        id: id('Id of the proposal.'),
        status: oneOf([...PROPOSAL_STATUSES], 'Its status.', { examples: ['proposed'] }),
      },
      { description: 'The proposal of the candidate on this request: the open one, or else the last.' },
    ),
  ),
  placement: nullable(
    record(
      'MatchPlacementDto',
      {
        requestId: id('Id of the other request.'),
        requestTitle: line('Its title.'),
        company: line('Name of its company.'),
        endDate: nullable(date('Its last day of work. Null if open-ended.')),
      },
      {
        description:
          'Another request on which the candidate is placed in the same period, and which is not cancelled.',
      },
    ),
  ),
});

export const MatchesResponse = record('MatchesResponse', {
  criteria: list(MatchCriterion, 'What the request asks for, as far as candidates can be compared with it.'),
  hasPlace: flag(
    'Whether the place of the request has coordinates: those of its work location, its site, or its company. Without them, distances are not compared.',
  ),
  everyone: int32(
    'Number of candidates of the tenant, without archived ones. Of many, as it was within the last minute.',
    { examples: [4120] },
  ),
  compared: int32('Number of those who were compared. The others are left out for narrowedBy.', {
    examples: [310],
  }),
  narrowedBy: list(
    record('MatchNarrowingDto', {
      criterion: oneOf(['profession', 'distance', 'branch'], 'Only who meets this was compared.', {
        examples: ['profession'],
      }),
      withinKm: nullable(
        int32('For distance: up to so many kilometers. Who has no coordinates is left out.'),
      ),
    }),
    'Why not everyone was compared. Empty if all were. Send everyone=true to compare all.',
  ),
  total: int32('Number of compared candidates who pass the filters.', { examples: [212] }),
  candidates: list(
    MatchedCandidate,
    'A page of them: most required criteria met first, then fewest missed, then the nearest.',
  ),
  nextCursor: nullable(line('Value of cursor for the next page. Null on the last page.', { maxLength: 60 })),
});
