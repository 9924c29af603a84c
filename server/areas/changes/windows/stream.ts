import type { JsonShape } from '../../../core/db/json-rows.ts';
import { contentTag } from '../../../core/http/entity-tag.ts';
import {
  ApiError,
  type JsonStream,
  type Language,
  NOT_MODIFIED,
  type RequestContext,
} from '../../../core/http/index.ts';
import { readSnapshot } from '../../../core/http/json-list.ts';
import type { Entity } from '../entities.ts';
import { readSweptUntil, readWindowTimes, SWEPT_UNTIL, type SweptUntil, windowSql } from '../queries.ts';
import { nameRecordForm } from '../record-form.ts';
import { hasSettled } from '../settlement.ts';
import { periodNotFound, periodTooOld, type WindowPeriod } from './period.ts';

const WINDOW: JsonShape = { lists: ['new', 'modified', 'deleted'] };

export interface WindowContents {
  entity: Entity;
  /**
   * SQL of an entry's JSON, from the columns record_id, row_guid, office_id, attributes, changed_at, and is_deleted of `last`. It is a
   * function if entries contain names in the language of the caller.
   */
  entrySql: string | ((language: Language) => string);
}

interface WindowOptions extends WindowPeriod {
  /** Whether the period is a part of the path, so that one that starts in the future, or is no longer kept, is a 404. */
  isInPath: boolean;
}

type Context = RequestContext<unknown, { officeId?: number }, unknown>;

/** Streams the three lists of a window and sets the headers that state whether it is final. */
export async function readWindow(
  { entity, entrySql }: WindowContents,
  context: Context,
  { fromMs, toMs, isInPath }: WindowOptions,
): Promise<JsonStream | typeof NOT_MODIFIED> {
  const { services, tenantId } = context;
  const { officeId: branch } = context.query;
  // A window without a start begins where the change log does. If older changes were deleted, it is never complete.
  const sweptBeforeMs = fromMs === undefined ? await readSweptUntil(context.db, tenantId) : undefined;
  const beginMs = sweptBeforeMs === undefined ? fromMs : sweptBeforeMs + 1;
  const isComplete =
    sweptBeforeMs === undefined && toMs !== undefined && (await hasSettled(services, tenantId, toMs));
  context.setHeader('window-complete', String(isComplete));
  nameRecordForm(context);
  const language = typeof entrySql === 'function' ? context.language : undefined;
  if (isComplete) {
    // A window that has ended never changes, so its parameters are sufficient as the tag.
    const tag = contentTag(
      `${tenantId} ${entity} ${fromMs} ${toMs} ${branch ?? ''}${language === undefined ? '' : ` ${language}`}`,
    );
    context.setHeader('cache-control', 'private, max-age=31536000, immutable');
    if (context.isCurrent(tag)) return NOT_MODIFIED;
  } else {
    context.setHeader('cache-control', 'no-store');
    if (isInPath) {
      const { clockMs, boundaryMs } = await readWindowTimes(context.db, tenantId);
      if (Math.max(clockMs, boundaryMs) < fromMs!) throw periodNotFound('the period has not started');
    }
  }
  return readSnapshot({
    context,
    async prepare(client) {
      // In the snapshot of the window, so that a sweep cannot delete a change in between.
      const { rows } = await client.query<SweptUntil>(SWEPT_UNTIL, [tenantId]);
      const sweptUntilMs = rows[0]?.swept_until;
      if (sweptUntilMs === undefined || (beginMs !== undefined && beginMs > sweptUntilMs)) return;
      if (fromMs === undefined) throw new ApiError('windowUnsettled', { headers: { 'retry-after': '2' } });
      throw periodTooOld(sweptUntilMs, isInPath);
    },
    query: windowSql({
      tenantId,
      entity,
      fromMs: beginMs,
      toMs,
      officeId: branch,
      entry: typeof entrySql === 'function' ? entrySql(context.language) : entrySql,
    }),
    shape: WINDOW,
  });
}
