import assert from 'node:assert/strict';
import { join } from 'node:path';
import { makeDirectory, runCommand, waitFor } from '../../testing/command-line.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { startObjectStore, type TestObjectStore } from '../../testing/object-store.ts';
import { Database, FIRST_CLOCK_MS, signal } from './database.ts';
import { Link } from './link.ts';
import { Receiver } from './receiver.ts';
import { ServiceSlot } from './service-slot.ts';
import { Volume } from './volume.ts';

export interface Layout {
  /** The document store: a directory, or an S3-compatible server behind a link. */
  store: 'directory' | 's3';
  /** One service that does everything, or one for requests and one for tasks. */
  roles: 'all' | 'apart';
}

const READY_MS = 90_000;
const TENANT = 'chaos';

/** The service with everything that it needs, each behind a link that faults can break. */
export class Installation {
  readonly layout: Layout;
  readonly database: Database;
  readonly receiver: Receiver;
  readonly services: ServiceSlot[];
  /** Between the callers and the service. */
  readonly door: Link;
  readonly links: { database: Link; store: Link | undefined; receiver: Link };
  readonly volumes: { database: Volume | undefined; documents: Volume | undefined };
  readonly access: { clientId: string; clientSecret: string; audience: string; origin: string };
  readonly tenantId: number;
  /** The directory of the stored documents. */
  readonly documents: string;
  /** The S3-compatible server. */
  readonly objects: TestObjectStore | undefined;

  private constructor(parts: Omit<Installation, 'heal' | 'ready' | 'stop'>) {
    this.layout = parts.layout;
    this.database = parts.database;
    this.receiver = parts.receiver;
    this.services = parts.services;
    this.door = parts.door;
    this.links = parts.links;
    this.volumes = parts.volumes;
    this.access = parts.access;
    this.tenantId = parts.tenantId;
    this.documents = parts.documents;
    this.objects = parts.objects;
  }

  static async start(layout: Layout): Promise<Installation> {
    const volumes = {
      database: await Volume.mount(),
      documents: layout.store === 'directory' ? await Volume.mount() : undefined,
    };
    const database = await Database.start(
      join(volumes.database?.directory ?? (await makeDirectory()), 'postgres'),
    );
    const databaseLink = await Link.open({ path: database.socketPath });
    const documents = volumes.documents?.directory ?? (await makeDirectory());
    const store = layout.store === 's3' ? await openStore(documents) : undefined;
    const servicePort = await findFreePort();
    const door = await Link.open({ host: '127.0.0.1', port: servicePort });
    const origin = `http://127.0.0.1:${door.port}`;
    const environment = {
      DATABASE_URL: Database.urlThrough(databaseLink.port),
      PUBLIC_URL: origin,
      LOG_LEVEL: 'warn',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOK_RETRY_SECONDS: '1,2,4,8,15,30',
      TRANSACTION_TIMEOUT_MS: '10000',
      ...(store?.environment ?? { BLOB_URL: `file://${join(documents, 'blobs')}` }),
    };
    const dataDirectory = await makeDirectory();
    const roles = layout.roles === 'all' ? ['all'] : ['api', 'worker'];
    const services = roles.map(
      (role) =>
        new ServiceSlot(role, dataDirectory, { ...environment, ROLE: role, PORT: String(servicePort) }),
    );
    for (const service of services) await service.start();
    await database.setClock(FIRST_CLOCK_MS);
    const tenant = await runJson(['tenant', 'create', TENANT, '--name', 'Chaos'], dataDirectory, environment);
    const client = await runJson(
      ['client', 'create', '--tenant', TENANT, '--name', 'Chaos', '--permissions', '*'],
      dataDirectory,
      environment,
    );
    const receiver = await Receiver.start(tenant.webhookSecret);
    return new Installation({
      layout,
      database,
      receiver,
      services,
      door,
      links: {
        database: databaseLink,
        store: store?.link,
        receiver: await Link.open({ host: '127.0.0.1', port: receiver.port }),
      },
      volumes,
      access: {
        clientId: client.clientId,
        clientSecret: client.clientSecret,
        audience: `${origin}/api/v3`,
        origin,
      },
      tenantId: tenant.id,
      documents,
      objects: store?.objects,
    });
  }

  /** Undoes every fault. */
  async heal(): Promise<void> {
    this.database.thaw();
    for (const link of [this.door, ...Object.values(this.links)]) link?.heal();
    this.objects?.fail();
    for (const volume of Object.values(this.volumes)) await volume?.empty();
    this.receiver.mode = 'accepts';
    for (const service of this.services) {
      const { primary, workers } = await service.processes();
      for (const pid of [primary, ...workers]) if (pid !== undefined) signal(pid, 'SIGCONT');
    }
    await this.database.ready();
  }

  /** Resolves when the service says that it is ready. Rejects if it does not within a minute and a half. */
  async ready(): Promise<void> {
    await waitFor(
      'a healed service',
      async () => {
        const response = await fetch(`${this.access.origin}/health/ready`, {
          headers: { connection: 'close' },
          signal: AbortSignal.timeout(5000),
        }).catch(() => undefined);
        return response?.status === 200 && ((await response.json()) as { status: string }).status === 'ready';
      },
      READY_MS,
    );
  }

  /** Ends everything, also if one of its parts cannot be ended. */
  async stop(): Promise<void> {
    const endings = [
      ...this.services.map((service) => () => service.stop()),
      () => this.receiver.close(),
      () => this.objects?.close(),
      ...[this.door, ...Object.values(this.links)].map((link) => () => link?.close()),
      () => this.database.stop(),
      ...Object.values(this.volumes).map((volume) => () => volume?.unmount()),
    ];
    const errors: unknown[] = [];
    for (const end of endings) {
      try {
        await end();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0)
      throw new AggregateError(errors, 'The installation could not be ended completely.');
  }
}

async function openStore(directory: string) {
  const objects = await startObjectStore(directory);
  const url = new URL(objects.url());
  const link = await Link.open({
    host: '127.0.0.1',
    port: Number(new URL(url.searchParams.get('endpoint')!).port),
  });
  url.searchParams.set('endpoint', `http://127.0.0.1:${link.port}`);
  return {
    link,
    objects,
    environment: {
      BLOB_URL: url.href,
      AWS_ACCESS_KEY_ID: objects.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: objects.credentials.secretAccessKey,
    },
  };
}

async function runJson(words: string[], dataDirectory: string, environment: Record<string, string>) {
  const { code, stdout, stderr } = await runCommand([...words, '--json'], {
    environment: { ...environment, DATA_DIR: dataDirectory },
  });
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}
