import {
  body,
  id,
  int32,
  line,
  list,
  nullable,
  oneOf,
  pageLimit,
  record,
  Type,
  utc,
} from '../../../core/http/schema.ts';
import { CLOSED_WITHOUT_SUCCESS, KEPT_BY } from './rules.ts';

export const DEFAULT_MONTHS = 6;
const MAXIMUM_MONTHS = 120;

const rule = {
  proposeErasureAfterMonths: nullable(
    int32(
      `Full months after the end of the last application of a candidate, 1 to ${MAXIMUM_MONTHS}, after which the erasure is proposed (GET /privacy/due). Default: ${DEFAULT_MONTHS}. Null: nothing is proposed.`,
      { minimum: 1, maximum: MAXIMUM_MONTHS, examples: [DEFAULT_MONTHS] },
    ),
  ),
};
export const RetentionResponse = record('RetentionResponse', rule);
export const Retention = body('RetentionDto', rule);

const MAXIMUM_LIMIT = 200;
export const DEFAULT_LIMIT = 50;
/** The number of closed applications that a page reads at most, so that its cost has a limit whatever it has to pass over. */
export const MAXIMUM_READ = 2000;

export const DueQuery = Type.Object({
  after: Type.Optional(
    line('nextCursor of the previous page.', {
      examples: ['WzEsImNsb3NlZEF0VXRjIiwiYXNjIiw0NzExLCIyMDI2LTAzLTAyVDA4OjE1OjMwLjEyMzQ1NloiXQ'],
    }),
  ),
  limit: Type.Optional(pageLimit('candidates', { standard: DEFAULT_LIMIT, maximum: MAXIMUM_LIMIT })),
});

export const DueResponse = record('DueCandidatesResponse', {
  candidates: list(
    record('DueCandidateDto', {
      candidateId: id('The candidate.'),
      firstName: line('First name of the candidate.'),
      lastName: line('Last name of the candidate.'),
      applicationId: id(
        'The application that was closed last. The first one, if several were closed at once.',
      ),
      stage: oneOf([...CLOSED_WITHOUT_SUCCESS], 'Its stage.'),
      jobAdId: nullable(id('Integer id of its job ad. Null for a speculative application.')),
      jobAd: nullable(line('Title of the job ad.')),
      closedAtUtc: utc('When it came to that stage.'),
      dueSinceUtc: utc('Start of the day (UTC) on which the erasure was proposed for the first time.'),
    }),
    'A page of the candidates, in the order in which they became due.',
  ),
  nextCursor: nullable(
    line(
      'Value of after for the next page. Null on the last page. A page can have fewer candidates than limit, and even none, although there is a next one.',
    ),
  ),
});

export const CandidateRetentionResponse = record('CandidateRetentionResponse', {
  dueFromUtc: nullable(
    utc(
      'Start of the day (UTC) from which the erasure is proposed, with what is stored now. It can be in the past. Null if keptBy is anything but hold.',
    ),
  ),
  keptBy: nullable(
    oneOf(
      [...KEPT_BY],
      'Why the erasure is not proposed, also after that day. noRule: the tenant has no rule (GET /privacy/retention). employment: an application or the status is hired. openApplication: an application is neither rejected nor withdrawn. noApplication: there is no end to count from. hold: a hold is in force. Null if nothing keeps the candidate.',
    ),
  ),
});
