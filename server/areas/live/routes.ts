import type { Readable } from 'node:stream';
import type { Database } from '../../core/db/connection.ts';
import {
  ApiError,
  groupOfTenant,
  type RouteGroup,
  type RouteRequest,
  type RouteResponse,
  type UserCaller,
} from '../../core/http/index.ts';
import type { Services } from '../../core/services.ts';
import { findPositionFault, type Position, parseCursor, readFeed, readLogEnd } from '../changes/index.ts';
import type { LiveHub } from './hub.ts';

type Authenticate = (call: {
  cookies: string | undefined;
  expectedUser: string | undefined;
}) => Promise<UserCaller>;

const HEADERS = {
  'cache-control': 'no-store, no-transform',
  // nginx would hold the events back until its buffer is full.
  'x-accel-buffering': 'no',
};

/**
 * GET /platform/live: what changes in the tenant, as server-sent events. The query can have the user who is expected, because
 * pages cannot send a header with it, and as `from` the position of the session, so that the stream has all that has changed since then.
 * A browser that reconnects sends `from` again and also Last-Event-ID, which is later.
 */
export function liveRoutes(services: Services, hub: LiveHub, authenticate: Authenticate): RouteGroup {
  return {
    // It waits for the turn of its tenant, which is known only once the session has been looked up.
    isExempt: true,
    routes: [
      {
        method: 'GET',
        path: '/platform/live',
        handle: (request) => open(services, hub, authenticate, request),
      },
    ],
  };
}

async function open(
  { database, load }: Services,
  hub: LiveHub,
  authenticate: Authenticate,
  { method, headers, query }: RouteRequest,
): Promise<RouteResponse> {
  load.requests.check();
  const user = await authenticate({ cookies: headers.cookie, expectedUser: query.user?.toString() });
  if (method === 'HEAD') return { type: 'text/event-stream', headers: HEADERS };
  const leave = await load.requests.enter(groupOfTenant(user.tenantId));
  try {
    const cursor = (headers['last-event-id'] ?? query.from)?.toString();
    const source = await start(database, hub, user, cursor);
    return { type: 'text/event-stream', headers: HEADERS, body: source };
  } finally {
    // The stream stays open.
    leave();
  }
}

async function start(
  database: Database,
  hub: LiveHub,
  user: UserCaller,
  cursor: string | undefined,
): Promise<Readable> {
  await hub.prepare(user);
  const { tenantId } = user;
  const asked = cursor === undefined ? undefined : await findPosition(database, tenantId, cursor);
  const position = asked ?? (await readLogEnd(database.tenant(tenantId), tenantId));
  const stream = hub.open(user, position);
  stream.send(cursor !== undefined && asked === undefined ? 'reset' : 'ready', {});
  hub.wake(tenantId);
  return stream.source;
}

/** The position of a cursor. Undefined if the stream cannot continue there without missing a change. */
async function findPosition(
  database: Database,
  tenantId: number,
  cursor: string,
): Promise<Position | undefined> {
  try {
    const position = parseCursor(tenantId, cursor);
    const page = await readFeed(database, tenantId, position, [], 0);
    return findPositionFault(page, position) === undefined ? position : undefined;
  } catch (error) {
    // The cursor is not from this service. A browser sends it again and again, so an error would not help.
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
