import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, type UserCaller } from '../../core/http/index.ts';
import type { Services } from '../../core/services.ts';
import { formatCursor, type Position } from '../changes/index.ts';
import { hasPendingChanges, readFinalChanges, requestNotifications } from './queries.ts';
import { LiveStream } from './stream.ts';

const PAGE = 500;
const HEARTBEAT_MS = 20_000;
/** A change that began before the tenant had a stream sends no notification. Most have ended by then. */
const SECOND_LOOK_MS = 1000;
const FIRST_RETRY_MS = 25;
const LAST_RETRY_MS = 1000;

interface HubOptions {
  /** Returns the user of a session that has not ended, without counting it as used. */
  findSession(sessionSha256: Buffer): Promise<UserCaller | undefined>;
  maximum?: number;
  maximumOfUser?: number;
}

interface Tenant {
  id: number;
  streams: Set<LiveStream>;
  running: Promise<void> | undefined;
  /** The last look at the sessions. Changes that follow a new role wait for it. */
  checked: Promise<void>;
  /** Another look waits for the one that runs. It sees all that came until it begins. */
  isCheckWaiting: boolean;
  /** A change came while the last ones were read. */
  isWoken: boolean;
}

/**
 * The live streams of a process. They wait without a connection to the database: a notification wakes the process, which
 * reads the new changes once for all streams of the tenant that are at the same position. A notification that is lost is made
 * up for at the next heartbeat.
 */
export class LiveHub {
  readonly #services: Services;
  readonly #options: Required<HubOptions>;
  readonly #tenants = new Map<number, Tenant>();
  readonly #closing = new AbortController();
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(services: Services, options: HubOptions) {
    this.#services = services;
    this.#options = { maximum: 1000, maximumOfUser: 10, ...options };
  }

  /** Call it before `open`, and before the position of the stream is read. */
  async prepare({ tenantId }: UserCaller): Promise<void> {
    await requestNotifications(this.#services.database.systemOf(tenantId), [tenantId]);
  }

  /** Opens a stream that continues after the position. Throws a 429 beyond the limits. */
  open(user: UserCaller, position: Position): LiveStream {
    this.#checkLimits(user);
    const stream = new LiveStream(user, position);
    const tenant = this.#tenantOf(user.tenantId);
    tenant.streams.add(stream);
    stream.source.once('close', () => {
      tenant.streams.delete(stream);
      if (tenant.streams.size > 0) return;
      this.#tenants.delete(tenant.id);
      if (this.#tenants.size > 0) return;
      clearInterval(this.#heartbeat);
      this.#heartbeat = undefined;
    });
    setTimeout(() => this.wake(user.tenantId), SECOND_LOOK_MS).unref();
    this.#heartbeat ??= setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
    return stream;
  }

  /** Handles a notification of the channel `live`: the tenant, what changed, and the user whom it concerns. */
  notify(payload: string): void {
    const [tenantId, what, userId] = payload.split(' ');
    const tenant = this.#tenants.get(Number(tenantId));
    if (tenant === undefined) return;
    if (what === 'change') this.wake(tenant.id);
    else if (what === 'session') this.#checkSessions(tenant);
    else
      for (const stream of tenant.streams) if (stream.user.userId === Number(userId)) stream.send(what!, {});
  }

  /** Reads the new changes of a tenant and sends them. */
  wake(tenantId: number): void {
    const tenant = this.#tenants.get(tenantId);
    if (tenant === undefined || this.#closing.signal.aborted) return;
    tenant.isWoken = true;
    tenant.running ??= this.#run(tenant).finally(() => {
      tenant.running = undefined;
      // It came after the last check.
      if (tenant.isWoken) this.wake(tenantId);
    });
  }

  /** The tenant is leaving its server, or has arrived at another one. If it is on its way, its arrival or the next heartbeat repeats this. */
  follow(tenantId: number): void {
    if (!this.#tenants.has(tenantId)) return;
    requestNotifications(this.#services.database.systemOf(tenantId), [tenantId]).then(
      () => this.wake(tenantId),
      () => {},
    );
  }

  /** Ends all streams. The browsers connect to another process, with Last-Event-ID. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#heartbeat);
    const tenants = [...this.#tenants.values()];
    for (const { streams } of tenants) for (const stream of streams) stream.end();
    await Promise.all(tenants.map(({ running }) => running));
  }

  #checkLimits({ tenantId, userId }: UserCaller): void {
    if (this.#closing.signal.aborted) throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
    const all = [...this.#tenants.values()].reduce((sum, { streams }) => sum + streams.size, 0);
    const own = [...(this.#tenants.get(tenantId)?.streams ?? [])].filter(
      ({ user }) => user.userId === userId,
    );
    const { maximum, maximumOfUser } = this.#options;
    if (all < maximum && own.length < maximumOfUser) return;
    const message =
      own.length >= maximumOfUser
        ? `A user can have at most ${maximumOfUser} live streams at once. Close a page, or wait for the number of seconds in Retry-After.`
        : `The service sends at most ${maximum} live streams at once. Wait for the number of seconds in Retry-After.`;
    throw new ApiError('tooManyRequests', { message, headers: { 'retry-after': '30' } });
  }

  #tenantOf(id: number): Tenant {
    let tenant = this.#tenants.get(id);
    if (tenant === undefined) {
      tenant = {
        id,
        streams: new Set(),
        running: undefined,
        checked: Promise.resolve(),
        isCheckWaiting: false,
        isWoken: false,
      };
      this.#tenants.set(id, tenant);
    }
    return tenant;
  }

  async #run(tenant: Tenant): Promise<void> {
    const { database } = this.#services;
    const db = database.tenant(tenant.id);
    let delayMs = FIRST_RETRY_MS;
    try {
      while (tenant.isWoken && tenant.streams.size > 0) {
        tenant.isWoken = false;
        for (const streams of byPosition(tenant.streams)) {
          const changes = await readFinalChanges(db, tenant.id, streams[0]!.position, PAGE);
          await tenant.checked;
          for (const stream of streams) stream.sendChanges(changes);
          if (changes.length === PAGE) tenant.isWoken = true;
        }
        if (tenant.isWoken || !(await hasPendingChanges(db, tenant.id))) continue;
        // No notification says when the older transaction ends.
        await delay(delayMs, undefined, { signal: this.#closing.signal });
        delayMs = Math.min(delayMs * 2, LAST_RETRY_MS);
        tenant.isWoken = true;
      }
    } catch (error) {
      tenant.isWoken = false;
      if (this.#closing.signal.aborted) return;
      // The next notification or heartbeat repeats it.
      const reason = error instanceof Error ? error.name : typeof error;
      this.#services.log.warn({ tenantId: tenant.id, reason }, 'live stream could not read the changes');
    }
  }

  #beat(): void {
    // If the database is unavailable, the next heartbeat does it.
    const tenantIds = [...this.#tenants.keys()];
    for (const { database } of this.#services.database.servers)
      requestNotifications(database.system, tenantIds).catch(() => {});
    for (const tenant of this.#tenants.values()) {
      for (const stream of tenant.streams) stream.beat();
      this.#checkSessions(tenant);
      this.wake(tenant.id);
    }
  }

  #checkSessions(tenant: Tenant): void {
    if (tenant.isCheckWaiting) return;
    tenant.isCheckWaiting = true;
    // One after the other: an earlier look could end later, and would bring back what it saw.
    tenant.checked = tenant.checked.then(() => {
      tenant.isCheckWaiting = false;
      return this.#lookUpUsers(tenant);
    });
  }

  async #lookUpUsers({ streams }: Tenant): Promise<void> {
    for (const stream of streams) {
      try {
        const user = await this.#options.findSession(stream.user.sessionSha256);
        if (user === undefined) stream.end();
        else stream.user = user;
      } catch {
        // The database is unavailable. The next heartbeat checks the session again.
      }
    }
  }
}

/** Streams that wait for the same changes, which is nearly all of a tenant. */
function byPosition(streams: ReadonlySet<LiveStream>): LiveStream[][] {
  return [...Map.groupBy(streams, ({ user, position }) => formatCursor(user.tenantId, position)).values()];
}
