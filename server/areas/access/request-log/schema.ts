import {
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
  uuid,
} from '../../../core/http/schema.ts';

export const DEFAULT_LIMIT = 50;
const MAXIMUM_LIMIT = 200;
export const DEFAULT_HOURS = 24;
/** How long calls are listed, and how long they are counted. */
export const LISTED_DAYS = 7;
export const COUNTED_DAYS = 30;

const clientId = line('Only calls of the application with this client id.', { examples: ['swc_8Xk2…'] });
const outcome = oneOf(
  ['succeeded', 'failed'],
  'Only calls that succeeded, or only calls that failed: those with a status from 400 on.',
);
export type Outcome = Static<typeof outcome>;

const entryId = (description: string) =>
  Type.Integer({
    format: 'int64',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description,
    examples: [4711],
  });

export const RequestLogQuery = Type.Object({
  clientId: Type.Optional(clientId),
  outcome: Type.Optional(outcome),
  requestId: Type.Optional(
    uuid('Only the call whose response had this X-Request-Id, or whose error record had this messageGuid.'),
  ),
  before: Type.Optional(entryId('Only entries with a lower id: nextBefore of the previous page.')),
  limit: Type.Optional(pageLimit('calls', { standard: DEFAULT_LIMIT, maximum: MAXIMUM_LIMIT })),
});

const operation = line('Id of the operation in the OpenAPI document.', { examples: ['candidate_create'] });
const route = line('Method and path of the operation, with the names of its parameters.', {
  examples: ['GET /candidates/{candidateId}'],
});

const RequestLogEntry = record('RequestLogEntryDto', {
  id: entryId('Id of the entry.'),
  atUtc: utc('When the response had left.'),
  clientId: nullable(line('Client id of the application. Null if the client no longer exists.')),
  clientName: nullable(line('Name of the application.')),
  operation,
  route,
  status: int32('HTTP status of the response. 499 if the application left before there was one.', {
    examples: [200],
  }),
  errorCode: nullable(
    line('Which error it was. Null if no error record was sent.', { examples: ['invalidRequest'] }),
  ),
  faults: list(
    record('RequestLogFaultDto', {
      property: line(
        'Path of the property. Empty if the application chose its name, because that can be the name of a person.',
        { examples: ['contact.email'] },
      ),
      code: line('Code of the fault, as in validationErrors.', { examples: ['format'] }),
    }),
    'The first ten faults of a request that was invalid.',
  ),
  durationMs: int32('Milliseconds from the arrival of the request to the end of the response.', {
    examples: [12],
  }),
  isInterrupted: Type.Boolean({
    description: 'Whether the application closed the connection before it had the response.',
  }),
  requestId: uuid('The X-Request-Id of the response.'),
  messageGuid: nullable(
    uuid('The messageGuid of the error record, which the log of the service has too. Null if none was sent.'),
  ),
});
export type RequestLogEntry = Static<typeof RequestLogEntry>;

export const RequestLogResponse = record('RequestLogResponse', {
  requests: list(RequestLogEntry, 'The calls of the page, newest first.'),
  nextBefore: nullable(entryId('Value of before for the next page. Null on the last page.')),
});

export const RequestCountsQuery = Type.Object({
  clientId: Type.Optional(clientId),
  hours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 24 * COUNTED_DAYS,
      default: DEFAULT_HOURS,
      description: 'How many hours to count, with the current one.',
      examples: [24],
    }),
  ),
});

/** A busy application makes more calls in a month than 32 bits can count. */
const count = (description: string, example: number) =>
  Type.Integer({ format: 'int64', minimum: 0, description, examples: [example] });
const counts = {
  requests: count('Number of calls.', 120),
  failed: count('Number of those that failed.', 3),
};

export const RequestCountsResponse = record('RequestCountsResponse', {
  fromUtc: utc('Beginning of the first hour.'),
  hours: list(
    record('RequestCountsHourDto', { hourUtc: utc('Beginning of the hour.'), ...counts }),
    'The hours with calls, oldest first.',
  ),
  operations: list(
    record('RequestCountsOperationDto', {
      operation,
      route,
      ...counts,
      averageMs: int32('Milliseconds that a call took on average.', { examples: [9] }),
    }),
    'The operations that were called, most frequent first.',
  ),
});
export type RequestCounts = Static<typeof RequestCountsResponse>;
