import {
  body,
  date,
  filled,
  id,
  line,
  list,
  nullable,
  optional,
  pageLimit,
  record,
  type Static,
  Type,
  utc,
} from '../../../core/http/schema.ts';

const REASON_LENGTH = 2000;
const MAXIMUM_LIMIT = 200;
export const DEFAULT_LIMIT = 50;
/** Of the holds of a candidate that are no longer in force, the newest ones are shown. */
export const MAXIMUM_EARLIER = 100;

const reason = filled(
  'Why the candidate must not be erased. Only roles that may read the privacy data see it.',
  {
    maxLength: REASON_LENGTH,
    examples: ['Claim under the equal treatment act, file 17/2026'],
  },
);
const until = date('Last day of the hold (UTC). Null: it lasts until somebody releases it.', {
  examples: ['2030-12-31'],
});

export const Hold = body('CandidateHoldDto', { reason, until: optional(until) });
export type HoldBody = Static<typeof Hold>;

const shown = {
  reason,
  until: nullable(until),
  setAtUtc: utc('When the hold was set.'),
  setById: id('User who set it.'),
  setByName: nullable(line('First and last name of that user.')),
};

export const HoldsResponse = record('CandidateHoldsResponse', {
  hold: Type.Unsafe<unknown>({
    ...record('CandidateHoldReadDto', shown, {
      description: 'The hold that is in force. Null: the candidate can be erased.',
    }),
    type: ['object', 'null'],
  }),
  earlier: list(
    record('EarlierCandidateHoldDto', {
      ...shown,
      releasedAtUtc: nullable(
        utc('When it was released, or replaced by another one. Null: it ended after its last day.'),
      ),
      releasedById: nullable(id('User who released or replaced it.')),
      releasedByName: nullable(line('First and last name of that user.')),
    }),
    `Holds that are no longer in force, newest first, at most ${MAXIMUM_EARLIER}.`,
  ),
});

export const HoldQuery = Type.Object({
  after: Type.Optional(id('nextCursor of the previous page.')),
  limit: Type.Optional(pageLimit('holds', { standard: DEFAULT_LIMIT, maximum: MAXIMUM_LIMIT })),
});
export type HoldQueryValues = Static<typeof HoldQuery>;

export const HoldListResponse = record('HoldListResponse', {
  holds: list(
    record('HoldListItemDto', {
      candidateId: id('The candidate who must not be erased.'),
      firstName: line('First name of the candidate.'),
      lastName: line('Last name of the candidate.'),
      ...shown,
    }),
    'A page of the holds that are in force, in descending order of candidateId.',
  ),
  nextCursor: nullable(id('Value of after for the next page. Null on the last page.')),
});
