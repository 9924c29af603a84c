import { readOptions, startCheckouts } from './checkouts.ts';
import { type Environment, fillCandidate, startEnvironment } from './environment.ts';
import { formatRequest, measureLatency, median, sendRequests } from './measure.ts';
import { measureUnits, type Reading } from './sides.ts';
import { SmallClient } from './small-client.ts';

// npm run bench:stored-record [-- --short] [--only TEXT] [--checkout PATH]…: reads of candidates that have just changed, in a
// service without stored records (service-without-store.ts) and in the service, which stores them, then reads of the stored
// ones. By turns; CPU time of the program and of its database connections for each read, reads per second over 16
// connections, and the time of a read that is alone; medians. Then changes per second if the record is stored, if it is not,
// and without the triggers. --only leaves out what has not this text in its name. --checkout adds the services of another
// checkout of the repository, whose packages are installed, with a database of its own.

const { short: isShort, only, checkout: checkouts } = readOptions();
const ROUNDS = isShort ? 5 : 9;
const CANDIDATES = isShort ? 2000 : 6000;
const FULL = isShort ? 600 : 2000;
const LONELY = isShort ? 200 : 500;
const CONNECTIONS = 16;

const environment = await startEnvironment();
const others = await startCheckouts(checkouts);

interface Side {
  environment: Environment;
  port: number;
  pid: number | undefined;
  application: string;
  /** Whether what it reads has just changed. */
  isFirst: boolean;
}

interface Result {
  together: Reading;
  /** One at a time. */
  alone: Reading;
  aloneMs: number;
}

let first = 0;
let changes = 0;

const headersOf = ({ token }: Environment) => ({
  authorization: `Bearer ${token}`,
  'user-agent': 'bench/1.0',
});

const changeAll = ({ query, tenantId }: Environment, count: number) =>
  query('UPDATE candidate SET remarks = $1 WHERE tenant_id = $2 AND id >= $3 AND id < $4', [
    `change ${changes++}`,
    tenantId,
    first,
    first + count,
  ]);

/** Reads each of the first candidates once, and then some of them over one connection. */
async function readAll(side: Side, count: number): Promise<Result> {
  const { environment: each, port } = side;
  const request = (index: number) => formatRequest('GET', `/v3/candidates/${first + index}`, headersOf(each));
  if (side.isFirst) await changeAll(each, count);
  const together = await measureUnits(each, side, () =>
    sendRequests({ port, request, until: { requests: count } }),
  );
  if (side.isFirst) await changeAll(each, LONELY);
  let next = 0;
  let aloneMs = 0;
  const alone = await measureUnits(each, side, async () => {
    aloneMs = await measureLatency(port, () => request(next++), LONELY);
    return LONELY;
  });
  return { together, alone, aloneMs };
}

/** Measures the sides in turn. The first round is a warm-up. */
async function compareReads(
  name: string,
  sides: Readonly<Record<string, Side>>,
  count: number,
): Promise<void> {
  if (!name.includes(only)) return;
  const results = new Map<string, Result[]>();
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [key, side] of Object.entries(sides)) {
      const result = await readAll(side, count);
      if (round > 0) results.set(key, [...(results.get(key) ?? []), result]);
    }
  }
  console.log(name);
  for (const kind of ['together', 'alone'] as const) {
    const cpuOf = (key: string) =>
      median(results.get(key)!.map((result) => result[kind].cpu.program + result[kind].cpu.database));
    for (const [key, all] of results) {
      const of = (value: (result: Result) => number) => median(all.map(value));
      const parts = [
        `${of((result) => result[kind].cpu.program).toFixed(0)} + ${of((result) => result[kind].cpu.database).toFixed(0)} µs`,
        `without the store beside it ${(cpuOf('without the store') / cpuOf(key)).toFixed(2)}`,
        kind === 'together'
          ? `${of(({ together }) => together.rate).toFixed(0)}/s`
          : `${of(({ aloneMs }) => aloneMs).toFixed(2)} ms`,
      ];
      console.log(`  ${kind.padEnd(8)} ${key.padEnd(26)} ${parts.join(', ')}`);
    }
  }
}

async function sidesOf(each: Environment, name: string): Promise<Record<string, Side>> {
  const without = await each.startProgram('service-without-store.ts');
  const application = 'stellwerk';
  const stores = { environment: each, port: each.servicePort, pid: each.servicePid, application };
  return {
    [`${name}without the store`]: {
      ...stores,
      port: without.port,
      pid: without.process.pid,
      isFirst: true,
    },
    [`${name}first read`]: { ...stores, isFirst: true },
    [`${name}stored`]: { ...stores, isFirst: false },
  };
}

interface Sent {
  method: 'PUT' | 'POST';
  path: string;
  body: string;
}

/** Sends one change for each of the first candidates over 16 connections, and returns the changes per second. */
async function rate(count: number, request: (id: number) => Sent): Promise<number> {
  let next = 0;
  const lines = Object.entries(headersOf(environment)).map(([name, value]) => `${name}: ${value}\r\n`);
  const clients = Array.from({ length: CONNECTIONS }, () => new SmallClient(environment.servicePort));
  const startedMs = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      while (next < count) {
        const { method, path, body } = request(first + next++);
        const { status } = await client.send(
          `${method} ${path} HTTP/1.1\r\nhost: x\r\n${lines.join('')}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        );
        if (status >= 300 || status < 200) throw new Error(`${method} ${path} returned ${status}.`);
      }
    }),
  );
  const seconds = (performance.now() - startedMs) / 1000;
  for (const client of clients) client.close();
  return count / seconds;
}

const changeRemarks = (count: number) =>
  rate(count, (id) => ({
    method: 'PUT',
    path: `/v3/candidates/${id}`,
    body: JSON.stringify({ remarks: `change ${changes++}` }),
  }));
const addKeyword = (count: number) =>
  rate(count, (id) => ({
    method: 'POST',
    path: `/v3/candidates/${id}/keywords`,
    body: JSON.stringify({ keyword: `change ${changes++}` }),
  }));
const forget = () => environment.query('TRUNCATE candidate_record');

async function setTriggers(action: 'ENABLE' | 'DISABLE'): Promise<void> {
  for (const table of ['candidate', 'candidate_keyword'])
    await environment.query(`ALTER TABLE ${table} ${action} TRIGGER forget_record`);
}

/** Measures the ways in turn, and prints the median of each beside that of the first. The first round is a warm-up. */
async function compareChanges(name: string, change: (count: number) => Promise<number>): Promise<void> {
  if (!name.includes(only)) return;
  const ways: Record<string, () => Promise<number>> = {
    'without triggers': async () => {
      await forget();
      await setTriggers('DISABLE');
      const measured = await change(FULL);
      await setTriggers('ENABLE');
      return measured;
    },
    'nothing stored': async () => {
      await forget();
      return change(FULL);
    },
    stored: async () => {
      await forget();
      const request = (index: number) =>
        formatRequest('GET', `/v3/candidates/${first + index}`, headersOf(environment));
      await sendRequests({ port: environment.servicePort, request, until: { requests: FULL } });
      return change(FULL);
    },
  };
  const rates = new Map(Object.keys(ways).map((way) => [way, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [way, measure] of Object.entries(ways)) {
      const measured = await measure();
      if (round > 0) rates.get(way)!.push(measured);
    }
  }
  const base = median([...rates.values()][0]!);
  const results = [...rates].map(
    ([way, all]) => `${way} ${median(all).toFixed(0)}/s (${(median(all) / base).toFixed(2)})`,
  );
  console.log(`${name}: ${results.join(', ')}`);
}

try {
  const all = [environment, ...others.values()];
  for (const each of all) await each.fill(CANDIDATES);
  first = (await environment.query('SELECT min(id) AS first FROM candidate'))[0].first;
  const sides = await sidesOf(environment, '');
  for (const [name, other] of others) Object.assign(sides, await sidesOf(other, `${name}: `));
  await compareReads('a candidate', sides, CANDIDATES);
  for (const each of all) {
    for (let index = 0; index < FULL; index++) await fillCandidate(each, first + index);
    await each.query('VACUUM ANALYZE');
  }
  await compareReads('a candidate with 20 sub-records', sides, FULL);
  await compareChanges('changed profiles', changeRemarks);
  await compareChanges('new keywords', addKeyword);
} finally {
  for (const each of [environment, ...others.values()]) await each.stop();
}
