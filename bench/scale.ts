import { startEnvironment } from './environment.ts';
import { median } from './measure.ts';
import { writeSection } from './results.ts';

// npm run bench:scale [-- --short]: measures the cost of a call with 1,000,000 candidates compared with 10,000, in
// separate databases and service processes, alternately in the same run. Calls run one at a time, so the result does not
// include queueing.

const isShort = process.argv.includes('--short');
const SMALL = isShort ? 500 : 10_000;
const LARGE = isShort ? 5000 : 1_000_000;
const ROUNDS = isShort ? 2 : 15;
const CALLS = isShort ? 10 : 60;
const HOUR_MS = 3_600_000;
const WINDOW_CHANGES = 200;

type Environment = Awaited<ReturnType<typeof startEnvironment>>;

const small = await startEnvironment();
const large = await startEnvironment();

async function prepare(
  environment: Environment,
  candidates: number,
): Promise<{ window: string; first: number }> {
  await environment.fill(candidates);
  const [{ first }] = await environment.query('SELECT min(id) AS first FROM candidate');
  // Both databases have the same number of changes in the hour that is read. All others are a day earlier.
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
  return {
    window: `/candidates/export/candidates/changes/${at.slice(0, 10)}/${Number(at.slice(11, 13))}`,
    first,
  };
}

let counter = 0;

/** The median time of a call in milliseconds, with one call at a time. */
async function time(
  environment: Environment,
  call: (index: number) => { path: string; body?: unknown },
): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < CALLS; index++) {
    const { path, body } = call(counter++);
    const startedMs = performance.now();
    const response = await fetch(`http://127.0.0.1:${environment.servicePort}/v3${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${environment.token}`,
        'user-agent': 'bench/1.0',
        'content-type': 'application/json',
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path} returned ${response.status}`);
    times.push(performance.now() - startedMs);
  }
  return median(times);
}

try {
  const [ofSmall, ofLarge] = [await prepare(small, SMALL), await prepare(large, LARGE)];
  const kinds: [
    string,
    (size: number, first: number, window: string) => (index: number) => { path: string; body?: unknown },
  ][] = [
    [
      'create a candidate',
      () => (index) => ({
        path: '/candidates',
        body: {
          firstName: 'Ada',
          lastName: 'Muster',
          contact: { email: `new.${index}@example.org`, mobile: '0151 23456789' },
          location: { street: 'Hauptstraße 5', zipCode: '10115', city: 'Berlin', countryId: 276 },
        },
      }),
    ],
    [
      'read a candidate',
      (size, first) => (index) => ({ path: `/candidates/${first + ((index * 7919) % size)}` }),
    ],
    [`hour window of ${WINDOW_CHANGES} changes`, (_size, _first, window) => () => ({ path: window })],
    [
      'duplicate check by e-mail, phone and name',
      (size) => (index) => ({
        path: `/candidates/duplicates?email=c${1 + ((index * 7919) % size)}@example.org&phone=%2B49151${1 + ((index * 31) % size)}&firstName=Ada&lastName=Muster`,
      }),
    ],
  ];
  const rows: string[] = [];
  for (const [name, make] of kinds) {
    const smalls: number[] = [];
    const larges: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const a = await time(small, make(SMALL, ofSmall.first, ofSmall.window));
      const b = await time(large, make(LARGE, ofLarge.first, ofLarge.window));
      if (round === 0) continue;
      smalls.push(a);
      larges.push(b);
    }
    const ratio = median(larges) / median(smalls);
    console.log(
      `${name.padEnd(44)} ${SMALL}: ${median(smalls).toFixed(2)} ms, ${LARGE}: ${median(larges).toFixed(2)} ms, ratio ${ratio.toFixed(2)} (at most 1.3)`,
    );
    rows.push(
      `| ${name} | ${median(smalls).toFixed(2)} | ${median(larges).toFixed(2)} | ${ratio.toFixed(2)} | 1.3 |`,
    );
  }
  if (!isShort) {
    await writeSection(
      'scale',
      '1,000,000 candidates compared with 10,000',
      `Measured by \`npm run bench:scale\`: two databases and two service processes, measured alternately, one call at a time; medians of ${ROUNDS} rounds of ${CALLS} calls, in milliseconds as the caller measures them.`,
      ['| call | 10,000 | 1,000,000 | ratio | at most |', '|---|---:|---:|---:|---:|', ...rows],
    );
  }
} finally {
  await small.stop();
  await large.stop();
}
