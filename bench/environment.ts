import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import pino from 'pino';
import { createClient, PERMISSIONS } from '../server/areas/access/index.ts';
import { createTenant } from '../server/areas/tenants/index.ts';
import { readSettings } from '../server/config.ts';
import { claimStore } from '../server/core/blobs/index.ts';
import { startEmbeddedPostgres } from '../server/core/db/embedded/index.ts';
import { migrate } from '../server/core/db/migrate.ts';
import { migrateQueue } from '../server/core/queue/index.ts';
import { openBlobStore, openServices } from '../server/open-services.ts';
import { prepareInstallation } from '../server/prepare.ts';
import { makeTemporaryDirectory } from '../server/testing/temporary-directory.ts';

const CONNECTIONS = 8;
/** For the exit of the programs, which is immediate unless one is stuck. */
const STOP_MS = 10_000;
const AUDIENCE = 'http://localhost:8080/api/v3';

export interface Environment {
  databaseUrl: string;
  masterKey: Buffer;
  tenantId: number;
  /** The process id of the service. */
  servicePid: number;
  /** The port of the service process. */
  servicePort: number;
  /** The process id and the port of the limit program. */
  limitPid: number;
  limitPort: number;
  token: string;
  /** The credentials, for programs that request their own token. */
  clientId: string;
  clientSecret: string;
  audience: string;
  /**
   * Starts another program in this folder with the same database, and as many connections as the service. `args` come after those
   * that service.ts reads. Rejects if it ends before it is ready. `stop` ends it.
   */
  startProgram(file: string, ...args: string[]): Promise<{ process: ChildProcess; port: number }>;
  /** Starts another program in this folder with the address of the database and these arguments. `stop` ends it. */
  startBeside(file: string, ...args: string[]): Promise<{ process: ChildProcess; port: number }>;
  /** Adds candidates with SQL until there are this many. */
  fill(count: number): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: the columns depend on the query.
  query(text: string, values?: unknown[]): Promise<any[]>;
  stop(): Promise<void>;
}

/** How to stop each environment that was started. */
const running = new Set<() => Promise<void>>();
// Ctrl-C does not reach PostgreSQL, which is in a session of its own.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await Promise.allSettled(Array.from(running, (stop) => stop()));
    process.exit(1);
  });

/**
 * Starts a durable PostgreSQL with the service's schema, one process of the service and the limit program. `settings` replaces
 * some of the server's.
 */
export async function startEnvironment(settings: Record<string, string> = {}): Promise<Environment> {
  const directory = await makeTemporaryDirectory('stellwerk-bench-');
  const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), settings });
  const databaseUrl = await createDatabase(postgres.url);
  const masterKey = randomBytes(32);
  const { tenantId, clientId, clientSecret } = await prepareTenant(directory, databaseUrl, masterKey);
  const programs = new Programs();
  const startProgram: Environment['startProgram'] = (file, ...args) =>
    programs.start(file, databaseUrl, directory, masterKey.toString('hex'), String(CONNECTIONS), ...args);
  const { port: servicePort, process: service } = await startProgram('service.ts');
  const { port: limitPort, process: limit } = await programs.start(
    'limit.ts',
    databaseUrl,
    String(tenantId),
    String(CONNECTIONS),
  );
  const token = await requestToken(servicePort, clientId, clientSecret);
  // One connection, which runs statements one after another.
  const owner = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    application_name: 'bench',
    options: `-c app.tenant_id=${tenantId}`,
  });
  // The server can end before it has seen that the connection was closed.
  owner.on('error', () => {});
  const stop = async () => {
    await programs.stop();
    await owner.end();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
  // One promise, because a bench that Ctrl-C ends stops its environment as well.
  let stopped: Promise<void> | undefined;
  const stopOnce = () => {
    running.delete(stopOnce);
    stopped ??= stop();
    return stopped;
  };
  running.add(stopOnce);
  return {
    databaseUrl,
    masterKey,
    tenantId,
    servicePid: service.pid!,
    servicePort,
    limitPid: limit.pid!,
    limitPort,
    token,
    clientId,
    clientSecret,
    audience: AUDIENCE,
    startProgram,
    startBeside: (file, ...args) => programs.start(file, databaseUrl, ...args),
    query: async (text, values) => (await owner.query(text, values)).rows,
    fill: (count) => fillCandidates(owner, tenantId, count),
    stop: stopOnce,
  };
}

/** Creates a database with the service's schema. Its owner is not a superuser, so row-level security applies. */
async function createDatabase(adminUrl: string): Promise<string> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query("CREATE ROLE bench LOGIN PASSWORD 'bench'");
  await admin.query('CREATE DATABASE bench OWNER bench');
  await admin.query('GRANT pg_checkpoint TO bench');
  await admin.query('GRANT SET ON PARAMETER wal_compression TO bench');
  await admin.end();
  const url = new URL(adminUrl);
  url.pathname = '/bench';
  url.username = 'bench';
  url.password = 'bench';
  await migrate(url.href);
  await migrateQueue({ databaseUrl: url.href });
  return url.href;
}

async function prepareTenant(
  directory: string,
  databaseUrl: string,
  masterKey: Buffer,
): Promise<{ tenantId: number; clientId: string; clientSecret: string }> {
  const settings = readSettings({ DATA_DIR: directory, PUBLIC_URL: 'http://localhost:8080' });
  const services = openServices({ settings, log: pino({ level: 'silent' }), databaseUrl, masterKey });
  await prepareInstallation(services);
  // As a start does: without the id of the installation, the store takes no documents.
  await claimStore(services.database.system, openBlobStore(settings));
  const tenant = await createTenant(services, { key: 'bench', name: 'Bench' });
  const { clientId, clientSecret } = await createClient(services.database.system, {
    tenantId: tenant.id,
    name: 'bench',
    permissions: [...PERMISSIONS],
  });
  await services.database.close();
  return { tenantId: tenant.id, clientId, clientSecret };
}

/** The programs of this folder that run beside the benchmark. */
class Programs {
  readonly #children: ChildProcess[] = [];

  async start(file: string, ...args: string[]): Promise<{ process: ChildProcess; port: number }> {
    const child = fork(join(import.meta.dirname, file), args, {
      // A bench that is killed leaves no program behind.
      execArgv: [
        ...process.execArgv,
        `--import=${pathToFileURL(join(import.meta.dirname, 'end-with-parent.js'))}`,
      ],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#children.push(child);
    const started = new AbortController();
    const ended = once(child, 'exit', { signal: started.signal }).then(() => {
      throw new Error(`${file} ended before it was ready.`);
    });
    const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }];
    ended.catch(() => {});
    started.abort();
    return { process: child, port };
  }

  /** They exit by themselves (end-with-parent.js), so Node writes what its options ask for, such as a profile. */
  async stop(): Promise<void> {
    const running = this.#children.filter(({ connected }) => connected);
    const ended = running.map((child) => once(child, 'exit'));
    const kill = setTimeout(() => {
      for (const child of running) child.kill('SIGKILL');
    }, STOP_MS);
    for (const child of running) child.disconnect();
    await Promise.all(ended);
    clearTimeout(kill);
  }
}

async function requestToken(port: number, clientId: string, clientSecret: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/oauth/token`, {
    method: 'POST',
    headers: { 'user-agent': 'bench/1.0' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      audience: AUDIENCE,
    }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function fillCandidates(owner: pg.Pool, tenantId: number, count: number): Promise<void> {
  await owner.query(
    `WITH missing AS (SELECT $2::int - count(*)::int AS n FROM candidate WHERE tenant_id = $1),
              added AS (
                INSERT INTO candidate (tenant_id, first_name, last_name, email, email_match, email_canonical, mobile,
                                       mobile_e164, street, street_number, zip_code, city, country_id,
                                       last_name_sound, first_name_sound)
                SELECT $1, 'First' || g, 'Last' || g, 'c' || g || '@example.org', 'c' || g || '@example.org',
                       'c' || g || '@example.org', '0151 ' || g, '+49151' || g, 'Hauptstraße', g::text, '10115', 'Berlin', 276,
                       '8' || g % 997, '3' || g % 991
                  FROM missing, generate_series(1, missing.n) AS g RETURNING id, row_guid)
     SELECT count(record_change($1, 'candidate', id, row_guid, 'new', NULL, NULL, NULL, 1401, NULL, NULL)) FROM added`,
    [tenantId, count],
  );
  await owner.query('ANALYZE');
}

/** Adds 20 entries to a candidate, as in a complete profile. */
export async function fillCandidate(environment: Environment, candidateId: number): Promise<void> {
  const { tenantId } = environment;
  const insert = (table: string, columns: string, select: string) =>
    environment.query(`INSERT INTO ${table} (tenant_id, candidate_id, ${columns}) SELECT $1, $2, ${select}`, [
      tenantId,
      candidateId,
    ]);
  await insert(
    'candidate_language',
    'language_id, language_level_id',
    'id, 632 FROM generate_series(1, 4) AS id',
  );
  await insert('candidate_drivers_license', 'drivers_license_id', 'id FROM generate_series(339, 341) AS id');
  await insert('candidate_profession', 'profession_id', 'id FROM unnest(ARRAY[4702, 27449]) AS id');
  await insert(
    'candidate_keyword',
    'keyword, keyword_match',
    `'k' || id, 'k' || id FROM generate_series(1, 4) AS id`,
  );
  await insert(
    'resume_job',
    'employer, position, from_date, until_date, description',
    `'Employer', 'Position', '2015-01-01', '2019-12-31', repeat('text ', 40) FROM generate_series(1, 4)`,
  );
  await insert('resume_school_education', 'school', `'School' FROM generate_series(1, 2)`);
  await insert(
    'communication',
    'communication_type_id, subject, occurred_at',
    `1, 'Call', now() FROM generate_series(1, 1)`,
  );
}
