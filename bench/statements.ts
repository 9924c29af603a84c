import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startEnvironment } from './environment.ts';
import { median } from './measure.ts';

// npm run bench:statements -- PATH [--calls N]: how long frequent statements of another checkout of the repository take, and those
// of this one. Both work in one process on one database with the schema of this one, and every call of one side is
// followed by one of the other, so that other load on the machine affects both.

const [other, option, value] = process.argv.slice(2);
if (other === undefined || !existsSync(join(other, 'server/core/db/connection.ts')))
  throw new Error('Pass the path of another checkout, whose packages are installed.');
const CALLS = option === '--calls' ? Number(value) : 1000;
const WARM_UP = 30;
const CANDIDATES = 50;

const environment = await startEnvironment();
const { databaseUrl, tenantId } = environment;

async function load(checkout: string) {
  const from = (path: string) => import(pathToFileURL(join(checkout, 'server', path)).href);
  const connection: typeof import('../server/core/db/connection.ts') = await from('core/db/connection.ts');
  const actor: typeof import('../server/core/actor.ts') = await from('core/actor.ts');
  const status: typeof import('../server/areas/candidates/status/queries.ts') = await from(
    'areas/candidates/status/queries.ts',
  );
  const profile: typeof import('../server/areas/candidates/profile/queries.ts') = await from(
    'areas/candidates/profile/queries.ts',
  );
  const stored: typeof import('../server/areas/candidates/profile/stored-record.ts') = await from(
    'areas/candidates/profile/stored-record.ts',
  );
  const change: typeof import('../server/areas/candidates/change-queries.ts') = await from(
    'areas/candidates/change-queries.ts',
  );
  const company: typeof import('../server/areas/companies/company/queries.ts') = await from(
    'areas/companies/company/queries.ts',
  );
  const records: typeof import('../server/areas/companies/record-queries.ts') = await from(
    'areas/companies/record-queries.ts',
  );
  const parts: typeof import('../server/areas/companies/part-queries.ts') = await from(
    'areas/companies/part-queries.ts',
  );
  const jobAds: typeof import('../server/areas/jobads/editing/queries.ts') = await from(
    'areas/jobads/editing/queries.ts',
  );
  const events: typeof import('../server/areas/changes/index.ts') = await from('areas/changes/index.ts');
  const database = connection.openDatabase({
    url: databaseUrl,
    maximumConnections: 1,
    transactionTimeoutMs: 60_000,
  });
  const db = database.tenant(tenantId);
  return { db, database, actor, status, profile, stored, change, company, records, parts, jobAds, events };
}

type Side = Awaited<ReturnType<typeof load>>;

const sides = [await load(resolve(other)), await load(join(import.meta.dirname, '..'))] as const;
const [, own] = sides;
const BODY = { firstName: 'Ada', lastName: 'New', contact: { email: 'new@example.org' } };
const run = <T>(side: Side, call: (side: Side) => Promise<T>) =>
  side.actor.runAs({ kind: 'system' }, () => call(side));

const candidates: number[] = [];
for (let count = 0; count < CANDIDATES; count++)
  candidates.push((await run(own, ({ profile, db }) => profile.insertCandidate(db, tenantId, BODY))).id);
const companyId = await run(own, ({ company, db }) => company.insertCompany(db, tenantId, { name: 'Bench' }));

let calls = 0;
const candidate = () => candidates[calls++ % CANDIDATES]!;
const statusId = () => (calls % 2 === 0 ? 2005 : 2003);
const AUTHOR = { userId: null, apiClientId: null };

const STATEMENTS: Record<string, (side: Side) => Promise<unknown>> = {
  'create a candidate': ({ profile, db }) => profile.insertCandidate(db, tenantId, BODY),
  'change a sub-record': ({ change, events, db }) =>
    change.changeCandidate(db, tenantId, candidate(), events.EVENTS.candidateChanged),
  'set a status': ({ status, db }) =>
    status.setStatus(db, tenantId, candidate(), { statusId: statusId(), comment: null }),
  'read a candidate from its tables': ({ stored, db }) => stored.readRecord(db, tenantId, candidate(), 'de'),
  'add a site': ({ parts, db }) =>
    parts.insertPart(
      db,
      tenantId,
      { part: 'site', companyId },
      { description: 'Site' },
      { author: AUTHOR, createdAt: null, isImported: false },
    ),
  'read a company': ({ records, db }) => records.findRecord(db, tenantId, 'company', companyId, 'de'),
  'list job ads': ({ jobAds, db }) => jobAds.listJobAds(db, tenantId, {}, 50),
};

const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;

for (const [name, call] of Object.entries(STATEMENTS)) {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < CALLS + WARM_UP; round++) {
    for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const startedMs = performance.now();
      await run(sides[index], call);
      if (round >= WARM_UP) times[index].push(performance.now() - startedMs);
    }
  }
  const [before, after] = times.map(
    (values) => `${quantile(values, 0.1).toFixed(2)} and ${median(values).toFixed(2)}`,
  );
  console.log(`${name.padEnd(33)} ms, first decile and median: ${before}, here ${after}`);
}
for (const { database } of sides) await database.close();
await environment.stop();
process.exit();
