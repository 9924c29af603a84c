import { fillCandidate, startEnvironment } from './environment.ts';
import { median } from './measure.ts';
import { SmallClient } from './small-client.ts';

// npm run bench:stored-record [-- --short]: reads of a candidate per second if its record is stored, if the read has to store
// it, and in a service without stored records. And changes per second if the record is stored, if it is not, and without
// the triggers. Alternately in the same run; medians.

const isShort = process.argv.includes('--short');
const ROUNDS = isShort ? 5 : 9;
const CANDIDATES = isShort ? 2000 : 6000;
const FULL = isShort ? 600 : 2000;

const environment = await startEnvironment();
const { token, servicePort } = environment;
const HEADERS = `host: 127.0.0.1\r\nauthorization: Bearer ${token}\r\nuser-agent: bench/1.0\r\ncontent-type: application/json\r\n`;
const CONNECTIONS = 16;

interface Sent {
  method: 'GET' | 'PUT' | 'POST';
  path: string;
  body?: string;
}

let first = 0;
let changes = 0;

/** Sends one request for each of the first candidates over 16 connections, and returns the requests per second. */
async function rate(port: number, count: number, request: (id: number) => Sent): Promise<number> {
  let next = 0;
  const clients = Array.from({ length: CONNECTIONS }, () => new SmallClient(port));
  const startedMs = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      while (next < count) {
        const { method, path, body = '' } = request(first + next++);
        const { status } = await client.send(
          `${method} ${path} HTTP/1.1\r\n${HEADERS}content-length: ${body.length}\r\n\r\n${body}`,
        );
        if (status >= 300 || status < 200) throw new Error(`${method} ${path} returned ${status}.`);
      }
    }),
  );
  const seconds = (performance.now() - startedMs) / 1000;
  for (const client of clients) client.close();
  return count / seconds;
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
