import { startBusy } from './busy.ts';
import { type Cpu, measureCpu } from './cpu.ts';
import { type Environment, startEnvironment } from './environment.ts';
import { median } from './measure.ts';
import { writeSection } from './results.ts';

// npm run bench:scale [-- --short] [--beside N]: measures the cost of a call with 10,000, 100,000, and 1,000,000 candidates, in
// separate databases and service processes, alternately in the same run. Calls run one at a time, so the result does not
// include queueing. The processor time is that of the service and of its database connections, from the scheduler's counters.
// --beside adds busy processes (busy.ts).

const isShort = process.argv.includes('--short');
const SIZES = isShort ? [500, 1000, 5000] : [10_000, 100_000, 1_000_000];
// Many short rounds, so that other work on the machine meets all sizes.
const ROUNDS = isShort ? 2 : 45;
const CALLS = isShort ? 10 : 20;
const HOUR_MS = 3_600_000;
const WINDOW_CHANGES = 200;
const FIRST_BYTES = 65_536;
const AT_MOST = 1.2;

/** A database of one size with its service. */
interface Place {
  environment: Environment;
  size: number;
  /** The id of the first candidate. The others follow without gaps. */
  first: number;
  /** The path of the hour with as many changes as in the other databases. */
  window: string;
}

interface Call {
  method?: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: object;
  /** Instead of the whole response. */
  bytes?: number;
}

interface Kind {
  name: string;
  call(place: Place, index: number): Call;
  /** Runs before the calls of a round, with the numbers of the first and the last, and is not measured. */
  before?(place: Place, from: number, until: number): Promise<void>;
}

const KINDS: readonly Kind[] = [
  {
    name: 'create a candidate',
    call: (_, index) => ({
      method: 'POST',
      path: '/candidates',
      body: {
        firstName: 'Ada',
        lastName: 'Muster',
        contact: { email: `new.${index}@example.org`, mobile: '0151 23456789' },
        location: { street: 'Hauptstraße 5', zipCode: '10115', city: 'Berlin', countryId: 276 },
      },
    }),
  },
  { name: 'read a candidate', call: (place, index) => ({ path: `/candidates/${idOf(place, index)}` }) },
  {
    name: 'first read of a changed candidate',
    before: async ({ environment: { query, tenantId }, ...place }, from, until) => {
      const ids = Array.from({ length: until - from }, (_, index) => idOf(place, from + index));
      await query(`UPDATE candidate SET remarks = 'changed' WHERE tenant_id = $1 AND id = ANY ($2::int[])`, [
        tenantId,
        ids,
      ]);
    },
    call: (place, index) => ({ path: `/candidates/${idOf(place, index)}` }),
  },
  {
    name: 'set the status of a candidate',
    call: (place, index) => ({
      method: 'PUT',
      path: `/candidates/${idOf(place, index)}/status`,
      body: { statusId: [2003, 2004, 2005][index % 3] },
    }),
  },
  {
    name: 'add a keyword',
    call: (place, index) => ({
      method: 'POST',
      path: `/candidates/${idOf(place, index)}/keywords`,
      body: { keyword: `keyword ${index}` },
    }),
  },
  { name: 'first 64 KiB of the list', call: () => ({ path: '/candidates', bytes: FIRST_BYTES }) },
  {
    name: `hour window of ${WINDOW_CHANGES} changes`,
    call: ({ window }) => ({ path: window }),
  },
  { name: 'first 200 changes of the feed', call: () => ({ path: '/changes?limit=200' }) },
  {
    name: 'duplicate check by e-mail, phone and name',
    call: ({ size }, index) => ({
      path: `/candidates/duplicates?email=c${1 + ((index * 7919) % size)}@example.org&phone=%2B49151${1 + ((index * 31) % size)}&firstName=Ada&lastName=Muster`,
    }),
  },
];

/** Spread over all candidates. 7919 is a prime, so none comes twice before all have come. */
function idOf({ first, size }: Pick<Place, 'first' | 'size'>, index: number): number {
  return first + ((index * 7919) % size);
}

async function prepare(size: number): Promise<Place> {
  const environment = await startEnvironment();
  await environment.fill(size);
  const [{ first }] = await environment.query('SELECT min(id) AS first FROM candidate');
  // All databases have the same number of changes in the hour that is read. All others are a day earlier.
  const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
  await environment.query(`UPDATE change_log SET changed_at = to_timestamp($1::float8) - interval '1 day'`, [
    hourMs / 1000,
  ]);
  await environment.query(
    `UPDATE change_log SET changed_at = to_timestamp($1::float8) + interval '1 minute' WHERE record_id < $2`,
    [hourMs / 1000, first + WINDOW_CHANGES],
  );
  await environment.query('VACUUM ANALYZE');
  const at = new Date(hourMs).toISOString();
  const window = `/candidates/export/candidates/changes/${at.slice(0, 10)}/${Number(at.slice(11, 13))}`;
  return { environment, size, first, window };
}

async function send({ environment }: Place, { method = 'GET', path, body, bytes }: Call): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${environment.servicePort}/v3${path}`, {
    method,
    headers: {
      authorization: `Bearer ${environment.token}`,
      'user-agent': 'bench/1.0',
      'content-type': 'application/json',
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  let read = 0;
  for await (const chunk of response.body ?? []) {
    read += chunk.length;
    // Ends the response.
    if (bytes !== undefined && read >= bytes) break;
  }
}

interface Cost {
  milliseconds: number;
  cpuMicroseconds: number;
}

/** The median time of a call, with one call at a time, and the mean processor time. */
async function measure(place: Place, kind: Kind, from: number): Promise<Cost> {
  const { environment } = place;
  await kind.before?.(place, from, from + CALLS);
  const times: number[] = [];
  const service = { pid: environment.servicePid, application: 'stellwerk' };
  const cpu: Cpu = await measureCpu(environment, service, async () => {
    for (let index = from; index < from + CALLS; index++) {
      const startedMs = performance.now();
      await send(place, kind.call(place, index));
      times.push(performance.now() - startedMs);
    }
  });
  return { milliseconds: median(times), cpuMicroseconds: (cpu.program + cpu.database) / CALLS };
}

/** The medians of all rounds, for each place. */
async function measureKind(places: readonly Place[], kind: Kind, from: number): Promise<Cost[]> {
  const costs = places.map(() => [] as Cost[]);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, place] of places.entries()) {
      const cost = await measure(place, kind, from + round * CALLS);
      if (round > 0) costs[index]!.push(cost);
    }
  }
  return costs.map((all) => ({
    milliseconds: median(all.map(({ milliseconds }) => milliseconds)),
    cpuMicroseconds: median(all.map(({ cpuMicroseconds }) => cpuMicroseconds)),
  }));
}

function toRow(name: string, costs: readonly Cost[]): string {
  const [small, large] = [costs[0]!, costs.at(-1)!];
  const ratios = [large.milliseconds / small.milliseconds, large.cpuMicroseconds / small.cpuMicroseconds].map(
    (ratio) => ratio.toFixed(2),
  );
  const cells = costs.map(
    ({ milliseconds, cpuMicroseconds }) => `${milliseconds.toFixed(2)} / ${cpuMicroseconds.toFixed(0)}`,
  );
  console.log(`${name.padEnd(44)} ${cells.join('  ')}  ratios ${ratios.join(' and ')} (at most ${AT_MOST})`);
  return `| ${[name, ...cells, ...ratios, AT_MOST].join(' | ')} |`;
}

const places: Place[] = [];
try {
  for (const size of SIZES) places.push(await prepare(size));
  await startBusy();
  const rows: string[] = [];
  for (const [index, kind] of KINDS.entries())
    rows.push(toRow(kind.name, await measureKind(places, kind, index * (ROUNDS + 1) * CALLS)));
  if (!isShort) {
    const sizes = SIZES.map((size) => size.toLocaleString('en'));
    await writeSection(
      'scale',
      '1,000,000 candidates compared with 10,000',
      `Measured by \`npm run bench:scale\`: three databases and three service processes, measured alternately, one call at a time; medians of ${ROUNDS} rounds of ${CALLS} calls: milliseconds as the caller measures them / microseconds of processor time of the service and its database. The ratios are those of the largest to the smallest.`,
      [
        `| call | ${sizes.join(' | ')} | ratio of time | ratio of processor time | at most |`,
        '|---|---:|---:|---:|---:|---:|---:|',
        ...rows,
      ],
    );
  }
} finally {
  for (const { environment } of places) await environment.stop();
}
