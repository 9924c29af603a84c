import { contentTag } from '../../core/http/entity-tag.ts';
import { isCalendarDate } from '../../core/http/formats.ts';
import {
  type AnyEndpoint,
  ApiError,
  defineEndpoint,
  type JsonStream,
  type Language,
  NOT_MODIFIED,
  type RequestContext,
} from '../../core/http/index.ts';
import { readSnapshot } from '../../core/http/json-list.ts';
import { periodBounds, periodFaults, periodParameters } from '../../core/http/period.ts';
import {
  date,
  id,
  int32,
  line,
  list,
  record,
  reference,
  type TSchema,
  Type,
} from '../../core/http/schema.ts';
import type { Entity } from './entities.ts';
import { readClock, windowSql } from './queries.ts';
import { hasSettled } from './settlement.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const LISTS = ['new', 'modified', 'deleted'] as const;

export interface WindowedEntity {
  entity: Entity;
  /** candidate, document, …: first part of the operation ids. */
  resource: string;
  /** Path of the stream, such as /candidates/export/candidates/changes. */
  path: string;
  area: string;
  permission: string;
  /** What the entries are, in the plural. */
  plural: string;
  /** Schema of an entry. */
  entrySchema: TSchema;
  /**
   * SQL of an entry's JSON over the columns of `last`: record_id, row_guid, office_id, attributes, changed_at. A
   * function where entries show names in the language of the caller.
   */
  entrySql: string | ((language: Language) => string);
  description: string;
}

const officeId = Type.Optional(
  reference(
    'open or closed branch',
    'Only records of this branch: those it has after the last change of the period, and those that left it in the period.',
    {
      examples: [1],
    },
  ),
);

const DateParameter = date('Day (UTC), YYYY-MM-DD.');

const CORRECTNESS =
  'A period that has ended is complete and final: reading it once, at any time after its end, shows every change made in it, also by calls that were still running at its end. A record created in the period is in new, one deleted in it in deleted, any other in modified; none is in two lists. A running period answers with Window-Complete: false and is not to be relied on.';

/** The three reads of a change stream: by period, by day, by hour. */
export function windowEndpoints(windowed: WindowedEntity): AnyEndpoint[] {
  const { resource, path, area, permission, plural, entrySchema } = windowed;
  const schema = record(`${resource}Changes`, {
    new: list(entrySchema, `Those of the ${plural} that were created in the period.`),
    modified: list(entrySchema, `Those of the ${plural} that were changed in the period and existed before.`),
    deleted: list(entrySchema, `Those of the ${plural} that were deleted in the period.`),
  });
  const common = { method: 'GET', audience: 'integration', area, permission, etag: 'handler' } as const;
  const success = {
    status: 200,
    description: 'The changes of the period.',
    schema,
    headers: {
      'window-complete': 'true for a period that has ended, false for one still running.',
      etag: 'On periods that have ended.',
    },
  } as const;
  return [
    defineEndpoint({
      ...common,
      id: `${resource}_listChanges`,
      path,
      summary: `Changes of ${plural} in a period`,
      description: `${windowed.description} ${CORRECTNESS}`,
      query: Type.Object({ ...periodParameters, officeId }),
      check: ({ query }) => periodFaults(query),
      success,
      handle(context) {
        const { fromMs, toMs } = periodBounds(context.query);
        return readWindow(windowed, context, fromMs, toMs, false);
      },
    }),
    defineEndpoint({
      ...common,
      id: `${resource}_listChangesOfDay`,
      path: `${path}/{date}`,
      summary: `Changes of ${plural} on a day`,
      description: `${windowed.description} ${CORRECTNESS}`,
      params: Type.Object({ date: DateParameter }),
      query: Type.Object({ officeId }),
      success,
      notFound: 'Period',
      handle(context) {
        const fromMs = dayOf(context.params.date);
        return readWindow(windowed, context, fromMs, fromMs + DAY_MS, true);
      },
    }),
    defineEndpoint({
      ...common,
      id: `${resource}_listChangesOfHour`,
      path: `${path}/{date}/{hour}`,
      summary: `Changes of ${plural} in an hour`,
      description: `${windowed.description} ${CORRECTNESS}`,
      params: Type.Object({
        date: DateParameter,
        hour: line('Hour of the day (UTC), 0 to 23.', { examples: ['8'] }),
      }),
      query: Type.Object({ officeId }),
      success,
      notFound: 'Period',
      handle(context) {
        const { date: day, hour } = context.params;
        if (!/^(\d|[01]\d|2[0-3])$/.test(hour))
          throw noSuchPeriod('hour must be a whole number from 0 to 23');
        const fromMs = dayOf(day) + Number(hour) * HOUR_MS;
        return readWindow(windowed, context, fromMs, fromMs + HOUR_MS, true);
      },
    }),
  ];
}

type Context = RequestContext<unknown, { officeId?: number }, unknown>;

function dayOf(text: string): number {
  if (!isCalendarDate(text)) throw noSuchPeriod('date must be a calendar date in the form YYYY-MM-DD');
  return Date.parse(`${text}T00:00:00Z`);
}

function noSuchPeriod(reason: string): ApiError {
  return new ApiError('recordNotFound', { message: `Period not found: ${reason}.` });
}

async function readWindow(
  windowed: WindowedEntity,
  context: Context,
  fromMs: number | undefined,
  toMs: number | undefined,
  mustHaveBegun: boolean,
): Promise<JsonStream | typeof NOT_MODIFIED> {
  const { services, tenantId, language } = context;
  const { database, settings } = services;
  const { officeId: branch } = context.query;
  const isComplete =
    toMs !== undefined && (await hasSettled(database, context.db, toMs, settings.transactionTimeoutMs));
  context.setHeader('window-complete', String(isComplete));
  const hasNames = typeof windowed.entrySql === 'function';
  if (hasNames) context.setHeader('vary', 'accept-language');
  if (isComplete) {
    // What has ended never changes, so its name is tag enough.
    const tag = contentTag(
      `${tenantId} ${windowed.entity} ${fromMs} ${toMs} ${branch ?? ''}${hasNames ? ` ${language}` : ''}`,
    );
    context.setHeader('cache-control', 'private, max-age=31536000, immutable');
    if (context.isCurrent(tag)) return NOT_MODIFIED;
  } else {
    context.setHeader('cache-control', 'no-store');
    if (mustHaveBegun && (await readClock(context.db)) < fromMs!) throw noSuchPeriod('it has not begun');
  }
  return readSnapshot({
    database,
    tenantId,
    query: windowSql({
      tenantId,
      entity: windowed.entity,
      fromMs,
      toMs,
      officeId: branch,
      entry: typeof windowed.entrySql === 'function' ? windowed.entrySql(language) : windowed.entrySql,
    }),
    transform: splitLists,
  });
}

/** From lines that begin with the digit of their list to an object of the three lists. */
async function* splitLists(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let list = -1;
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    let text = '';
    for (const row of lines) {
      const target = row.charCodeAt(0) - 48;
      text += target === list ? ',' : openLists(list, target);
      list = target;
      text += row.slice(1);
    }
    if (text !== '') yield text;
  }
  yield `${openLists(list, LISTS.length)}`;
}

/** Text between the last entry of list `from` and the first of list `to`; -1 and 3 stand for the object's ends. */
function openLists(from: number, to: number): string {
  let text = from === -1 ? '{' : ']';
  for (let list = from + 1; list < LISTS.length && list <= to; list++) {
    if (text !== '{') text += ',';
    text += `"${LISTS[list]}":[${list === to ? '' : ']'}`;
  }
  return to === LISTS.length ? `${text}}` : text;
}

/** Properties that entries of candidates and companies share. */
export const changeEntryProperties = {
  id: id('Id of the record.'),
  rowGuid: Type.String({ format: 'uuid', description: 'Second, global id of the record.' }),
  officeId: Type.Unsafe<number | null>({
    ...int32('Branch of the record after the change.'),
    type: ['integer', 'null'],
  }),
  changedAtUtc: Type.String({
    format: 'date-time',
    description: 'Time of the record’s last change in the period.',
  }),
};
