import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import pino from 'pino';
import { type Application, createApplication } from '../application.ts';
import { createClient, PERMISSIONS } from '../areas/access/index.ts';
import { createTenant } from '../areas/tenants/index.ts';
import type { Role } from '../areas/users/index.ts';
import { insertUser } from '../areas/users/queries.ts';
import { readSettings } from '../config.ts';
import { claimStore } from '../core/blobs/index.ts';
import { FIRST_SERVER } from '../core/db/connection.ts';
import { checkServers } from '../core/db/server-registration.ts';
import { type Audience, operationsOf, PREFIXES } from '../core/http/index.ts';
import type { Services } from '../core/services.ts';
import { logMixin, openTracer } from '../core/tracing/index.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { openBlobStore, openServices } from '../open-services.ts';
import { cheapHash } from './cheap-password.ts';
import { TestClock } from './clock.ts';
import { runAll } from './end-of-process.ts';
import { assertNoErrorsOfAnsweredRequests } from './log-check.ts';
import { checkResponse } from './response-check.ts';
import { CONTROL_TABLES, createServerDatabase, TEST_SERVER } from './servers.ts';
import { settle } from './settle.ts';
import { copyOfTemplate, databaseUrl, TEST_MASTER_KEY } from './template.ts';

export interface TestTenant {
  id: number;
  key: string;
  /** Calls the API as this tenant's client with all permissions. */
  api: Api;
  clientId: string;
  clientSecret: string;
}

export interface TestService {
  baseUrl: string;
  services: Services;
  clock: TestClock;
  /** Log lines written so far, parsed. */
  logLines: Record<string, unknown>[];
  tenant: TestTenant;
  /** `server` is one of the option `servers`. */
  createTenant(permissions?: readonly string[], server?: string): Promise<TestTenant>;
  /** Another client of the tenant with only these permissions. */
  createApi(tenant: TestTenant, permissions: readonly string[]): Promise<Api>;
  /** Creates a user with this role and signs in. The default tenant is `tenant`. */
  platform(role?: Role, of?: TestTenant): Promise<PlatformApi>;
  /** Runs SQL directly in the database, as its owner, with the tenant set. */
  sql<T = Record<string, unknown>>(text: string, values?: unknown[], tenantId?: number): Promise<T[]>;
  /**
   * Resolves when every transaction that has begun is over. The feed ends before the oldest running transaction of the whole
   * PostgreSQL server, which test files share. Call this before you expect a change in the feed.
   */
  settle(): Promise<void>;
  /**
   * Runs the action after the tests, before the service closes and its database is dropped. The last one added runs first. A
   * hook of the file would run too late: Node runs hooks in the order of their registration.
   */
  beforeClose(action: () => unknown): void;
  /** For tests that cause deadlocks on purpose. All others fail after one: see `assertNoDeadlocks`. */
  allowDeadlocks(): void;
  databaseUrl: string;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape; each is checked against its schema.
export interface ApiResponse<T = any> {
  status: number;
  headers: Headers;
  body: T;
  text: string;
}

interface CallOptions {
  headers?: Record<string, string>;
  /** Sent unchanged. */
  rawBody?: string | Buffer | ReadableStream;
  /** For tests that break the rules on purpose and check the response themselves. */
  skipResponseCheck?: boolean;
}

/** Calls of one caller. Paths are relative to the prefix of the audience. */
export interface Calls {
  get(path: string, options?: CallOptions): Promise<ApiResponse>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>;
  put(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>;
  delete(path: string, options?: CallOptions): Promise<ApiResponse>;
}

export interface Api extends Calls {
  token: string;
}

export interface PlatformApi extends Calls {
  user: { id: number; email: string; password: string };
  /** The Cookie header that the calls carry. */
  cookie: string;
}

const OF_SESSION = /\b(?:begin|start|commit|rollback|savepoint|set|reset|discard|set_config)\b/i;

const USER_AGENT = 'StellwerkTests/1.0';

/**
 * Starts a service for the calling test file, with a clone of the template database, a port, a data directory, a tenant, and a
 * client. It is closed after the tests of the file. Every response is checked against the schema that its operation declares.
 */
export async function startTestService(
  environment: Record<string, string> = {},
  { servers = TEST_SERVER === FIRST_SERVER ? [] : [TEST_SERVER] }: { servers?: readonly string[] } = {},
): Promise<TestService> {
  const adminUrl = process.env.STELLWERK_TEST_POSTGRES;
  assert.ok(
    adminUrl,
    'Run tests with "npm test [-- files]", which starts the PostgreSQL server that they need.',
  );
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(copyOfTemplate(name));
  const directory = await mkdtemp(join(tmpdir(), 'stellwerk-service-'));
  const firstUrl = databaseUrl(adminUrl, name);
  const urls = new Map([[FIRST_SERVER, firstUrl]]);
  for (const server of servers)
    urls.set(server, await createServerDatabase(admin, adminUrl, `${name}_${server}`));

  const logLines: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'info', mixin: logMixin },
    { write: (line: string) => void logLines.push(JSON.parse(line)) },
  );
  const clock = await TestClock.install([...urls.values()]);
  const settings = readSettings({
    DATA_DIR: directory,
    PORT: '0',
    DATABASE_CONNECTIONS: '8',
    // Enough for whatever a test sends at once, on a slow machine as well.
    REQUESTS_IN_PROGRESS: '48',
    // The longest one creates the demo data. It takes seconds, and more than the default of 30 on a machine that is very busy.
    TRANSACTION_TIMEOUT_MS: '300000',
    // The disk of the machine that runs the tests can be nearly full.
    DISK_FLOOR_MB: '0',
    ...(servers.length > 0 && {
      DATABASE_URL: firstUrl,
      DATABASE_SERVERS: servers.map((server) => `${server}=${urls.get(server)}`).join(' '),
    }),
    ...environment,
  });
  const tracer = await openTracer(settings, log);
  const services = openServices({
    settings,
    tracer,
    log,
    databaseUrl: firstUrl,
    masterKey: TEST_MASTER_KEY,
    now: () => clock.now(),
  });
  await checkServers(services.database, { registers: true });
  await claimStore(services.database.system, openBlobStore(settings));
  const application: Application = await createApplication(services);
  const port = await application.listen({ port: 0, host: '127.0.0.1' });
  const baseUrl = `http://127.0.0.1:${port}`;

  const inspector = new pg.Client({ connectionString: urls.get(TEST_SERVER)! });
  await inspector.connect();
  const control = new pg.Client({ connectionString: firstUrl });
  await control.connect();
  /** The tenant that is set there. */
  let inspected: number | undefined;
  const actions: (() => unknown)[] = [];
  const databases = [...urls.values()].map((url) => new URL(url).pathname.slice(1));
  let mayDeadlock = false;
  after(() =>
    runAll([
      ...actions.reverse(),
      () => application.close(),
      () => services.database.close(),
      () => services.blobs.close(),
      () => tracer?.stop(),
      () => inspector.end(),
      () => control.end(),
      () => clock.close(),
      () => mayDeadlock || assertNoDeadlocks(admin, databases),
      ...databases.map((name) => () => admin.query(`DROP DATABASE ${name} WITH (FORCE)`)),
      () => admin.end(),
      () => rm(directory, { recursive: true, force: true }),
      () => assertNoErrorsOfAnsweredRequests(logLines),
    ]),
  );

  const newApi = async (tenantId: number, permissions: readonly string[]) => {
    const client = await createClient(services.database.systemOf(tenantId), {
      tenantId,
      name: `client ${randomBytes(4).toString('hex')}`,
      permissions: [...permissions],
    });
    return { client, api: createApi(baseUrl, await requestToken(baseUrl, settings.publicUrl, client)) };
  };
  const newTenant = async (
    permissions: readonly string[] = PERMISSIONS,
    server = TEST_SERVER,
  ): Promise<TestTenant> => {
    const key = `t-${randomBytes(6).toString('hex')}`;
    const { id } = await createTenant(services, { key, name: 'Test' }, server);
    const { client, api } = await newApi(id, permissions);
    return { id, key, api, ...client };
  };

  const tenant = await newTenant();
  return {
    baseUrl,
    services,
    clock,
    logLines,
    tenant,
    createTenant: newTenant,
    createApi: async (of, permissions) => (await newApi(of.id, permissions)).api,
    async platform(role = 'admin', of = tenant) {
      const email = `${role}-${randomBytes(4).toString('hex')}@users.example.org`;
      const password = randomBytes(12).toString('base64url');
      const user = { email, firstName: 'Test', lastName: role, role, passwordHash: cheapHash(password) };
      const id = await insertUser(services.database.tenant(of.id), of.id, user);
      const cookie = await signIn(baseUrl, { email, password, tenant: of.key });
      return createPlatformApi(baseUrl, { id, email, password }, cookie);
    },
    async sql(text, values = [], tenantId = tenant.id) {
      if (CONTROL_TABLES.test(text)) return (await control.query(text, values)).rows;
      const isSet = inspected === tenantId;
      // What the statement does to the setting, or to a transaction that has set it, is not known.
      inspected = OF_SESSION.test(text) ? undefined : tenantId;
      if (isSet) return (await inspector.query(text, values)).rows;
      // Sent together: between them, another call could set another tenant.
      const set = inspector.query("SELECT set_config('app.tenant_id', $1, false)", [String(tenantId)]);
      const [, { rows }] = await Promise.all([set, inspector.query(text, values)]);
      return rows;
    },
    settle: () => settle(inspector),
    beforeClose: (action) => void actions.push(action),
    allowDeadlocks: () => {
      mayDeadlock = true;
    },
    databaseUrl: firstUrl,
  };
}

/**
 * A deadlock takes a second and ends any of its transactions, which is then repeated. A test would not see it, and a caller on a busy
 * machine sees a 503. Writes that can meet take their locks in the same order: see docs/adding-an-endpoint.md. Call it when all sessions
 * have ended, which is when they report.
 */
async function assertNoDeadlocks(admin: pg.Client, databases: readonly string[]): Promise<void> {
  const { rows } = await admin.query(
    'SELECT sum(deadlocks)::int AS count FROM pg_stat_database WHERE datname = ANY ($1)',
    [databases],
  );
  assert.equal(rows[0].count, 0, `Deadlocks in the database of ${process.argv[1]}. See assertNoDeadlocks.`);
}

/** Requests a token like an integrator. */
export async function requestToken(
  baseUrl: string,
  publicUrl: string,
  client: { clientId: string; clientSecret: string },
): Promise<string> {
  const response = await fetch(`${baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'user-agent': USER_AGENT },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
      audience: `${publicUrl}/api/v3`,
    }),
  });
  const body = (await response.json()) as { access_token: string };
  assert.equal(response.status, 200, JSON.stringify(body));
  return body.access_token;
}

/** Signs in like the console and returns the Cookie header for further calls. Without the key of the tenant, it takes half a second. */
export async function signIn(
  baseUrl: string,
  credentials: { email: string; password: string; tenant?: string },
): Promise<string> {
  const answer = await createCalls(baseUrl, 'platform', FROM_OWN_PAGE).post('/session', credentials);
  assert.equal(answer.status, 200, answer.text);
  return sentCookie(answer);
}

/** The part of a Set-Cookie header that a browser sends back. */
export function sentCookie({ headers }: ApiResponse): string {
  return headers.get('set-cookie')!.split(';')[0]!;
}

// The browser sends this with calls from the console's own pages.
const FROM_OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

/** Calls below /platform with a session. Responses are checked against the schemas of the operations. */
export function createPlatformApi(baseUrl: string, user: PlatformApi['user'], cookie: string): PlatformApi {
  return { ...createCalls(baseUrl, 'platform', { ...FROM_OWN_PAGE, cookie }), user, cookie };
}

/** Calls below /v3 with a token. Responses are checked against the schemas of the operations. */
export function createApi(baseUrl: string, token: string): Api {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': USER_AGENT };
  return { ...createCalls(baseUrl, 'integration', headers), token };
}

function createCalls(baseUrl: string, audience: Audience, headers: Record<string, string>): Calls {
  const operations = operationsOf(audience, ENDPOINTS);
  const call = async (
    method: string,
    path: string,
    body: unknown,
    options: CallOptions = {},
  ): Promise<ApiResponse> => {
    const response = await fetch(baseUrl + PREFIXES[audience] + path, {
      method,
      headers: {
        ...headers,
        ...(body === undefined && options.rawBody === undefined
          ? {}
          : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body: (options.rawBody ?? (body === undefined ? undefined : JSON.stringify(body))) as NonNullable<
        RequestInit['body']
      >,
      redirect: 'manual',
      ...(options.rawBody instanceof ReadableStream ? { duplex: 'half' } : {}),
    } as RequestInit);
    const text = await response.text();
    const parsed =
      /json/.test(response.headers.get('content-type') ?? '') && text !== '' ? JSON.parse(text) : undefined;
    const answer = { status: response.status, headers: response.headers, body: parsed, text };
    if (!options.skipResponseCheck)
      checkResponse(operations, method, path, { ...answer, headerNames: [...response.headers.keys()] });
    return answer;
  };
  return {
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    delete: (path, options) => call('DELETE', path, undefined, options),
  };
}
