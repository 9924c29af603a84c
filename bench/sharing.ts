import { barestSizes, createBarestTables, newCandidate } from './barest-tables.ts';
import { fillCandidate, startEnvironment } from './environment.ts';
import { formatRequest, measureLatency, median, sendRequests } from './measure.ts';
import { measureUnits, type Reading, type Side } from './sides.ts';

// npm run bench:sharing [-- --short]: creates and reads of candidates in the service, in the service without batches and lanes
// (service-without-sharing.ts), and in the barest program, by turns. CPU time of the program and of its database connections for
// each request, and the time of a request that is alone; medians.

const isShort = process.argv.includes('--short');
const ROUNDS = isShort ? 5 : 15;
const REQUESTS = isShort ? 1000 : 3000;
const LONELY = isShort ? 60 : 200;
const CANDIDATES = 5000;

const environment = await startEnvironment();
const { token, servicePort, servicePid } = environment;
const HEADERS = {
  authorization: `Bearer ${token}`,
  'user-agent': 'bench/1.0',
  'content-type': 'application/json',
};

type Requests = (side: Side) => (index: number) => string;

async function compare(
  name: string,
  sides: Readonly<Record<string, Side>>,
  requests: Requests,
): Promise<void> {
  const readings = new Map<string, Reading[]>();
  const latencies = new Map<string, number[]>();
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [key, side] of Object.entries(sides)) {
      const request = requests(side);
      const { port } = side;
      const reading = await measureUnits(environment, side, () =>
        sendRequests({ port, request, until: { requests: REQUESTS } }),
      );
      const latency = await measureLatency(port, request, LONELY);
      if (round === 0) continue;
      readings.set(key, [...(readings.get(key) ?? []), reading]);
      latencies.set(key, [...(latencies.get(key) ?? []), latency]);
    }
  }
  console.log(name);
  for (const [key, all] of readings) {
    const cpu = (of: readonly Reading[]) =>
      median(of.map(({ cpu: { program, database } }) => program + database));
    const parts = [
      `${median(all.map(({ cpu }) => cpu.program)).toFixed(0)} + ${median(all.map(({ cpu }) => cpu.database)).toFixed(0)} µs`,
      `barest beside it ${(cpu(readings.get('barest')!) / cpu(all)).toFixed(2)}`,
      `${median(all.map(({ rate }) => rate)).toFixed(0)}/s`,
      `alone ${median(latencies.get(key)!).toFixed(2)} ms`,
    ];
    console.log(`  ${key.padEnd(16)} ${parts.join(', ')}`);
  }
}

try {
  await environment.fill(CANDIDATES);
  const [{ first, last }] = await environment.query(
    'SELECT min(id) AS first, max(id) AS last FROM candidate',
  );
  await fillCandidate(environment, last);
  const sizes = await barestSizes(environment);
  await createBarestTables(environment, { first, full: last });
  const barest = await environment.startBeside('barest.ts', 'barest', JSON.stringify(sizes));
  const without = await environment.startProgram('service-without-sharing.ts');
  const sides = {
    barest: { port: barest.port, pid: barest.process.pid, application: 'barest' },
    'without sharing': { port: without.port, pid: without.process.pid, application: 'stellwerk' },
    service: { port: servicePort, pid: servicePid, application: 'stellwerk' },
  };
  const isBarest = (side: Side) => side.application === 'barest';
  let created = 0;
  await compare('create a candidate', sides as never, (side) => () => {
    const body = newCandidate(`${created++}.${process.hrtime.bigint()}`);
    return formatRequest('POST', isBarest(side) ? '/create' : '/v3/candidates', HEADERS, body);
  });
  const read =
    (idOf: (index: number) => number): Requests =>
    (side) =>
    (index) =>
      formatRequest('GET', `${isBarest(side) ? '/read' : '/v3/candidates'}/${idOf(index)}`, HEADERS);
  await compare(
    'read a candidate',
    sides as never,
    read((index) => first + ((index * 7919) % (last - first))),
  );
  await compare(
    'read a candidate with 20 sub-records',
    sides as never,
    read(() => last),
  );
} finally {
  await environment.stop();
}
