import {
  body,
  decimal,
  flag,
  id,
  int32,
  line,
  list,
  nullable,
  oneOf,
  partial,
  record,
  type Static,
  Type,
  utc,
} from '../../../core/http/schema.ts';
import { MAXIMUM_LINE, VALUE_PROPERTIES } from '../cv/values.ts';

/** Of one call. A document has fewer. */
const MAXIMUM_DECISIONS = 1000;

const candidateId = id('Id of the candidate.');
const documentId = id('Id of the document.');
export const ProposalsPath = Type.Object({ candidateId, documentId });
export const ProposalPath = Type.Object({ candidateId, documentId, proposalId: id('Id of the proposal.') });

const point = (side: string) => decimal(`The ${side} edge.`, { examples: [72.5] });

const Source = record('ProposalSourceDto', {
  page: nullable(
    int32('Page of the document, from 1. A picture is page 1. Null for formats without pages.', {
      minimum: 1,
    }),
  ),
  line: int32('Number of the line in the text as it was read, from 1, over all pages.', { minimum: 1 }),
  text: line('The line.', { maxLength: MAXIMUM_LINE, examples: ['E-Mail: jana.wieczorek@example.org'] }),
  rectangle: Type.Unsafe<{ left: number; bottom: number; right: number; top: number } | null>({
    ...record(
      'PageRectangleDto',
      { left: point('left'), bottom: point('bottom'), right: point('right'), top: point('top') },
      {
        description:
          'Where the line is on the page, in points (1/72 inch) of the user space of the PDF: usually, the origin is the lower left corner, and y grows upwards. On a picture, in its pixels, from the lower left corner of the picture as it is seen. Null for formats without pages.',
      },
    ),
    type: ['object', 'null'],
  }),
});

const Proposal = record('DocumentProposalDto', {
  id: id('Id of the proposal.'),
  property: oneOf(
    [...VALUE_PROPERTIES],
    'The property of the candidate that the value is for, or the list that it is an entry of. An address is `location`. `professionObjects`, `keywords`, and `contactChannels` are only proposed.',
    { examples: ['contact.email'] },
  ),
  value: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description:
      'The value as the body of PUT /candidates/{candidateId}, or for a list, of the operation that adds an entry to it. An entry of `contactChannels` is the body of POST …/email or POST …/sms.',
    examples: [{ contact: { email: 'jana.wieczorek@example.org' } }],
  }),
  confidence: decimal(
    'How sure the reader of CVs is, from 0 to 1. Of 100 values with a confidence of 0.99, 99 are right.',
    { minimum: 0, maximum: 1, examples: [0.97] },
  ),
  state: oneOf(
    ['written', 'open', 'accepted', 'rejected'],
    '`written`: the service was sure and has written the value. `open`: it waits for a decision. `accepted` and `rejected`: as it was decided.',
  ),
  sources: list(Source, 'The lines from which the value was read, as far as they are known.'),
  decidedAtUtc: nullable(utc('When it was accepted or rejected.')),
});

export const ProposalsResponse = record('DocumentProposalsResponse', {
  proposals: list(Proposal, 'The values that the candidate did not have when the CV was read.'),
  leftovers: list(
    record('DocumentLeftoverDto', {
      code: oneOf(
        [
          'nothingFound',
          'otherName',
          'unusedPeriods',
          'unusedContacts',
          'pageWithoutText',
          'recognizedPages',
          'unreadPages',
          'outdatedJobs',
        ],
        '`nothingFound`: the document has text, but no value of a CV, so look into it. `otherName`: the document names another person than the candidate. What is sure was written all the same, because the upload names the candidate by its id. `unusedPeriods`: periods under a heading about jobs or education that are in no entry, or only in the description of another one. `unusedContacts`: email addresses and phone numbers that the candidate does not have and that are not proposed, such as a second landline number. `pageWithoutText`: pages that have no text, such as pictures. `recognizedPages`: pages whose text was recognized in a picture, so that its letters can be wrong. `unreadPages`: pages after the last one that is read, and pictures after the last one in which text is recognized. `outdatedJobs`: jobs that last until today in a CV that says that it is older than a year. They are proposed.',
      ),
      count: int32(
        'The number of periods, addresses and numbers, pages, or jobs. 1 for `nothingFound` and `otherName`.',
        {
          examples: [2],
        },
      ),
      pages: list(
        int32('A page, from 1.', { minimum: 1 }),
        'The pages, or that of the date of the CV. Empty for formats without pages.',
      ),
    }),
    'What the service could not use of the document, or not automatically.',
  ),
});

const state = oneOf(
  ['accepted', 'rejected', 'open'],
  '`accepted` writes the value to the candidate. `rejected` leaves it out. `open` takes a rejection back.',
  { examples: ['accepted'] },
);

export const Decision = body('ProposalDecisionDto', { state });
export const Decisions = body('ProposalDecisionsDto', {
  state,
  ids: Type.Optional(
    nullable(
      list(int32('Id of a proposal.', { minimum: 1 }), 'The proposals. Without it, all that are open.', {
        maxItems: MAXIMUM_DECISIONS,
      }),
    ),
  ),
});
export type ProposalDecision = Static<typeof Decision>['state'];

export const DecisionsResponse = record('ProposalDecisionsResponse', {
  decided: list(id('Id of a proposal.'), 'The proposals that have the state now.'),
  conflicts: list(
    record('ProposalConflictDto', {
      id: id('Id of the proposal.'),
      property: line('The property of the candidate that it is for.', { examples: ['contact.email'] }),
      message: line('Why it did not change, and what to do.'),
    }),
    'The proposals that were left as they are.',
  ),
});

const settings = {
  proposesEverything: flag(
    'Whether all values that are read from a CV are proposed, and none is written automatically. Default: false.',
  ),
  minimumConfidence: nullable(
    decimal(
      'Values that are at least this sure are written, the others are proposed. 0.5 to 1. Null, the default: 0.98 for contact data, and 0.95 for everything else.',
      { minimum: 0.5, maximum: 1, examples: [0.9] },
    ),
  ),
};
export const CvSettingsResponse = record('CvSettingsResponse', settings);
export const CvSettingsChange = partial('CvSettingsDto', settings);
