import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Stellwerk } from '../sdk/index.ts';
import { startEnvironment } from './environment.ts';
import { compare, median, megabytesPerSecond } from './measure.ts';
import { writeSection } from './results.ts';

// npm run bench:mirror [-- --short]: measures the first load of a mirror compared with the plain transfer of the export
// that it reads, its peak memory, and reading the feed with the client compared with the same rows in plain SQL.

const isShort = process.argv.includes('--short');
const CANDIDATES = isShort ? 3000 : 100_000;
const ROUNDS = isShort ? 1 : 3;
const FEED_PAGE = 1000;
const PEAK_MB = 150;

const environment = await startEnvironment();
const directory = await mkdtemp(join(tmpdir(), 'stellwerk-bench-mirror-'));
try {
  await environment.fill(CANDIDATES);
  const { servicePort, token, clientId, clientSecret, audience } = environment;
  const authUrl = `http://127.0.0.1:${servicePort}`;
  const connection = {
    baseUrl: `${authUrl}/v3`,
    authUrl,
    audience,
    clientId,
    clientSecret,
    customerName: 'Bench',
  };

  const loads: { seconds: number; records: number; peakMb: number }[] = [];
  const transfers: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const headers = { authorization: `Bearer ${token}`, 'user-agent': 'bench/1.0' };
    const startedMs = performance.now();
    await megabytesPerSecond(servicePort, '/v3/candidates/export/candidates', headers);
    transfers.push((performance.now() - startedMs) / 1000);
    const program = fork(join(import.meta.dirname, 'mirror-program.ts'), [
      JSON.stringify(connection),
      join(directory, `mirror-${round}.db`),
    ]);
    const [load] = (await once(program, 'message')) as [(typeof loads)[number]];
    if (load.records !== CANDIDATES)
      throw new Error(`The mirror has ${load.records} of ${CANDIDATES} candidates.`);
    loads.push(load);
  }
  const rate = CANDIDATES / median(loads.map(({ seconds }) => seconds));
  const transferRate = CANDIDATES / median(transfers);
  const peakMb = Math.max(...loads.map((load) => load.peakMb));
  console.log(
    `first load of ${CANDIDATES} candidates: ${rate.toFixed(0)} records/s, plain transfer of the export ${transferRate.toFixed(0)}/s, ratio ${(rate / transferRate).toFixed(2)}; peak ${peakMb.toFixed(0)} MB (at most ${PEAK_MB})`,
  );

  const client = new Stellwerk(connection);
  const database = new pg.Client({ connectionString: environment.databaseUrl });
  await database.connect();
  await database.query(`SELECT set_config('app.tenant_id', '${environment.tenantId}', false)`);
  const feed = await compare(
    'feed',
    'changes/s',
    undefined,
    ROUNDS,
    () => changesPerSecond(() => readBySql(database)),
    () => changesPerSecond(() => readByClient(client)),
  );
  await database.end();
  console.log(
    `feed: plain SQL ${feed.limit.toFixed(0)} changes/s, client ${feed.service.toFixed(0)} changes/s, ratio ${feed.ratio.toFixed(2)}`,
  );

  if (!isShort) {
    await writeSection(
      'mirror',
      'A mirror of the platform',
      `Measured by \`npm run bench:mirror\`: the first load into SQLite in a separate process, compared with the plain transfer of the same export with \`node:http\`, and reading the feed in pages of ${FEED_PAGE} with the client, compared with the same rows with \`pg\`; ${CANDIDATES.toLocaleString('en')} candidates, one service process, everything on one machine; medians of ${ROUNDS} rounds, and the highest peak.`,
      [
        '| what | limit | mirror | unit | ratio | at most |',
        '|---|---:|---:|---|---:|---:|',
        `| first load | ${transferRate.toFixed(0)} | ${rate.toFixed(0)} | records/s | ${(rate / transferRate).toFixed(2)} | |`,
        `| peak memory of the load | | ${peakMb.toFixed(0)} | MB | | ${PEAK_MB} |`,
        `| reading the feed | ${feed.limit.toFixed(0)} | ${feed.service.toFixed(0)} | changes/s | ${feed.ratio.toFixed(2)} | |`,
      ],
    );
  }
} finally {
  await environment.stop();
  await rm(directory, { recursive: true, force: true });
}

async function changesPerSecond(read: () => Promise<number>): Promise<number> {
  const startedMs = performance.now();
  const count = await read();
  return count / ((performance.now() - startedMs) / 1000);
}

async function readByClient(client: Stellwerk): Promise<number> {
  let count = 0;
  let cursor: string | undefined;
  while (true) {
    const page = await client.changes.list({ cursor, limit: FEED_PAGE });
    count += page.changes.length;
    cursor = page.nextCursor;
    if (!page.hasMore) return count;
  }
}

/** Reads the same rows in the same order and with the same ceiling, in plain SQL. */
async function readBySql(database: pg.Client): Promise<number> {
  let count = 0;
  let place: [number, string, string] = [0, '0', '0'];
  while (true) {
    const { rows } = await database.query(
      `SELECT log.generation, log.transaction_id::text, log.sequence::text, log.entity, log.kind, log.record_id,
              log.attributes, log.changed_at
         FROM change_log AS log, log_ceiling($1::int) AS state
        WHERE log.tenant_id = $1 AND (log.generation, log.transaction_id, log.sequence) > ($2, $3, $4)
          AND (log.generation < state.generation OR log.transaction_id < state.ceiling)
        ORDER BY log.generation, log.transaction_id, log.sequence LIMIT $5`,
      [environment.tenantId, ...place, FEED_PAGE],
    );
    count += rows.length;
    if (rows.length < FEED_PAGE) return count;
    const last = rows.at(-1);
    place = [last.generation, last.transaction_id, last.sequence];
  }
}
