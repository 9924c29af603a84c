import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import type { startEnvironment } from './environment.ts';

export const CANDIDATE_CREATED = 1401;

interface Arrival {
  id: string;
  path: string;
  atMs: number;
}

export const nowMs = () => Number(process.hrtime.bigint()) / 1e6;
export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
export const percentile = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

/** A database with a process that makes webhook calls, one that receives them, and a connection that writes changes. */
export class WebhookCalls {
  readonly worker: ChildProcess;
  readonly receiver: ChildProcess;
  readonly receiverPort: number;
  readonly #writer: pg.Client;
  readonly #tenantId: number;

  private constructor(
    worker: ChildProcess,
    receiver: ChildProcess,
    port: number,
    writer: pg.Client,
    tenantId: number,
  ) {
    this.worker = worker;
    this.receiver = receiver;
    this.receiverPort = port;
    this.#writer = writer;
    this.#tenantId = tenantId;
  }

  static async start(environment: Awaited<ReturnType<typeof startEnvironment>>): Promise<WebhookCalls> {
    const { databaseUrl, tenantId } = environment;
    const { process: worker } = await environment.startProgram('webhook-worker.ts');
    const receiver = fork(join(import.meta.dirname, 'webhook-receiver.ts'));
    const [{ port }] = (await once(receiver, 'message')) as [{ port: number }];
    const writer = new pg.Client({ connectionString: databaseUrl });
    await writer.connect();
    await writer.query(`SELECT set_config('app.tenant_id', '${tenantId}', false)`);
    return new WebhookCalls(worker, receiver, port, writer, tenantId);
  }

  async stop(): Promise<void> {
    await this.#writer.end();
    this.receiver.kill('SIGKILL');
  }

  async ask<T>(child: ChildProcess, order: object): Promise<T> {
    const reply = once(child, 'message');
    child.send(order);
    return (await reply)[0] as T;
  }

  /** Forgets all arrivals. The receiver reports when so many new ones are there. */
  reset(wanted: number): Promise<unknown> {
    return this.ask(this.receiver, { type: 'reset', wanted });
  }

  async arrivals(): Promise<Arrival[]> {
    const { arrivals } = await this.ask<{ arrivals: [string, string, number][] }>(this.receiver, {
      type: 'arrivals',
    });
    return arrivals.map(([id, path, atMs]) => ({ id, path, atMs }));
  }

  /** The time of the last arrival that was wanted. */
  async reached(): Promise<number> {
    return ((await once(this.receiver, 'message'))[0] as { atMs: number }).atMs;
  }

  /** Replaces all registrations by these paths of the receiver. */
  async register(...paths: string[]): Promise<void> {
    const tenantId = this.#tenantId;
    await this.#writer.query('DELETE FROM webhook_registration WHERE tenant_id = $1', [tenantId]);
    await this.#writer.query('DELETE FROM webhook_delivery WHERE tenant_id = $1', [tenantId]);
    for (const path of paths) {
      const url = `http://127.0.0.1:${this.receiverPort}${path}`;
      await this.#writer.query(
        'INSERT INTO webhook_registration (tenant_id, event_type_id, url, url_key) VALUES ($1, $2, $3, $4)',
        [tenantId, CANDIDATE_CREATED, url, createHash('sha256').update(url).digest('hex')],
      );
    }
  }

  /** Commits this many changes in one transaction and returns the time at which COMMIT was sent. */
  async commit(count: number): Promise<number> {
    await this.#writer.query('BEGIN');
    await this.#writer.query(
      `SELECT record_change($1, 'candidate', n, gen_random_uuid(), 'new', NULL, NULL, NULL, ${CANDIDATE_CREATED}, NULL, NULL)
         FROM generate_series(1, $2) AS n`,
      [this.#tenantId, count],
    );
    const atMs = nowMs();
    await this.#writer.query('COMMIT');
    return atMs;
  }

  /** Resolves when no call is pending and no turn is running. */
  async settled(): Promise<void> {
    for (;;) {
      const { rows } = await this.#writer.query(
        `SELECT 1 FROM webhook_delivery WHERE tenant_id = $1 AND next_attempt_at IS NOT NULL LIMIT 1`,
        [this.#tenantId],
      );
      const { rows: busy } = await this.#writer.query(
        `SELECT 1 FROM webhook_registration WHERE tenant_id = $1 AND busy_until > clock_now() LIMIT 1`,
        [this.#tenantId],
      );
      if (rows.length === 0 && busy.length === 0) return;
      await pause(20);
    }
  }

  /** Milliseconds from each of some commits to its call, without other load. */
  async latency(samples: number, warmUp: number): Promise<number[]> {
    await this.register('/idle');
    const times: number[] = [];
    for (let sample = 0; sample < samples + warmUp; sample++) {
      await this.reset(1);
      const arrived = this.reached();
      const committedMs = await this.commit(1);
      const atMs = await arrived;
      if (sample >= warmUp) times.push(atMs - committedMs);
      await this.settled();
      await pause(10);
    }
    return times;
  }

  /** Deliveries per second of a backlog from one commit, until the last has arrived and all outcomes are stored. */
  async deliveriesPerSecond(calls: number, registrations: number): Promise<number> {
    await this.register(...Array.from({ length: registrations }, (_, index) => `/fast/${index}`));
    await this.reset(calls);
    const arrived = this.reached();
    const startedMs = await this.commit(calls / registrations);
    await arrived;
    await this.settled();
    return (calls / (nowMs() - startedMs)) * 1000;
  }
}
