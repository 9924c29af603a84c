import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { createClient, PERMISSIONS } from '../../../areas/access/index.ts';
import { createTenant } from '../../../areas/tenants/index.ts';
import { createUser, type Role } from '../../../areas/users/index.ts';
import { readSettings } from '../../../config.ts';
import { startEmbeddedPostgres } from '../../../core/db/embedded/index.ts';
import type { Services } from '../../../core/services.ts';
import { openServices } from '../../../open-services.ts';
import { createTemplate } from '../../../testing/create-template.ts';
import {
  createApi,
  createPlatformApi,
  requestToken,
  signIn,
  type TestTenant,
} from '../../../testing/harness.ts';
import { memoryMiB, processTree } from '../../../testing/processes.ts';
import { databaseUrl, TEMPLATE, TEST_MASTER_KEY } from '../../../testing/template.ts';
import { makeTemporaryDirectory } from '../../../testing/temporary-directory.ts';
import type { MemoryMeasure } from './memory-curve.ts';
import { makeWorld, type World } from './world.ts';

// The service as an operator runs it, with its own processes, for the long form. It does not run background tasks: those
// would call the addresses of generated webhook registrations.

const ROOT = join(import.meta.dirname, '../../../..');
const ENTRY = join(ROOT, 'server/commands/stellwerk.ts');
const COLLECTOR = join(ROOT, 'server/testing/programs/collect-garbage.ts');
const MEMORY_FILE = 'memory.txt';
const COLLECTION_MS = 3000;
const WORKERS = 2;
const START_MS = 120_000;
// The fuzzer tries no crashes, so the database need not survive any.
const DATABASE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '100' };

export interface FuzzedService {
  world: World;
  /** The file with the errors that the service logs. */
  logPath: string;
  memory: MemoryMeasure;
  stop(): Promise<void>;
}

export async function startFuzzedService(): Promise<FuzzedService> {
  const directory = await makeTemporaryDirectory('stellwerk-fuzz-');
  const postgres = await startEmbeddedPostgres({
    directory: join(directory, 'postgres'),
    settings: DATABASE,
  });
  await createTemplate(postgres.url);
  const url = databaseUrl(postgres.url, TEMPLATE);
  const logPath = join(directory, 'service.log');
  const { child, baseUrl } = await startProcesses(directory, url, logPath);
  const settings = readSettings({ DATA_DIR: directory, PORT: new URL(baseUrl).port });
  const log = pino({ level: 'silent' });
  const services = openServices({ settings, log, databaseUrl: url, masterKey: TEST_MASTER_KEY });
  const inspector = new pg.Client({ connectionString: url });
  await inspector.connect();
  const installation = {
    baseUrl,
    services,
    clock: { now: () => new Date() },
    async sql<T>(text: string, values: unknown[] = [], tenantId = 0): Promise<T[]> {
      await inspector.query("SELECT set_config('app.tenant_id', $1, false)", [String(tenantId)]);
      return (await inspector.query(text, values)).rows;
    },
  };
  const tenant = await newTenant(services, baseUrl);
  const narrowToken = (await newApi(services, baseUrl, tenant.id, ['branches:read'])).api.token;
  const admin = await newUser(services, baseUrl, tenant.id, 'admin');
  const viewer = await newUser(services, baseUrl, tenant.id, 'viewer');
  const second = await newTenant(services, baseUrl);
  return {
    world: await makeWorld(installation, { tenant, narrowToken, admin, viewer }, second),
    logPath,
    memory: measureOf(child.pid!, join(directory, MEMORY_FILE)),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await inspector.end();
      await services.database.close();
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function startProcesses(directory: string, url: string, logPath: string) {
  const log = createWriteStream(logPath);
  const child = spawn(process.execPath, [ENTRY, 'start', '--empty'], {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: `--import ${COLLECTOR}`,
      MEMORY_FILE: join(directory, MEMORY_FILE),
      ...serviceSettings(directory, url),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // The service logs to its standard output, after the start message. At level error, that is little.
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  let output = '';
  child.stdout.setEncoding('utf8');
  const started = new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      output += text;
      const port = /http:\/\/localhost:(\d+)/.exec(output)?.[1];
      if (port === undefined || !output.includes('Ctrl-C stops it')) return;
      child.stdout.off('data', read);
      resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout.on('data', read);
    child.once('exit', () => reject(new Error(`The service did not start.\n${output}`)));
    setTimeout(() => reject(new Error(`The service did not start in time.\n${output}`)), START_MS).unref();
  });
  return { child: child as ChildProcess, baseUrl: await started };
}

function serviceSettings(directory: string, url: string): Record<string, string> {
  return {
    DATA_DIR: directory,
    DATABASE_URL: url,
    MASTER_KEY: TEST_MASTER_KEY.toString('hex'),
    PORT: '0',
    ROLE: 'api',
    WORKERS: String(WORKERS),
    LOG_LEVEL: 'error',
    // The portal limits the forms of one address, so the requests name many.
    TRUSTED_PROXIES: '127.0.0.1',
  };
}

async function newApi(services: Services, baseUrl: string, tenantId: number, permissions: readonly string[]) {
  const name = `client ${randomBytes(4).toString('hex')}`;
  const client = await createClient(services.database.system, {
    tenantId,
    name,
    permissions: [...permissions],
  });
  const token = await requestToken(baseUrl, services.settings.publicUrl, client);
  return { ...client, api: createApi(baseUrl, token) };
}

async function newTenant(services: Services, baseUrl: string): Promise<TestTenant> {
  const key = `t-${randomBytes(6).toString('hex')}`;
  const { id } = await createTenant(services, { key, name: 'Test' });
  return { id, key, ...(await newApi(services, baseUrl, id, PERMISSIONS)) };
}

async function newUser(services: Services, baseUrl: string, tenantId: number, role: Role) {
  const email = `${role}-${randomBytes(4).toString('hex')}@users.example.org`;
  const password = randomBytes(12).toString('base64url');
  const user = { email, password, firstName: 'Test', lastName: role, role };
  const id = await createUser(services.database.tenant(tenantId), tenantId, user);
  return createPlatformApi(baseUrl, { id, email, password }, await signIn(baseUrl, user));
}

function measureOf(pid: number, file: string): MemoryMeasure {
  const resident = async () => {
    let total = 0;
    for (const one of await processTree(pid))
      total += (await memoryMiB(one).catch(() => ({ resident: 0 }))).resident;
    return total;
  };
  return {
    resident,
    async withoutGarbage() {
      const processes = await processTree(pid);
      await writeFile(file, '');
      for (const one of processes) process.kill(one, 'SIGUSR2');
      await delay(COLLECTION_MS);
      const used = (await readFile(file, 'utf8')).trim().split('\n').map(Number);
      if (used.length !== processes.length)
        throw new Error(`Of ${processes.length} processes, ${used.length} reported their memory.`);
      const inUse = used.reduce((total, bytes) => total + bytes, 0) / 2 ** 20;
      return { inUse, resident: await resident() };
    },
  };
}
