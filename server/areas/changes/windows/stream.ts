import type { JsonShape } from '../../../core/db/json-rows.ts';
import { contentTag } from '../../../core/http/entity-tag.ts';
import {
  type JsonStream,
  type Language,
  NOT_MODIFIED,
  type RequestContext,
} from '../../../core/http/index.ts';
import { readSnapshot } from '../../../core/http/json-list.ts';
import type { Entity } from '../entities.ts';
import { readSweptUntil, readWindowTimes, windowSql } from '../queries.ts';
import { hasSettled } from '../settlement.ts';
import { periodNotFound, periodTooOld, type WindowPeriod } from './period.ts';

const WINDOW: JsonShape = { lists: ['new', 'modified', 'deleted'] };

export interface WindowContents {
  entity: Entity;
  /**
   * SQL of an entry's JSON, from the columns record_id, row_guid, office_id, attributes, and changed_at of `last`. It is a
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
  const isComplete = toMs !== undefined && (await hasSettled(services, tenantId, toMs));
  context.setHeader('window-complete', String(isComplete));
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
      const sweptUntilMs = await readSweptUntil(client, tenantId);
      if (sweptUntilMs !== undefined && (fromMs === undefined || fromMs <= sweptUntilMs))
        throw periodTooOld(sweptUntilMs, isInPath);
    },
    query: windowSql({
      tenantId,
      entity,
      fromMs,
      toMs,
      officeId: branch,
      entry: typeof entrySql === 'function' ? entrySql(context.language) : entrySql,
    }),
    shape: WINDOW,
  });
}
