import { readFile } from 'node:fs/promises';
import { startEnvironment } from './environment.ts';
import { median } from './measure.ts';
import { writeSection } from './results.ts';

// npm run bench:hot-updates [-- --short] [-- --candidates N]: what a keyword for a random candidate costs with many candidates
// and with few, as shipped and with the index and fill factor from before migration 0051. Each variant has its own database
// server and service. They are measured by turns. Needs Linux, which counts the time that a process runs.

const isShort = process.argv.includes('--short');
const candidatesAt = process.argv.indexOf('--candidates');
const LARGE = candidatesAt === -1 ? (isShort ? 5000 : 300_000) : Number(process.argv[candidatesAt + 1]);
const SMALL = Math.min(10_000, LARGE / 5);
const ROUNDS = isShort ? 2 : 7;
const CALLS = isShort ? 20 : 60;

type Environment = Awaited<ReturnType<typeof startEnvironment>>;

interface Cost {
  /** Of the server's connections, in microseconds of CPU time. */
  cpu: number;
  /** Write-ahead log, in bytes. */
  log: number;
  ms: number;
}

interface Variant {
  name: string;
  candidates: number;
  isBefore: boolean;
}

const VARIANTS: Variant[] = [SMALL, LARGE].flatMap((candidates) =>
  [true, false].map((isBefore) => ({
    name: `${candidates.toLocaleString('en')} candidates, ${isBefore ? 'before' : 'shipped'}`,
    candidates,
    isBefore,
  })),
);

async function start({ candidates, isBefore }: Variant) {
  const environment = await startEnvironment();
  if (isBefore) {
    await environment.query('CREATE INDEX candidate_by_modified ON candidate (tenant_id, modified_at)');
    await environment.query('ALTER TABLE candidate RESET (fillfactor)');
  }
  await environment.fill(candidates);
  await environment.query('VACUUM ANALYZE');
  const [{ first }] = await environment.query('SELECT min(id) AS first FROM candidate');
  return { environment, first: first as number };
}

async function readLogPosition({ query }: Environment): Promise<bigint> {
  const [{ bytes }] = await query(`SELECT (pg_current_wal_lsn() - '0/0')::text AS bytes`);
  return BigInt(bytes);
}

/** Nanoseconds that the server's connections have run, from the scheduler. */
async function readCpu({ query }: Environment): Promise<number> {
  const rows = await query(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  let total = 0;
  for (const { pid } of rows)
    total += Number((await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')[0]);
  return total;
}

let counter = 0;

async function measure(environment: Environment, first: number, candidates: number): Promise<Cost> {
  // Without a checkpoint before each round, it would be chance which round writes whole pages to the log.
  await environment.query('CHECKPOINT');
  const [log, cpu] = [await readLogPosition(environment), await readCpu(environment)];
  const times: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const id = first + Math.floor(Math.random() * candidates);
    const startedMs = performance.now();
    const response = await fetch(`http://127.0.0.1:${environment.servicePort}/v3/candidates/${id}/keywords`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${environment.token}`,
        'user-agent': 'bench/1.0',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ keyword: `keyword ${counter++}` }),
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`The call returned ${response.status}.`);
    times.push(performance.now() - startedMs);
  }
  return {
    cpu: ((await readCpu(environment)) - cpu) / CALLS / 1000,
    log: Number((await readLogPosition(environment)) - log) / CALLS,
    ms: median(times),
  };
}

const all: (Variant & Awaited<ReturnType<typeof start>> & { costs: Cost[] })[] = [];
try {
  for (const variant of VARIANTS) all.push({ ...variant, ...(await start(variant)), costs: [] });
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { environment, first, candidates, costs } of all) {
      const cost = await measure(environment, first, candidates);
      if (round > 0) costs.push(cost);
    }
  }
  const rows: string[] = [];
  for (const { name, costs, environment } of all) {
    const [{ share }] = await environment.query(
      `SELECT n_tup_hot_upd::float8 / n_tup_upd AS share FROM pg_stat_user_tables WHERE relname = 'candidate'`,
    );
    const of = (key: keyof Cost) => median(costs.map((cost) => cost[key]));
    rows.push(
      `| ${name} | ${of('ms').toFixed(2)} | ${of('cpu').toFixed(0)} | ${(of('log') / 1024).toFixed(1)} | ${(share * 100).toFixed(0)} % |`,
    );
  }
  const table = [
    '| variant | ms | CPU of PostgreSQL, µs | log, KiB | HOT |',
    '|---|---:|---:|---:|---:|',
    ...rows,
  ];
  console.log(table.join('\n'));
  if (!isShort && candidatesAt === -1) {
    await writeSection(
      'hot-updates',
      'A keyword for a random candidate',
      `Measured by \`npm run bench:hot-updates\`: one call at a time over HTTP, each to a random candidate, measured by turns in databases of their own, each round after a checkpoint; medians of ${ROUNDS} rounds of ${CALLS} calls. "Before" has the index of modification times and the fill factor of 100.`,
      table,
    );
  }
} finally {
  for (const { environment } of all) await environment.stop();
}
