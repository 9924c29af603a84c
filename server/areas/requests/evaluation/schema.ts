import { periodParameters } from '../../../core/http/period.ts';
import {
  decimal,
  envelope,
  id,
  int32,
  line,
  nullable,
  oneOf,
  record,
  reference,
  Type,
} from '../../../core/http/schema.ts';
import { REQUEST_KINDS } from '../details/schema.ts';

export const EvaluationQuery = Type.Object({
  ...periodParameters,
  officeId: Type.Optional(
    reference('open or closed branch', 'Only requests of this branch (GET /branches).', { examples: [1] }),
  ),
});

export const EvaluationResponse = envelope(
  'CustomerRequestEvaluationResponse',
  record('CustomerRequestEvaluationDto', {
    officeId: id('Id of the current branch of the requests.'),
    office: line('Name of the branch.', { examples: ['Berlin'] }),
    kind: oneOf([...REQUEST_KINDS], 'Kind of the requests.'),
    opened: int32('Number of requests created in the period.', { examples: [12] }),
    filled: int32(
      'Number of requests that were set to filled in the period and not opened again or cancelled by its end. Each counts once, also if it was closed afterwards.',
      {
        examples: [7],
      },
    ),
    cancelled: int32('Number of requests that were cancelled in the period.', { examples: [1] }),
    open: int32(
      'Number of requests open or in progress at the end of the period, or now if the period has not ended.',
      {
        examples: [9],
      },
    ),
    headcountRequested: int32('Sum of headcount over the requests in opened.', { examples: [31] }),
    headcountFilled: int32('Sum of headcount over the requests in filled.', { examples: [18] }),
    averageDaysToFill: nullable(
      decimal(
        'Average number of days from creation until first filled, over the requests in filled, with one decimal; null if filled is 0.',
        { examples: [11.4] },
      ),
    ),
  }),
  'One row per branch and kind with a figure in the period, sorted by officeId and kind.',
);
