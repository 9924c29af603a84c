import type pg from 'pg';
import { DescribedQuery } from './described-query.ts';
import { hasWaitedInVain } from './faults.ts';
import { openSession, SET_TENANT, type Session, type SessionSettings, TAKE_TENANT } from './session.ts';
import { traceStatement } from './statement-span.ts';
import { TenantAwayError } from './tenant-away.ts';

/** A value of a statement. An array is the text of one. */
export type LaneValue = number | string | null;

/**
 * Connections that the reads of a process share. A statement is sent at once, behind those that are still running, so it costs
 * neither a checkout nor a wake-up of each process. PostgreSQL executes the statements of a connection one after another, each in
 * a transaction of its own. So only short statements that cannot wait for a lock may be sent.
 */
export class Lanes {
  readonly #pool: pg.Pool;
  readonly #settings: SessionSettings;
  readonly #lanes: (Lane | undefined)[];
  #isClosed = false;

  /** `pool` has pipelined connections, and nobody else uses it. It has as many lanes as connections. */
  constructor(pool: pg.Pool, settings: SessionSettings) {
    this.#pool = pool;
    this.#settings = settings;
    this.#lanes = Array.from({ length: pool.options.max });
  }

  /** The statements that have been sent, or wait for their connection to open. */
  get running(): number {
    return this.#lanes.reduce((sum, lane) => sum + (lane?.running ?? 0), 0);
  }

  /**
   * Runs a read for a tenant. `text` is one of a few constants. Undefined if the lane broke or a statement in it failed, except
   * after it has waited in vain: the caller then reads over another connection. Throws TenantAwayError if the tenant is not on the server.
   */
  async read<R>(tenantId: number, text: string, values: readonly LaneValue[]): Promise<R[] | undefined> {
    const index = this.#choose(tenantId);
    const lane = this.#lanes[index] ?? this.#open();
    this.#lanes[index] = lane;
    try {
      return await traceStatement(text, () => lane.read<R>(tenantId, text, values));
    } catch (error) {
      if (error instanceof TenantAwayError) throw error;
      // The statements behind a failed one can depend on it: it may have been the one that prepared theirs, or set their tenant.
      if (this.#lanes[index] === lane) this.#lanes[index] = undefined;
      void lane.close();
      if (hasWaitedInVain(error) || this.#isClosed) throw error;
      return undefined;
    }
  }

  /** Replaces the lanes that have the lock of a tenant, which is about to move. */
  endSessionsOf(tenantId: number): void {
    for (const [index, lane] of this.#lanes.entries()) {
      if (lane?.tenantId !== tenantId) continue;
      this.#lanes[index] = undefined;
      void lane.close();
    }
  }

  #open(): Lane {
    const opening = openSession(this.#pool, this.#settings, null);
    return new Lane(opening, this.#settings.locksTenants ? takeTenant : setTenant);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#lanes.map((lane) => lane?.close()));
    await this.#pool.end();
  }

  /** The lane with the fewest statements. Of several, one that has the tenant. */
  #choose(tenantId: number): number {
    let chosen = 0;
    let least = Infinity;
    for (const [index, lane] of this.#lanes.entries()) {
      const cost = lane === undefined ? 1 : 2 * lane.running + (lane.tenantId === tenantId ? 0 : 1);
      if (cost < least) [chosen, least] = [index, cost];
    }
    return chosen;
  }
}

class Lane {
  running = 0;
  /** The tenant of the statement that was sent last. */
  tenantId: number | undefined;
  readonly #opening: Promise<Session>;
  #session: Session | undefined;
  /** Undefined once the tenant has been set. Rejects if it could not be. The session then has the tenant before it. */
  #tenantSet: Promise<unknown> | undefined;
  readonly #sendTenant: typeof setTenant;

  /** `sendTenant` sets the tenant of the session. Rejects if that is not possible. */
  constructor(opening: Promise<Session>, sendTenant: typeof setTenant) {
    this.#opening = opening;
    this.#sendTenant = sendTenant;
    opening.then(
      (session) => {
        this.#session = session;
      },
      () => {},
    );
  }

  async read<R>(tenantId: number, text: string, values: readonly LaneValue[]): Promise<R[]> {
    this.running += 1;
    try {
      const session = this.#session ?? (await this.#opening);
      return await this.#send<R>(session, tenantId, text, values);
    } finally {
      this.running -= 1;
    }
  }

  /** Must send without awaiting anything, so that no other statement gets between the tenant and its statement. */
  #send<R>(session: Session, tenantId: number, text: string, values: readonly LaneValue[]): Promise<R[]> {
    if (this.tenantId !== tenantId) {
      this.tenantId = tenantId;
      this.#setTenant(this.#sendTenant(session, tenantId));
    }
    const rows = send<R>(session, text, values);
    // Row-level security showed the statement the rows of the tenant that was set last. So it counts only if that is its own.
    return this.#tenantSet === undefined ? rows : afterBoth(this.#tenantSet, rows);
  }

  #setTenant(setting: Promise<unknown>): void {
    this.#tenantSet = setting;
    const forget = () => {
      if (this.#tenantSet === setting) this.#tenantSet = undefined;
    };
    // After a failure, it stays, and every read of this lane fails. A lane without the tenant is usable for others.
    setting.then(forget, (error) => {
      if (!(error instanceof TenantAwayError) || this.#tenantSet !== setting) return;
      this.tenantId = undefined;
      forget();
    });
  }

  /** Closes the connection when the statements that were sent are over. */
  async close(): Promise<void> {
    await this.#opening.then(
      (session) => session.release(true),
      () => {},
    );
  }
}

function setTenant(session: Session, tenantId: number): Promise<unknown> {
  return send(session, SET_TENANT, [tenantId]);
}

async function takeTenant(session: Session, tenantId: number): Promise<unknown> {
  const [row] = await send<{ taken: boolean }>(session, TAKE_TENANT, [tenantId]);
  if (!row!.taken) throw new TenantAwayError();
  return row;
}

function send<R>({ client, statements }: Session, text: string, values: readonly LaneValue[]): Promise<R[]> {
  const query = new DescribedQuery<R>(statements.nameOf(text), text, values);
  client.query(query as never);
  return query.result;
}

async function afterBoth<R>(before: Promise<unknown>, rows: Promise<R[]>): Promise<R[]> {
  return (await Promise.all([rows, before]))[0];
}
