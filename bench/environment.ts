import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { createClient, PERMISSIONS } from '../server/areas/access/index.ts';
import { createTenant } from '../server/areas/tenants/index.ts';
import { readSettings } from '../server/config.ts';
import { startEmbeddedPostgres } from '../server/core/db/embedded/index.ts';
import { migrate } from '../server/core/db/migrate.ts';
import { makeTemporaryDirectory } from '../server/testing/temporary-directory.ts';
import { openServices } from '../server/open-services.ts';
import { prepareInstallation } from '../server/prepare.ts';

export const CONNECTIONS = 8;
const AUDIENCE = 'http://localhost:8080/api/v3';

export interface Environment {
  databaseUrl: string;
  tenantId: number;
  /** Port of one process of the service, and of the limit program. */
  servicePort: number;
  limitPort: number;
  token: string;
  /** What the token was requested with, for programs that request their own. */
  clientId: string;
  clientSecret: string;
  audience: string;
  /** Starts a further program of this folder over the same database; ends with the environment. */
  startProgram(file: string): Promise<{ process: ChildProcess; port: number }>;
  /** Adds candidates by SQL until there are this many. */
  fill(count: number): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: rows of whatever was asked for.
  query(text: string, values?: unknown[]): Promise<any[]>;
  stop(): Promise<void>;
}

/** A durable PostgreSQL with the service's schema, one service process and the limit program beside it. */
export async function startEnvironment(): Promise<Environment> {
  const directory = await makeTemporaryDirectory('stellwerk-bench-');
  const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres') });
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query("CREATE ROLE bench LOGIN PASSWORD 'bench'");
  await admin.query('CREATE DATABASE bench OWNER bench');
  const url = new URL(postgres.url);
  url.pathname = '/bench';
  url.username = 'bench';
  url.password = 'bench';
  const databaseUrl = url.href;
  await migrate(databaseUrl);

  const masterKey = randomBytes(32);
  const settings = readSettings({ DATA_DIR: directory, PUBLIC_URL: 'http://localhost:8080' });
  const services = openServices({ settings, log: pino({ level: 'silent' }), databaseUrl, masterKey });
  await prepareInstallation(services);
  const tenant = await createTenant(services, { key: 'bench', name: 'Bench' });
  const client = await createClient(services.database.system, {
    tenantId: tenant.id,
    name: 'bench',
    permissions: [...PERMISSIONS],
  });

  const children: ChildProcess[] = [];
  const start = async (file: string, ...args: string[]): Promise<{ process: ChildProcess; port: number }> => {
    const child = fork(join(import.meta.dirname, file), args, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    children.push(child);
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    return { process: child, port };
  };
  const { port: servicePort } = await start(
    'service.ts',
    databaseUrl,
    directory,
    String(CONNECTIONS),
    masterKey.toString('hex'),
  );
  const { port: limitPort } = await start('limit.ts', databaseUrl, String(tenant.id), String(CONNECTIONS));
  const response = await fetch(`http://127.0.0.1:${servicePort}/oauth/token`, {
    method: 'POST',
    headers: { 'user-agent': 'bench/1.0' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
      audience: AUDIENCE,
    }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };

  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  await owner.query(`SELECT set_config('app.tenant_id', '${tenant.id}', false)`);
  return {
    databaseUrl,
    tenantId: tenant.id,
    servicePort,
    limitPort,
    token,
    clientId: client.clientId,
    clientSecret: client.clientSecret,
    audience: AUDIENCE,
    startProgram: (file) => start(file, databaseUrl, directory, masterKey.toString('hex')),
    async query(text, values) {
      return (await owner.query(text, values)).rows;
    },
    async fill(count) {
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
        [tenant.id, count],
      );
      await owner.query('ANALYZE');
    },
    async stop() {
      for (const child of children) child.kill('SIGKILL');
      await owner.end();
      await services.database.close();
      await admin.end();
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Gives a candidate 20 sub-records, as a well-kept profile has. */
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
