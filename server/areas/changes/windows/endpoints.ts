import { type AnyEndpoint, defineEndpoint } from '../../../core/http/index.ts';
import { periodBounds, periodFaults, periodParameters } from '../../../core/http/period.ts';
import { type TSchema, Type } from '../../../core/http/schema.ts';
import { dayPeriod, hourPeriod } from './period.ts';
import { DayPath, HourPath, windowParameters, windowRecord } from './schema.ts';
import { readWindow, type WindowContents } from './stream.ts';

export interface WindowedEntity extends WindowContents {
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
  description: string;
}

const CORRECTNESS =
  'A period that has ended is complete and final: reading it once, at any time after its end, shows every change made in it, also by calls that were still running at its end. A record created in the period is in new, one deleted in it in deleted, any other in modified; none is in two lists. A running period answers with Window-Complete: false and is not to be relied on.';

/** The three reads of a change stream: by period, by day, by hour. */
export function windowEndpoints(windowed: WindowedEntity): AnyEndpoint[] {
  const common = {
    method: 'GET',
    audience: 'integration',
    area: windowed.area,
    permission: windowed.permission,
    etag: 'handler',
    description: `${windowed.description} ${CORRECTNESS}`,
    success: {
      status: 200,
      description: 'The changes of the period.',
      schema: windowRecord(windowed.resource, windowed.plural, windowed.entrySchema),
      headers: {
        'window-complete': 'true for a period that has ended, false for one still running.',
        etag: 'On periods that have ended.',
      },
    },
  } as const;
  return [
    defineEndpoint({
      ...common,
      id: `${windowed.resource}_listChanges`,
      path: windowed.path,
      summary: `Changes of ${windowed.plural} in a period`,
      query: Type.Object({ ...periodParameters, ...windowParameters }),
      check: ({ query }) => periodFaults(query),
      handle: (context) =>
        readWindow(windowed, context, { ...periodBounds(context.query), mustHaveBegun: false }),
    }),
    defineEndpoint({
      ...common,
      id: `${windowed.resource}_listChangesOfDay`,
      path: `${windowed.path}/{date}`,
      summary: `Changes of ${windowed.plural} on a day`,
      params: DayPath,
      query: Type.Object(windowParameters),
      notFound: 'Period',
      handle: (context) =>
        readWindow(windowed, context, { ...dayPeriod(context.params.date), mustHaveBegun: true }),
    }),
    defineEndpoint({
      ...common,
      id: `${windowed.resource}_listChangesOfHour`,
      path: `${windowed.path}/{date}/{hour}`,
      summary: `Changes of ${windowed.plural} in an hour`,
      params: HourPath,
      query: Type.Object(windowParameters),
      notFound: 'Period',
      handle: (context) => {
        const { date, hour } = context.params;
        return readWindow(windowed, context, { ...hourPeriod(date, hour), mustHaveBegun: true });
      },
    }),
  ];
}
