import {
  type AnyEndpoint,
  type ApiError,
  type Caller,
  contentTag,
  defineEndpoint,
  invalid,
  missingPermission,
  NOT_MODIFIED,
} from '../../core/http/index.ts';
import { readSnapshot } from '../../core/http/json-list.ts';
import { findPositionFault, isBefore, type PositionFault } from './bounds.ts';
import { parseEntities, toChange } from './change.ts';
import { FEED_START, formatCursor, type Position, parseCursor, toCursor } from './cursor.ts';
import { ENTITIES, ENTITY_NAMES, type Entity } from './entities.ts';
import { type FeedPage as FeedRows, positionOf, readFeed } from './feed.ts';
import { INVENTORY, inventorySql } from './inventory-sql.ts';
import { readLogTag, readSnapshotPosition } from './queries.ts';
import { nameRecordForm, recordFormHeader } from './record-form.ts';
import { DEFAULT_LIMIT, FeedPage, FeedQuery, Inventory, InventoryQuery } from './schema.ts';

export const changeEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'change_list',
    method: 'GET',
    path: '/changes',
    audience: 'integration',
    area: 'Changes',
    permission: null,
    since: '3.5.0',
    summary: 'Follow all changes',
    description:
      'A reader that follows nextCursor sees every change exactly once, even with concurrent writers. A change appears as soon as no other change can precede it, normally within milliseconds. Requires the read permission of each requested record type. The change log is kept for at least 400 days. An older cursor is rejected, because changes after it have been deleted. In that case, make a full export and continue from its Stream-Position.',
    query: FeedQuery,
    success: {
      status: 200,
      description: 'The next changes.',
      schema: FeedPage,
      headers: recordFormHeader,
    },
    async handle(context) {
      const { services, tenantId, query, caller } = context;
      nameRecordForm(context);
      const limit = query.limit ?? DEFAULT_LIMIT;
      const entities = readableEntities(query.entities, caller);
      const position = query.cursor === undefined ? FEED_START : parseCursor(tenantId, query.cursor);
      // One extra row shows whether there is another page.
      const page = await readFeed(services.database, tenantId, position, entities, limit + 1);
      const fault = query.cursor === undefined ? undefined : findPositionFault(page, position);
      if (fault !== undefined) throw toCursorError(fault);
      return toFeedPage(tenantId, page, position, limit);
    },
  }),
  defineEndpoint({
    id: 'change_inventory',
    method: 'GET',
    path: '/changes/inventory',
    audience: 'integration',
    area: 'Changes',
    permission: null,
    since: '3.5.0',
    summary: 'List all records',
    description:
      'Lists the ids of all records that can be read now, including inactive users. The response is streamed from one database snapshot. Use it to build a mirror of all record types, or to compare a mirror with the service. Stream-Position is the cursor from which GET /changes continues without gaps or overlaps. Requires the read permission of each requested record type.',
    query: InventoryQuery,
    success: {
      status: 200,
      description: 'The records.',
      schema: Inventory,
      headers: {
        'stream-position': 'Cursor for GET /changes.',
        ...recordFormHeader,
        etag: 'Changes when any record of the requested types changes.',
      },
    },
    etag: 'handler',
    async handle(context) {
      const { db, tenantId, query, caller } = context;
      nameRecordForm(context);
      const entities = readableEntities(query.entities, caller);
      const position = await readLogTag(db, tenantId, entities);
      if (context.isCurrent(contentTag(`${tenantId} ${entities.join()} ${position}`))) return NOT_MODIFIED;
      return readSnapshot({
        context,
        async prepare(client) {
          context.setHeader(
            'stream-position',
            formatCursor(tenantId, await readSnapshotPosition(client, db, tenantId)),
          );
        },
        query: inventorySql(tenantId, entities),
        shape: INVENTORY,
      });
    },
  }),
];

function readableEntities(text: string | undefined, caller: Caller): Entity[] {
  const canRead = (entity: Entity) => caller.permissions.has(ENTITIES[entity].permission);
  if (text === undefined) return ENTITY_NAMES.filter(canRead);
  const requested = parseEntities(text);
  for (const entity of requested)
    if (!canRead(entity)) throw missingPermission(caller, ENTITIES[entity].permission);
  return requested;
}

const POSITION_FAULTS: Record<PositionFault, string> = {
  tooOld: 'cursor is older than the change log. Make a full export and continue from its Stream-Position.',
  // The reader has seen changes that a restore or a failover has undone. If it continued, they would stay in its copy forever.
  beyondBackup:
    'cursor is newer than the backup or the standby from which this service continues. Make a full export and continue from its Stream-Position.',
  // The service has no trace of a log that went on after the backup from which it was restored, so it cannot tell the two apart.
  ofAnotherLog:
    'cursor is not from the change log of this tenant. If it is from another tenant, send it with a token of that tenant. If this service continues from an older backup or standby, make a full export and continue from its Stream-Position.',
  lost: 'cursor is of a change that somebody has deleted from the change log, and others may be missing too. Make a full export and continue from its Stream-Position.',
};

function toCursorError(fault: PositionFault): ApiError {
  return invalid({ property: 'cursor', code: 'range', message: POSITION_FAULTS[fault] });
}

function toFeedPage(tenantId: number, { rows, end: lastFinal }: FeedRows, position: Position, limit: number) {
  const hasMore = rows.length > limit;
  const changes = rows.slice(0, limit).map((row) => toChange(row, cursorOf(tenantId, row, position)));
  if (hasMore) return { changes, nextCursor: changes.at(-1)!.cursor, hasMore };
  // If there is nothing left to read, the cursor also passes changes of other record types, so that the next call does not
  // scan them again, and the deletion of old ones does not overtake the reader.
  const end: Position = {
    ...lastFinal,
    snapshot: carriedSnapshot(position, lastFinal.generation, lastFinal.transactionId),
  };
  return { changes, nextCursor: formatCursor(tenantId, isBefore(end, position) ? position : end), hasMore };
}

/** The cursor of a reader who has seen the change of this row, and began at the position. */
function cursorOf(tenantId: number, row: FeedRows['rows'][number], start: Position): string {
  // Of most readers. Of a thousand changes, reading the numbers of each takes longer than all the rest.
  if (start.snapshot === undefined) return toCursor(tenantId, row.position);
  const position = positionOf(row);
  const snapshot = carriedSnapshot(start, position.generation, position.transactionId);
  return formatCursor(tenantId, { ...position, snapshot });
}

/** The snapshot is needed until the feed has passed its xmax, because all transactions that it includes have lower ids. */
function carriedSnapshot(position: Position, generation: number, transactionId: bigint): string | undefined {
  if (position.snapshot === undefined || generation !== position.generation) return undefined;
  return transactionId < BigInt(position.snapshot.split(':')[1]!) ? position.snapshot : undefined;
}
