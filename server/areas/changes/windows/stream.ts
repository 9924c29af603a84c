import { contentTag } from '../../../core/http/entity-tag.ts';
import {
  type JsonStream,
  type Language,
  NOT_MODIFIED,
  type RequestContext,
} from '../../../core/http/index.ts';
import { readSnapshot } from '../../../core/http/json-list.ts';
import type { Entity } from '../entities.ts';
import { readClock, windowSql } from '../queries.ts';
import { hasSettled } from '../settlement.ts';
import { noSuchPeriod, type WindowPeriod } from './period.ts';

const LISTS = ['new', 'modified', 'deleted'] as const;

/** What a window lists. */
export interface WindowContents {
  entity: Entity;
  /**
   * SQL of an entry's JSON over the columns of `last`: record_id, row_guid, office_id, attributes, changed_at. A
   * function where entries show names in the language of the caller.
   */
  entrySql: string | ((language: Language) => string);
}

export interface WindowOptions extends WindowPeriod {
  /** 404 for a period that begins in the future. */
  mustHaveBegun: boolean;
}

type Context = RequestContext<unknown, { officeId?: number }, unknown>;

/** The window as a stream of its three lists, with the headers that say whether it is final. */
export async function readWindow(
  { entity, entrySql }: WindowContents,
  context: Context,
  { fromMs, toMs, mustHaveBegun }: WindowOptions,
): Promise<JsonStream | typeof NOT_MODIFIED> {
  const { services, tenantId, language } = context;
  const { database, settings } = services;
  const { officeId: branch } = context.query;
  const isComplete =
    toMs !== undefined && (await hasSettled(database, context.db, toMs, settings.transactionTimeoutMs));
  context.setHeader('window-complete', String(isComplete));
  const hasNames = typeof entrySql === 'function';
  if (hasNames) context.setHeader('vary', 'accept-language');
  if (isComplete) {
    // What has ended never changes, so its name is tag enough.
    const tag = contentTag(
      `${tenantId} ${entity} ${fromMs} ${toMs} ${branch ?? ''}${hasNames ? ` ${language}` : ''}`,
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
      entity,
      fromMs,
      toMs,
      officeId: branch,
      entry: typeof entrySql === 'function' ? entrySql(language) : entrySql,
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
