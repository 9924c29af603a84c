import { parseArgs } from 'node:util';
import { barestSizes, createBarestTables, newCandidate } from './barest-tables.ts';
import { startBusy } from './busy.ts';
import { OPTIONS, startCheckouts } from './checkouts.ts';
import { type Environment, fillCandidate, startEnvironment } from './environment.ts';
import { formatRequest, measureLatency, median, readBytes, sendRequests } from './measure.ts';
import { measureUnits, type Reading, type Side, startTogether } from './sides.ts';

// npm run bench:sharing [-- --short] [--only TEXT] [--processes N] [--together N] [--beside N] [--node-options=TEXT] [--checkout PATH]…: creates
// and reads of candidates, and value lists, in the service, in the service without batches and lanes
// (service-without-sharing.ts), and in the barest program, by turns. CPU time of the program and of its database connections for
// each request, and the time of a request that is alone; medians. --only leaves out what has not this text in its name.
// --processes starts so many of the service and of the barest program, and compares their medians: V8 compiles the same code
// differently in each process, and the slowest can need a quarter more CPU time than the fastest. --together adds the service with so
// many processes that share the connections, of this version and of each checkout. --beside adds busy processes
// (busy.ts). --node-options adds as many of the service with these options of Node, as in NODE_OPTIONS. With
// --node-options="--cpu-prof --cpu-prof-dir=PATH", each of them writes a profile at the end, which has its start in it. --checkout
// adds the service of another checkout of the repository, whose packages are installed, with a database of its own. Compare it with
// this version in another checkout, and not with the row `service`: the same code needs a tenth more CPU time beside the other
// programs of this one.

const {
  short: isShort,
  only,
  checkout: checkouts,
  processes: processesText,
  together: togetherText,
  'node-options': nodeOptions,
} = parseArgs({
  options: {
    ...OPTIONS,
    processes: { type: 'string', default: '1' },
    together: { type: 'string', default: '0' },
    // busy.ts reads it.
    beside: { type: 'string' },
    'node-options': { type: 'string' },
  },
}).values;
if (!/^[1-9]$/.test(processesText))
  throw new Error('--processes must be the number of processes of each program, from 1 to 9.');
const PROCESSES = Number(processesText);
const TOGETHER = Number(togetherText);
if (!/^[02-9]$/.test(togetherText))
  throw new Error('--together must be the number of processes that share the connections, from 2 to 9.');
const ROUNDS = isShort ? 5 : 15;
const REQUESTS = isShort ? 1000 : 3000;
const LONELY = isShort ? 60 : 200;
const CANDIDATES = 5000;
const WITH_OPTIONS = 'with options';

const environment = await startEnvironment();
const others = await startCheckouts(checkouts);

interface SharingSide extends Side {
  environment: Environment;
}

type Requests = (side: SharingSide) => (index: number) => string;

const headersOf = ({ environment: { token } }: SharingSide) => ({
  authorization: `Bearer ${token}`,
  'user-agent': 'bench/1.0',
  'content-type': 'application/json',
});

async function compare(
  name: string,
  sides: Readonly<Record<string, SharingSide>>,
  requests: Requests,
): Promise<void> {
  if (!name.includes(only)) return;
  const readings = new Map<string, Reading[]>();
  const latencies = new Map<string, number[]>();
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [key, side] of Object.entries(sides)) {
      const request = requests(side);
      const { port, otherPorts = [] } = side;
      // As many for each process, because V8 compiles more of its code the more it has to do.
      const count = REQUESTS * (1 + otherPorts.length);
      const reading = await measureUnits(side.environment, side, () =>
        sendRequests({ port, otherPorts, request, until: { requests: count } }),
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
      `alone ${median(latencies.get(key)!).toFixed(3)} ms`,
    ];
    console.log(`  ${key.padEnd(16)} ${parts.join(', ')}`);
  }
  if (PROCESSES === 1) return;
  const barest = summarize(readings, 'barest');
  for (const program of nodeOptions === undefined ? ['service'] : ['service', WITH_OPTIONS]) {
    const service = summarize(readings, program);
    console.log(
      `  all processes: barest ${barest.range}, ${program} ${service.range}; ` +
        `barest beside it ${(barest.cpu / service.cpu).toFixed(2)}, rate ${(service.rate / barest.rate).toFixed(2)}`,
    );
  }
}

/** The medians of the processes of a program: CPU time in µs with its range, and requests per second. */
function summarize(readings: ReadonlyMap<string, Reading[]>, program: string) {
  const all = [...readings].filter(([key]) => key === program || key.startsWith(`${program} `));
  const cpus = all.map(([, of]) => median(of.map(({ cpu }) => cpu.program + cpu.database)));
  const cpu = median(cpus);
  return {
    cpu,
    range: `${cpu.toFixed(1)} µs (${Math.min(...cpus).toFixed(1)} to ${Math.max(...cpus).toFixed(1)})`,
    rate: median(all.map(([, of]) => median(of.map(({ rate }) => rate)))),
  };
}

/** One more process of the service, with options of Node beside those of this process. */
async function startWithOptions(options: string) {
  const { NODE_OPTIONS: own = '' } = process.env;
  process.env.NODE_OPTIONS = `${own} ${options}`;
  try {
    return await environment.startProgram('service.ts');
  } finally {
    process.env.NODE_OPTIONS = own;
  }
}

try {
  for (const each of [environment, ...others.values()]) await each.fill(CANDIDATES);
  const [{ first, last }] = await environment.query(
    'SELECT min(id) AS first, max(id) AS last FROM candidate',
  );
  for (const each of [environment, ...others.values()]) await fillCandidate(each, last);
  const sizes = await barestSizes(environment);
  await createBarestTables(environment, { first, full: last });
  const barest = await environment.startBeside('barest.ts', 'barest', JSON.stringify(sizes));
  const without = await environment.startProgram('service-without-sharing.ts');
  const serviceOf = (each: Environment): SharingSide => ({
    environment: each,
    port: each.servicePort,
    pid: each.servicePid,
    application: 'stellwerk',
  });
  const sides: Record<string, SharingSide> = {
    barest: { environment, port: barest.port, pid: barest.process.pid, application: 'barest' },
    'without sharing': { ...serviceOf(environment), port: without.port, pid: without.process.pid },
    ...Object.fromEntries([...others].map(([name, other]) => [name, serviceOf(other)])),
    service: serviceOf(environment),
  };
  for (let number = 2; number <= PROCESSES; number++) {
    const barest = await environment.startBeside('barest.ts', 'barest', JSON.stringify(sizes));
    sides[`barest ${number}`] = { ...sides.barest!, port: barest.port, pid: barest.process.pid };
    const service = await environment.startProgram('service.ts');
    sides[`service ${number}`] = { ...sides.service!, port: service.port, pid: service.process.pid };
  }
  for (let number = 1; nodeOptions !== undefined && number <= PROCESSES; number++) {
    const service = await startWithOptions(nodeOptions);
    sides[`${WITH_OPTIONS} ${number}`] = { ...sides.service!, port: service.port, pid: service.process.pid };
  }
  if (TOGETHER > 0)
    for (const [name, each] of [...others, ['service', environment] as const])
      sides[`${TOGETHER} of ${name}`] = { environment: each, ...(await startTogether(each, TOGETHER)) };
  await startBusy();
  const isBarest = (side: Side) => side.application === 'barest';
  let created = 0;
  await compare('create a candidate', sides, (side) => () => {
    const body = newCandidate(`${created++}.${process.hrtime.bigint()}`);
    return formatRequest('POST', isBarest(side) ? '/create' : '/v3/candidates', headersOf(side), body);
  });
  const read =
    (idOf: (index: number) => number): Requests =>
    (side) =>
    (index) =>
      formatRequest('GET', `${isBarest(side) ? '/read' : '/v3/candidates'}/${idOf(index)}`, headersOf(side));
  await compare(
    'read a candidate',
    sides,
    read((index) => first + ((index * 7919) % (last - first))),
  );
  await compare(
    'read a candidate with 20 sub-records',
    sides,
    read(() => last),
  );
  // As fetch of Node sends them.
  const wishes = {
    accept: '*/*',
    'accept-language': '*',
    'sec-fetch-mode': 'cors',
    'accept-encoding': 'br, gzip, deflate',
  };
  const list = async (name: string, more = {}): Promise<Requests> => {
    const bytes = await readBytes(
      environment.servicePort,
      `/v3/masterdata/${name}`,
      headersOf(sides.service!),
    );
    return (side) => () =>
      formatRequest('GET', isBarest(side) ? `/masterdata/${bytes}` : `/v3/masterdata/${name}`, {
        ...headersOf(side),
        ...more,
      });
  };
  await compare('a value list', sides, await list('countries'));
  await compare('a value list, compressed', sides, await list('countries', wishes));
  await compare('a short value list', sides, await list('languages'));
  // The barest program sends it out of memory.
  await compare('a value list of the tenant', sides, await list('qualifications'));
} finally {
  for (const each of [environment, ...others.values()]) await each.stop();
}
