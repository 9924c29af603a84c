import assert from 'node:assert/strict';
import { join } from 'node:path';
import { callCommand } from '../../testing/command-call.ts';
import { fetchToken, makeDirectory } from '../../testing/command-line.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { Client, Observations } from '../chaos/client.ts';
import { Database } from '../chaos/database.ts';
import { FeedReader } from '../chaos/followers.ts';
import type { TenantEvidence } from '../chaos/judge/evidence.ts';
import { Ledger } from '../chaos/ledger.ts';
import { Receiver } from '../chaos/receiver.ts';
import { ServiceSlot } from '../chaos/service-slot.ts';

export const SERVERS = ['first', 'north', 'south'] as const;
export type ServerName = (typeof SERVERS)[number];

/** A tenant with its callers. */
export interface LoadedTenant {
  key: string;
  id: number;
  server: ServerName;
  receiver: Receiver;
  observations: Observations;
  ledger: Ledger;
  /** One for each service. */
  clients: readonly Client[];
  feed: FeedReader;
}

/** Three PostgreSQL servers, and two services that use them, as on two machines: three processes that serve requests. */
export class SpreadInstallation {
  readonly databases: Readonly<Record<ServerName, Database>>;
  readonly services: readonly ServiceSlot[];
  readonly tenants: LoadedTenant[] = [];
  readonly #environment: Record<string, string>;
  readonly #origins: readonly string[];

  static async start(): Promise<SpreadInstallation> {
    const [first, north, south] = [await startDatabase(), await startDatabase(), await startDatabase()];
    const environment = {
      DATA_DIR: await makeDirectory(),
      DATABASE_URL: first.url,
      DATABASE_SERVERS: `north=${north.url} south=${south.url}`,
      LOG_LEVEL: 'warn',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOK_RETRY_SECONDS: '1,2,4,8,15,30',
      TRANSACTION_TIMEOUT_MS: '10000',
    };
    const ports = [await findFreePort(), await findFreePort()];
    // The tokens of one are valid on the other.
    const origins = ports.map((port) => `http://127.0.0.1:${port}`);
    const services = ports.map(
      (port, index) =>
        new ServiceSlot(`service ${index}`, environment.DATA_DIR, {
          ...environment,
          PUBLIC_URL: origins[0]!,
          PORT: String(port),
          WORKERS: index === 0 ? '2' : '1',
        }),
    );
    for (const service of services) await service.start();
    return new SpreadInstallation({ first, north, south }, services, environment, origins);
  }

  private constructor(
    databases: SpreadInstallation['databases'],
    services: readonly ServiceSlot[],
    environment: Record<string, string>,
    origins: readonly string[],
  ) {
    this.databases = databases;
    this.services = services;
    this.#environment = environment;
    this.#origins = origins;
  }

  /** Runs a command with the settings of the services. */
  command(words: readonly string[]) {
    return callCommand(words, this.#environment);
  }

  get environment(): Record<string, string> {
    return this.#environment;
  }

  async addTenant(key: string, server: ServerName): Promise<LoadedTenant> {
    const tenant = await this.#run<{ id: number; webhookSecret: string }>([
      ...['tenant', 'create', key, '--name', key, '--server', server],
    ]);
    const client = await this.#run<{ clientId: string; clientSecret: string }>([
      ...['client', 'create', '--tenant', key, '--name', 'Load', '--permissions', '*'],
    ]);
    const [origin] = this.#origins;
    const token = await fetchToken({ ...client, authUrl: origin!, audience: `${origin}/api/v3` });
    const observations = new Observations();
    const clients = this.#origins.map((address) => new Client(address, observations));
    for (const one of clients) one.token = token;
    const loaded = {
      ...{ key, id: tenant.id, server, observations, clients },
      receiver: await Receiver.start(tenant.webhookSecret),
      ledger: new Ledger(),
      feed: new FeedReader(clients.at(-1)!),
    };
    this.tenants.push(loaded);
    return loaded;
  }

  async #run<T>(words: string[]): Promise<T> {
    const { code, stdout, stderr } = await this.command([...words, '--json']);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  }

  /** What the judge needs of a tenant, whose rows are on `server`. */
  evidenceOf({ id, server, receiver, clients, observations, ledger, feed }: LoadedTenant): TenantEvidence {
    return {
      installation: { tenantId: id, database: this.databases[server], receiver },
      ...{ client: clients[0]!, observations, ledger, feed },
    };
  }

  async stop(): Promise<void> {
    for (const { clients, receiver } of this.tenants) {
      for (const client of clients) client.close();
      await receiver.close();
    }
    await Promise.all(this.services.map((service) => service.stop()));
    await Promise.all(Object.values(this.databases).map((database) => database.stop()));
  }
}

async function startDatabase(): Promise<Database> {
  return Database.start(join(await makeDirectory(), 'postgres'));
}
