import { type AnyEndpoint, defineEndpoint } from '../../../core/http/index.ts';
import { parseEntities, toChange } from '../change.ts';
import { parseCursor, toCursor } from '../cursor.ts';
import { ENTITY_NAMES } from '../entities.ts';
import { LOOKED_AT, readLatest } from './queries.ts';
import { DEFAULT_LIMIT, LatestChanges, LatestQuery } from './schema.ts';

export const latestEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'change_listLatest',
    method: 'GET',
    path: '/changes/latest',
    audience: 'platform',
    area: 'Changes',
    permission: 'clients:read',
    summary: 'List the latest changes of the feed',
    description: `For looking things up: returns what GET /changes has, but the newest change first. A mirror that reads GET /changes with the cursor of a change continues after it. Shows ids and times only, so no permission for the record types is needed. A call looks at ${LOOKED_AT} changes.`,
    query: LatestQuery,
    success: { status: 200, description: 'A page of the changes.', schema: LatestChanges },
    async handle({ db, tenantId, query: { entities, recordId, before, limit = DEFAULT_LIMIT } }) {
      const { rows, lookedUntil, lookedAt } = await readLatest(db, tenantId, {
        entities: entities === undefined ? ENTITY_NAMES : parseEntities(entities),
        recordId,
        before:
          before === undefined
            ? undefined
            : parseCursor(tenantId, before, 'nextBefore or cursor of a change', 'before'),
        // One row more shows whether there is another page.
        limit: limit + 1,
      });
      const changes = rows.slice(0, limit).map((row) => toChange(row, toCursor(tenantId, row.position)));
      if (rows.length > limit) return { changes, lookedAt, nextBefore: changes.at(-1)!.cursor };
      return {
        changes,
        lookedAt,
        nextBefore: lookedUntil === undefined ? null : toCursor(tenantId, lookedUntil),
      };
    },
  }),
];
