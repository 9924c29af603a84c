import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { after } from 'node:test';
import { Caller } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import { buildGroups } from '../core/groups.ts';
import { type StellwerkOptions, toSettings } from '../core/settings.ts';
import { memoryTokenCache } from '../core/token-cache.ts';
import type { OperationGroups } from '../generated/operations.ts';
import { OPERATIONS } from '../generated/table.ts';

// Simulates a service and a network that fail, because the real service cannot be made to fail on demand. The tests of
// successful calls run against the real service.

/** A request as the service received it. */
interface Received {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Reaction = (response: ServerResponse, request: Received) => void;

export const respond =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): Reaction =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(status === 204 ? undefined : JSON.stringify(body));
  };

/** A response without a body. */
export const respondEmpty =
  (status: number, headers: Record<string, string> = {}): Reaction =>
  (response) =>
    response.writeHead(status, headers).end();

/** Closes the connection without a response. */
export const dropConnection: Reaction = (response) => response.socket!.destroy();

/** Sends half a response and closes the connection. */
export const breakOff: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"candidates":[{"id":1},', () => response.socket!.destroy());
};

/** Sends half a response and leaves the connection open. */
export const stall: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"candidates":[{"id":1},');
};

/** Sends nothing and leaves the connection open. */
export const stayIdle: Reaction = () => {};

export const SECRET = 'a-very-secret-client-secret';
export const TOKEN = 'a-very-secret-access-token';

/** A clock on which time passes only during `sleep`. */
export class FakeClock implements Clock {
  ms = Date.UTC(2026, 2, 2);
  readonly slept: number[] = [];
  now() {
    return this.ms;
  }
  random() {
    return 1;
  }
  async sleep(ms: number, signal?: AbortSignal) {
    signal?.throwIfAborted();
    this.slept.push(ms);
    this.ms += ms;
  }
}

interface FaultyService {
  origin: string;
  /** Requests to the API. */
  calls: Received[];
  /** Requests to the token endpoint. */
  tokenRequests: Received[];
  clock: FakeClock;
  client: OperationGroups;
  /** Creates a client with other options and the same clock. */
  connect(options: Partial<StellwerkOptions>): OperationGroups;
}

const servers = new Set<ReturnType<typeof createServer>>();
after(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

/** Starts a service that reacts to each request in turn. The last reaction repeats. */
export async function startFaultyService(
  reactions: readonly Reaction[],
  tokenReactions: readonly Reaction[] = [
    (response, request) =>
      respond(200, { access_token: TOKEN, expires_in: 86_400, token_type: 'Bearer' })(response, request),
  ],
  { readsBodies } = { readsBodies: true },
): Promise<FaultyService> {
  const calls: Received[] = [];
  const tokenRequests: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    if (!readsBodies && request.url !== '/oauth/token') return;
    // The client may abort in the middle of the body.
    try {
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
    } catch {
      return;
    }
    const received = { method: request.method!, path: request.url!, headers: request.headers, body };
    const isToken = request.url === '/oauth/token';
    const [list, turn] = isToken ? [tokenRequests, tokenReactions] : [calls, reactions];
    const reaction = turn[Math.min(list.length, turn.length - 1)]!;
    list.push(received);
    reaction(response, received);
  });
  servers.add(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const origin = `http://127.0.0.1:${port}`;
  const clock = new FakeClock();
  const connect = (options: Partial<StellwerkOptions>) =>
    connectTo(origin, clock, { tokenCache: memoryTokenCache(), ...options });
  return { origin, calls, tokenRequests, clock, client: connect({}), connect };
}

export function connectTo(origin: string, clock: Clock, options: Partial<StellwerkOptions>): OperationGroups {
  const settings = toSettings({
    apiHost: origin,
    clientId: 'client',
    clientSecret: SECRET,
    customerName: 'Test',
    ...options,
  } as StellwerkOptions);
  return buildGroups(OPERATIONS, new Caller(settings, clock)) as unknown as OperationGroups;
}
