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
import { KIND_NAMES } from '../details/schema.ts';

export const EvaluationQuery = Type.Object({
  ...periodParameters,
  officeId: Type.Optional(
    reference('open or closed branch', 'Only requests of this branch (GET /branches).'),
  ),
});

export const EvaluationResponse = envelope(
  'CustomerRequestEvaluationResponse',
  record('CustomerRequestEvaluationDto', {
    officeId: id('Branch that serves the requests now.'),
    office: line('Name of the branch.', { examples: ['Berlin'] }),
    kind: oneOf([...KIND_NAMES], 'Kind of the requests.'),
    opened: int32('Requests created in the period.', { examples: [12] }),
    filled: int32('Requests that were set to filled in the period, each counted once.', { examples: [7] }),
    cancelled: int32('Requests that were cancelled in the period.', { examples: [1] }),
    open: int32('Requests open or in progress at the end of the period, or now if it has not ended.', {
      examples: [9],
    }),
    headcountRequested: int32('People asked for by the requests in opened.', { examples: [31] }),
    headcountFilled: int32('People asked for by the requests in filled.', { examples: [18] }),
    averageDaysToFill: nullable(
      decimal(
        'Days from creation until first filled, on average over the requests in filled, with one decimal; null without any.',
        { examples: [11.4] },
      ),
    ),
  }),
  'A row for each branch and kind that has something to tell, by branch id and kind.',
);
