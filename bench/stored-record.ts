import autocannon from 'autocannon';
import { fillCandidate, startEnvironment } from './environment.ts';
import { median } from './measure.ts';

// npm run bench:stored-record [-- --short]: reads of a candidate per second if its record is stored, if the read has to store
// it, and in a service without stored records. And changes per second if the record is stored, if it is not, and without
// the triggers. Alternately in the same run; medians.

const isShort = process.argv.includes('--short');
const ROUNDS = isShort ? 2 : 9;
const CANDIDATES = isShort ? 2000 : 6000;
const FULL = isShort ? 300 : 2000;

const environment = await startEnvironment();
const { token, servicePort } = environment;
const headers = {
  authorization: `Bearer ${token}`,
  'user-agent': 'bench/1.0',
  'content-type': 'application/json',
};
let first = 0;
let changes = 0;

/** Sends one request for each of the first candidates, and returns the requests per second. */
async function rate(
  port: number,
  count: number,
  request: (id: number) => autocannon.Request,
): Promise<number> {
  let next = 0;
  const startedMs = performance.now();
  const { non2xx, errors, timeouts } = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: 16,
    amount: count,
    requests: [{ headers, setupRequest: (sent) => ({ ...sent, ...request(first + (next++ % count)) }) }],
  });
  if (non2xx + errors + timeouts > 0) throw new Error('A request failed.');
  return count / ((performance.now() - startedMs) / 1000);
}

const read = (port: number, count: number) =>
  rate(port, count, (id) => ({ method: 'GET', path: `/v3/candidates/${id}` }));
const forget = () => environment.query('TRUNCATE candidate_record');
const changeRemarks = (count: number) =>
  rate(servicePort, count, (id) => ({
    method: 'PUT',
    path: `/v3/candidates/${id}`,
    body: JSON.stringify({ remarks: `change ${changes++}` }),
  }));
const addKeyword = (count: number) =>
  rate(servicePort, count, (id) => ({
    method: 'POST',
    path: `/v3/candidates/${id}/keywords`,
    body: JSON.stringify({ keyword: `change ${changes++}` }),
  }));

async function setTriggers(action: 'ENABLE' | 'DISABLE'): Promise<void> {
  for (const table of ['candidate', 'candidate_keyword'])
    await environment.query(`ALTER TABLE ${table} ${action} TRIGGER forget_record`);
}

/** Measures the ways in turn, and prints the median of each beside that of the first. The first round is a warm-up. */
async function compare(name: string, ways: Record<string, () => Promise<number>>): Promise<void> {
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
  await environment.fill(CANDIDATES);
  first = (await environment.query('SELECT min(id) AS first FROM candidate'))[0].first;
  const { port: without } = await environment.startProgram('service-without-store.ts');
  const compareReads = (name: string, count: number) =>
    compare(name, {
      'without the store': () => read(without, count),
      'first read': async () => {
        await forget();
        return read(servicePort, count);
      },
      stored: () => read(servicePort, count),
    });
  await compareReads('reads of a candidate', CANDIDATES);
  for (let index = 0; index < FULL; index++) await fillCandidate(environment, first + index);
  await compareReads('reads of a candidate with 20 sub-records', FULL);
  for (const [name, change] of Object.entries({
    'changed profiles': changeRemarks,
    'new keywords': addKeyword,
  }))
    await compare(name, {
      'without triggers': async () => {
        await forget();
        await setTriggers('DISABLE');
        const measured = await change(FULL);
        await setTriggers('ENABLE');
        return measured;
      },
      'nothing stored': () => change(FULL),
      stored: async () => {
        await read(servicePort, FULL);
        return change(FULL);
      },
    });
} finally {
  await environment.stop();
}
