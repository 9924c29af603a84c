import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { candidateExportSql } from '../server/areas/candidates/overviews/queries.ts';
import { fillCandidate, startEnvironment } from './environment.ts';
import { compare, megabytesPerSecond, type Row, requestsPerSecond } from './measure.ts';
import { writeSection } from './results.ts';

// npm run bench [-- --short]: measures the paths of the service compared with a minimal node:http + pg program that does
// the same durable work with the same SQL. Both are measured alternately in the same run.

const isShort = process.argv.includes('--short');
const SECONDS = isShort ? 1 : 5;
const ROUNDS = isShort ? 1 : 5;
const CANDIDATES = isShort ? 2000 : 20_000;

const environment = await startEnvironment();
const rows: Row[] = [];
try {
  await environment.fill(CANDIDATES);
  const { servicePort, limitPort, token, tenantId } = environment;
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'bench/1.0' };
  const json = { ...headers, 'content-type': 'application/json' };
  const [{ first, last }] = await environment.query(
    'SELECT min(id) AS first, max(id) AS last FROM candidate',
  );
  const someId = (index: number) => first + ((index * 7919) % (last - first + 1));

  const body = (index: number) =>
    JSON.stringify({
      firstName: 'Ada',
      lastName: 'Muster',
      contact: { email: `ada.${index}.${process.hrtime.bigint()}@example.org`, mobile: '0151 23456789' },
      location: { street: 'Hauptstraße 5', zipCode: '10115', city: 'Berlin', countryId: 276 },
    });
  const measure = async (
    name: string,
    target: number | undefined,
    limitPath: (i: number) => string,
    servicePath: (i: number) => string,
    bodyOf?: (i: number) => string,
  ) => {
    const load = (port: number, path: (i: number) => string) => ({
      port,
      method: bodyOf === undefined ? ('GET' as const) : ('POST' as const),
      headers: bodyOf === undefined ? headers : json,
      next: (index: number) => ({ path: path(index), body: bodyOf?.(index) }),
    });
    rows.push(
      await compare(
        name,
        'requests/s',
        target,
        ROUNDS,
        () => requestsPerSecond(load(limitPort, limitPath), SECONDS),
        () => requestsPerSecond(load(servicePort, servicePath), SECONDS),
      ),
    );
    print(rows.at(-1)!);
  };

  await measure(
    'master data (countries)',
    0.6,
    () => '/masterdata',
    () => '/v3/masterdata/countries',
  );
  await measure(
    'read a candidate',
    0.7,
    (i) => `/read/${someId(i)}`,
    (i) => `/v3/candidates/${someId(i)}`,
  );
  await fillCandidate(environment, first);
  await measure(
    'read a candidate with 20 sub-records',
    undefined,
    () => `/read/${first}`,
    () => `/v3/candidates/${first}`,
  );
  await measure(
    'create a candidate',
    0.6,
    () => '/create',
    () => '/v3/candidates',
    body,
  );

  const hour = 3_600_000;
  const [{ at }] = await environment.query('SELECT min(changed_at) AS at FROM change_log');
  const fromMs = Math.floor(Date.parse(String(new Date(at).toISOString())) / hour) * hour;
  const date = new Date(fromMs).toISOString();
  // The hour in which the candidates were created has all of them, but a typical hour has a few hundred changes.
  await environment.query(
    `UPDATE change_log SET changed_at = changed_at - interval '1 day' WHERE record_id > $1`,
    [first + 300],
  );
  await environment.query(
    `UPDATE change_log SET changed_at = $1::timestamptz - interval '59 minutes' WHERE record_id <= $2`,
    [date, first + 300],
  );
  const before = new Date(fromMs - hour);
  await measure(
    'hour window of 300 changes',
    undefined,
    () => `/window/x/${before.getTime()}/${before.getTime() + hour}`,
    () =>
      `/v3/candidates/export/candidates/changes/${before.toISOString().slice(0, 10)}/${before.getUTCHours()}`,
  );

  const bytes = async (
    name: string,
    target: number | undefined,
    limit: () => Promise<number>,
    path: string,
  ) => {
    rows.push(
      await compare(name, 'MB/s', target, ROUNDS, limit, () =>
        megabytesPerSecond(servicePort, path, headers),
      ),
    );
    print(rows.at(-1)!);
  };
  await bytes(
    'list of all candidates',
    undefined,
    () => megabytesPerSecond(limitPort, '/list', {}),
    '/v3/candidates',
  );
  await bytes(
    `full export, compared with COPY of the same query`,
    0.5,
    () => copyMegabytesPerSecond(candidateExportSql({ tenantId, period: {}, onlyVisible: false }, 'en')),
    '/v3/candidates/export/candidates',
  );
} finally {
  await environment.stop();
}

async function copyMegabytesPerSecond(query: string): Promise<number> {
  const client = new pg.Client({ connectionString: environment.databaseUrl });
  await client.connect();
  await client.query(
    `SET TimeZone = 'UTC'; SELECT set_config('app.tenant_id', '${environment.tenantId}', false)`,
  );
  const startedMs = performance.now();
  let bytes = 0;
  for await (const chunk of client.query(copyTo(`COPY (${query}) TO STDOUT`)))
    bytes += (chunk as Buffer).length;
  const seconds = (performance.now() - startedMs) / 1000;
  await client.end();
  return bytes / 1e6 / seconds;
}

function print(row: Row): void {
  console.log(
    `${row.name.padEnd(44)} limit ${format(row.limit)} service ${format(row.service)} ${row.unit}, ratio ${row.ratio.toFixed(2)}${row.target === undefined ? '' : ` (target: ${row.target})`}`,
  );
}

function format(value: number): string {
  return (value >= 100 ? value.toFixed(0) : value.toFixed(1)).padStart(7);
}

if (!isShort) {
  await writeSection(
    'http',
    'Requests compared with a minimal program',
    `Measured by \`npm run bench\`: one process of the service, compared with one process of a minimal \`node:http\` + \`pg\` program that does the same durable work with the same SQL; measured alternately in ${ROUNDS} rounds of ${SECONDS} s, 16 connections, ${CANDIDATES.toLocaleString('en')} candidates, load generator and PostgreSQL on the same machine; medians.`,
    [
      '| path | limit | service | unit | ratio | target |',
      '|---|---:|---:|---|---:|---:|',
      ...rows.map(
        (row) =>
          `| ${row.name} | ${format(row.limit).trim()} | ${format(row.service).trim()} | ${row.unit} | ${row.ratio.toFixed(2)} | ${row.target ?? ''} |`,
      ),
    ],
  );
}
