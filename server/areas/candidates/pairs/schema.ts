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
  type Static,
  Type,
  utc,
} from '../../../core/http/schema.ts';
import { MATCHES } from '../duplicates/schema.ts';

const MAXIMUM_LIMIT = 200;
export const DEFAULT_LIMIT = 50;
export const MAXIMUM_TOTAL = 1000;

export const PairPath = Type.Object({ duplicatePairId: id('Id of the pair.') });

export const PairQuery = Type.Object({
  state: Type.Optional(
    oneOf(
      ['open', 'dismissed'],
      'Which pairs: those to be decided, or those that were dismissed. Default: open.',
    ),
  ),
  after: Type.Optional(
    line('nextCursor of the previous page.', { examples: ['WzEsInNjb3JlIiwiZGVzYyIsNDcxMSwiOTUiXQ'] }),
  ),
  limit: Type.Optional(pageLimit('pairs', { standard: DEFAULT_LIMIT, maximum: MAXIMUM_LIMIT })),
});
export type PairQueryValues = Static<typeof PairQuery>;

const candidate = (which: string) =>
  record(
    'DuplicateCandidateDto',
    {
      id: id('Id of the candidate.'),
      firstName: line('First name.'),
      lastName: line('Last name.'),
      birthDate: nullable(date('Date of birth.')),
      city: nullable(line('City.')),
      email: nullable(line('Email address.')),
      phone: nullable(line('Phone number.')),
      mobile: nullable(line('Mobile number.')),
      statusId: nullable(id('Status (GET /masterdata/candidatestatus).')),
      status: nullable(line('Name of the status, in the language from Accept-Language.')),
      hasPicture: flag('Whether the candidate has a picture.'),
      applications: int32('Number of applications.'),
      documents: int32('Number of documents.'),
      communications: int32('Number of communications, with the notes.'),
      createdAtUtc: utc('When the candidate was created.'),
      modifiedAtUtc: utc('When the candidate was last changed.'),
    },
    { description: which, componentDescription: 'One of two candidates who may be the same person.' },
  );

const PAIR = {
  id: id('Id of the pair.'),
  score: decimal('How likely they are the same person, 0 to 1. At most 0.99, because no match proves it.', {
    minimum: 0,
    maximum: 1,
    examples: [0.95],
  }),
  matchedOn: list(
    oneOf([...MATCHES], 'A kind of match.'),
    'The kinds of match. The more, the higher the score. email and emailCanonical count as one. Another name or date of birth lowers the score.',
  ),
  foundAtUtc: utc('When the pair was found.'),
  dismissedAtUtc: nullable(utc('When somebody said that they are two people. Null if nobody did.')),
  dismissedById: nullable(id('Who said it.')),
  dismissedByName: nullable(line('First and last name of that user.')),
  first: candidate('The candidate with the smaller id.'),
  second: candidate('The other candidate.'),
};

const PairRead = record('DuplicatePairDto', PAIR);

export const PairsResponse = record('DuplicatePairsResponse', {
  pairs: list(PairRead, 'A page of the pairs, highest score first.'),
  total: int32(`Number of pairs, at most ${MAXIMUM_TOTAL}.`, { examples: [12] }),
  totalIsExact: flag(`False if there are more than ${MAXIMUM_TOTAL} pairs.`),
  nextCursor: nullable(line('Value of after for the next page. Null on the last page.')),
});

export const CandidatePairsResponse = record('CandidateDuplicatePairsResponse', {
  pairs: list(PairRead, 'The open pairs of the candidate, highest score first, at most 50.'),
});
