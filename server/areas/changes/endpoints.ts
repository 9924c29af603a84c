import {
  type AnyEndpoint,
  ApiError,
  type Caller,
  contentTag,
  defineEndpoint,
  invalid,
  NOT_MODIFIED,
} from '../../core/http/index.ts';
import { readSnapshot, wrapList } from '../../core/http/json-list.ts';
import { FEED_START, formatCursor, isBeyondBackup, type Position, parseCursor } from './cursor.ts';
import { ENTITIES, ENTITY_NAMES, type Entity, recordEndpoint } from './entities.ts';
import { inventorySql } from './inventory-sql.ts';
import {
  type FeedPage as FeedRows,
  readFeed,
  readFeedBounds,
  readLogTag,
  readPositionOf,
} from './queries.ts';
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
    summary: 'Follow all changes without a gap',
    description:
      'A reader that follows nextCursor sees every change exactly once, however many writers there are: a change appears only when nothing can come before it any more, normally within milliseconds. Needs the read permission of each record type asked for. The log is kept for at least 400 days; an older cursor is refused, since changes behind it are gone: make a full export and go on from its Stream-Position.',
    query: FeedQuery,
    success: { status: 200, description: 'The next changes.', schema: FeedPage },
    async handle({ db, tenantId, query, caller }) {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const entities = readableEntities(query.entities, caller);
      const position = query.cursor === undefined ? FEED_START : parseCursor(query.cursor);
      if (query.cursor !== undefined) {
        const { generation, ended, horizon } = await readFeedBounds(db, tenantId, position.generation);
        if (horizon !== undefined && isBefore(position, horizon)) throw outlived();
        const isLost =
          ended === undefined
            ? position.generation !== generation
            : ended.snapshot !== null && isBeyondBackup(position, ended.snapshot);
        if (isLost) throw undone();
      }
      // One row more than asked for tells whether there is another page.
      const page = await readFeed(db, tenantId, position, entities, limit + 1);
      return toAnswer(page, position, limit);
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
    summary: 'List every record there is',
    description:
      'Names all records that can be read now, out of one database snapshot, streamed; of users also inactive ones. Stream-Position is the cursor at which GET /changes goes on without gap or overlap: where a mirror begins that wants more than the candidates’ full export, and what it compares its copy with. Needs the read permission of each record type asked for.',
    query: InventoryQuery,
    success: {
      status: 200,
      description: 'The records.',
      schema: Inventory,
      headers: {
        'stream-position': 'Cursor for GET /changes.',
        etag: 'Changes with any record of the types asked for.',
      },
    },
    etag: 'handler',
    async handle(context) {
      const { services, db, tenantId, query, caller } = context;
      const entities = readableEntities(query.entities, caller);
      const position = await readLogTag(db, tenantId, entities);
      if (context.isCurrent(contentTag(`${tenantId} ${entities.join()} ${position}`))) return NOT_MODIFIED;
      return readSnapshot({
        database: services.database,
        tenantId,
        async prepare(client) {
          context.setHeader('stream-position', formatCursor(await readPositionOf(client)));
        },
        query: inventorySql(tenantId, entities),
        transform: wrapList('records'),
      });
    },
  }),
];

function readableEntities(text: string | undefined, caller: Caller): Entity[] {
  const mayRead = (entity: Entity) => caller.permissions.has(ENTITIES[entity].permission);
  if (text === undefined) return ENTITY_NAMES.filter(mayRead);
  const asked = [...new Set(text.split(',').map((part) => part.trim()))];
  const unknown = asked.filter((entity) => !Object.hasOwn(ENTITIES, entity));
  if (unknown.length > 0) {
    throw invalid({
      property: 'entities',
      code: 'enum',
      message: `entities must be of: ${ENTITY_NAMES.join(', ')}.`,
    });
  }
  for (const entity of asked as Entity[]) {
    if (!mayRead(entity)) {
      throw new ApiError('permissionMissing', {
        message: `The application lacks the permission ${ENTITIES[entity].permission}, which changes of ${entity} need.`,
      });
    }
  }
  return asked as Entity[];
}

function isBefore(a: Position, b: Position): boolean {
  if (a.generation !== b.generation) return a.generation < b.generation;
  if (a.transactionId !== b.transactionId) return a.transactionId < b.transactionId;
  return a.sequence < b.sequence;
}

function outlived(): ApiError {
  return invalid({
    property: 'cursor',
    code: 'range',
    message: 'cursor is older than the change log: make a full export and go on from its Stream-Position.',
  });
}

/** The reader knows of changes that a restore has undone: going on would leave them in its copy for ever. */
function undone(): ApiError {
  return invalid({
    property: 'cursor',
    code: 'range',
    message:
      'cursor is newer than the backup this service was restored from: make a full export and go on from its Stream-Position.',
  });
}

function toAnswer({ rows, ceiling }: FeedRows, position: Position, limit: number) {
  const hasMore = rows.length > limit;
  const positions = rows.slice(0, limit).map((row) => ({
    generation: row.generation,
    transactionId: BigInt(row.transaction_id),
    sequence: BigInt(row.sequence),
    snapshot: carriedSnapshot(position, row.generation, BigInt(row.transaction_id)),
  }));
  // With nothing left to read the cursor moves up to the ceiling: everything below it is known, and the next call
  // need not pass over it again.
  const end: Position = {
    ...ceiling,
    sequence: 0n,
    snapshot: carriedSnapshot(position, ceiling.generation, ceiling.transactionId),
  };
  const last = hasMore ? positions.at(-1)! : isBefore(end, position) ? position : end;
  return {
    changes: rows.slice(0, limit).map((row, index) => ({
      cursor: formatCursor(positions[index]!),
      entity: row.entity,
      change: row.kind,
      id: row.record_id,
      endpoint: recordEndpoint(row.entity, row.kind, row.record_id, row.attributes),
      candidateId:
        row.entity === 'document' ? ((row.attributes?.candidateId as number | undefined) ?? null) : null,
      changedAtUtc: row.changed_at,
    })),
    nextCursor: formatCursor(last),
    hasMore,
  };
}

/** A snapshot is needed while the feed may still meet transactions that it shows: all of them have ids below its xmax. */
function carriedSnapshot(position: Position, generation: number, transactionId: bigint): string | undefined {
  if (position.snapshot === undefined || generation !== position.generation) return undefined;
  return transactionId < BigInt(position.snapshot.split(':')[1]!) ? position.snapshot : undefined;
}
