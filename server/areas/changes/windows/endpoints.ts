import { type AnyEndpoint, defineEndpoint } from '../../../core/http/index.ts';
import { periodBounds, periodFaults, periodParameters } from '../../../core/http/period.ts';
import { type TSchema, Type } from '../../../core/http/schema.ts';
import { recordFormHeader } from '../record-form.ts';
import { dayPeriod, hourPeriod } from './period.ts';
import { DayPath, HourPath, windowParameters, windowRecord } from './schema.ts';
import { readWindow, type WindowContents } from './stream.ts';

interface WindowedEntity extends WindowContents {
  /** First part of the operation ids, such as candidate. */
  resource: string;
  /** Path of the stream, such as /candidates/export/candidates/changes. */
  path: string;
  area: string;
  permission: string;
  /** Name of the entries in the plural, such as job ads. */
  plural: string;
  /** Schema of an entry. */
  entrySchema: TSchema;
  /** Schema of an entry in `deleted`, if it has more properties. */
  deletionSchema?: TSchema;
  description: string;
}

const CORRECTNESS =
  'A period that has ended is complete and final. Read it once, at any time after its end, to get every change made in it, including changes of calls that were still running at its end. A record deleted in the period is in deleted, a record created in it is in new, and any other changed record is in modified. No record is in two lists. Until the period has ended, the response has Window-Complete: false and can still change. The change log is kept for at least 400 days. A period that begins at or before the latest change that has been deleted from it is rejected, because it would not be complete. In that case, make a full export. Without startDate, the period begins after that change, and is then never complete.';

/** The three operations of a change stream, which read it by period, by day, and by hour. */
export function windowEndpoints(windowed: WindowedEntity): AnyEndpoint[] {
  const common = {
    method: 'GET',
    audience: 'integration',
    area: windowed.area,
    permission: windowed.permission,
    etag: 'handler',
    isLocalized: typeof windowed.entrySql === 'function',
    description: `${windowed.description} ${CORRECTNESS}`,
    success: {
      status: 200,
      description: 'The changes of the period.',
      schema: windowRecord(windowed.resource, windowed.plural, windowed.entrySchema, windowed.deletionSchema),
      headers: {
        'window-complete': 'true if the period has ended, otherwise false.',
        ...recordFormHeader,
        etag: 'Only for periods that have ended.',
      },
    },
  } as const;
  return [
    defineEndpoint({
      ...common,
      id: `${windowed.resource}_listChanges`,
      path: windowed.path,
      summary: `List changes of ${windowed.plural} in a period`,
      query: Type.Object({ ...periodParameters, ...windowParameters }),
      check: ({ query }) => periodFaults(query),
      handle: (context) => readWindow(windowed, context, { ...periodBounds(context.query), isInPath: false }),
    }),
    defineEndpoint({
      ...common,
      id: `${windowed.resource}_listChangesOfDay`,
      path: `${windowed.path}/{date}`,
      summary: `List changes of ${windowed.plural} on a day`,
      params: DayPath,
      query: Type.Object(windowParameters),
      notFound: 'Period',
      handle: (context) =>
        readWindow(windowed, context, { ...dayPeriod(context.params.date), isInPath: true }),
    }),
    defineEndpoint({
      ...common,
      id: `${windowed.resource}_listChangesOfHour`,
      path: `${windowed.path}/{date}/{hour}`,
      summary: `List changes of ${windowed.plural} in an hour`,
      params: HourPath,
      query: Type.Object(windowParameters),
      notFound: 'Period',
      handle: (context) => {
        const { date, hour } = context.params;
        return readWindow(windowed, context, { ...hourPeriod(date, hour), isInPath: true });
      },
    }),
  ];
}
