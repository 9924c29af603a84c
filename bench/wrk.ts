import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { barestSizes, createBarestTables, newCandidate } from './barest-tables.ts';
import { startBusy } from './busy.ts';
import { startEnvironment } from './environment.ts';
import { formatRequest, median, sendRequests } from './measure.ts';
import { writeSection } from './results.ts';
import { measureUnits, type Reading, type Side } from './sides.ts';

// npm run bench:wrk [-- --short] [--processes N] [--beside N]: value lists, reads, and creations of the service beside the barest
// program, with requests from wrk and from the load generator of the other benches, by turns. The generators share the machine with
// what they measure: this shows whether the ratios depend on the one that is written here. Needs wrk, which packages of most
// systems have (apt-get install wrk). --processes starts so many of each program (2 if not set) and compares their medians. --beside
// adds busy processes (busy.ts).

const { short: isShort, processes: processesText } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    processes: { type: 'string', default: '2' },
    // busy.ts reads it.
    beside: { type: 'string' },
  },
}).values;
if (!/^[1-9]$/.test(processesText))
  throw new Error('--processes must be the number of processes of each program, from 1 to 9.');
const ROUNDS = isShort ? 1 : 7;
const SECONDS = 2;
const CONNECTIONS = 16;
const CANDIDATES = 5000;
const PROGRAMS = ['barest', 'service'] as const;
const GENERATORS = ['own', 'wrk'] as const;
type ProgramName = (typeof PROGRAMS)[number];

const run = promisify(execFile);
// It prints its version, and exits with 1.
const text = await run('wrk', ['--version']).then(
  ({ stdout }) => stdout,
  (error) => {
    if (error.code === 'ENOENT') throw new Error('wrk is not installed. On Debian: apt-get install wrk.');
    return error.stdout as string;
  },
);
const version = /^wrk \S+/.exec(text)?.[0] ?? 'wrk';

interface Process extends Side {
  program: ProgramName;
}

interface Urls {
  /** The path of the request with this number. */
  of(n: number): string;
  /** The same as an expression in Lua, for wrk. */
  lua: string;
}

interface Path extends Readonly<Record<ProgramName, Urls>> {
  name: string;
  /** Of a creation, with %d for a number that no other request has. */
  body?: string;
}

const environment = await startEnvironment();
const directory = await mkdtemp(join(tmpdir(), 'stellwerk-bench-wrk-'));
try {
  await environment.fill(CANDIDATES);
  const [{ first, last }] = await environment.query(
    'SELECT min(id) AS first, max(id) AS last FROM candidate',
  );
  const sizes = await barestSizes(environment);
  await createBarestTables(environment, { first, full: last });
  const processes: Process[] = [];
  for (let number = 1; number <= Number(processesText); number++) {
    const barest = await environment.startBeside('barest.ts', 'barest', JSON.stringify(sizes));
    const service = await environment.startProgram('service.ts');
    processes.push(
      { program: 'barest', port: barest.port, pid: barest.process.pid, application: 'barest' },
      { program: 'service', port: service.port, pid: service.process.pid, application: 'stellwerk' },
    );
  }
  await startBusy();
  const headers = {
    authorization: `Bearer ${environment.token}`,
    'user-agent': 'bench/1.0',
    'content-type': 'application/json',
  };
  const fixed = (url: string): Urls => ({ of: () => url, lua: `"${url}"` });
  const spread = (url: string): Urls => ({
    of: (n) => `${url}${first + ((n * 7919) % (last - first))}`,
    lua: `"${url}" .. (${first} + ((n * 7919) % ${last - first}))`,
  });
  const paths: Path[] = [
    {
      name: 'master data (countries)',
      barest: fixed('/masterdata'),
      service: fixed('/v3/masterdata/countries'),
    },
    { name: 'read a candidate', barest: spread('/read/'), service: spread('/v3/candidates/') },
    {
      name: 'create a candidate',
      barest: fixed('/create'),
      service: fixed('/v3/candidates'),
      body: newCandidate('%d'),
    },
  ];
  let created = 0;
  /** Sends requests to a process for some seconds, and returns their number. */
  const send: Record<(typeof GENERATORS)[number], (path: Path, to: Process) => Promise<number>> = {
    own: ({ body, ...path }, { program, port }) =>
      sendRequests({
        port,
        request: (n) =>
          body === undefined
            ? formatRequest('GET', path[program].of(n), headers)
            : formatRequest('POST', path[program].of(n), headers, body.replace('%d', String(created++))),
        until: { seconds: SECONDS },
      }),
    async wrk({ body, ...path }, { program, port }) {
      const script = join(directory, 'requests.lua');
      const from = created;
      const method = body === undefined ? 'GET' : 'POST';
      const content = body === undefined ? 'nil' : `string.format([[${body}]], ${from} + n)`;
      await writeFile(
        script,
        `local n = 0
function request()
  n = n + 1
  return wrk.format("${method}", ${path[program].lua}, nil, ${content})
end`,
      );
      const { stdout } = await run('wrk', [
        ...['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`, '-s', script],
        ...Object.entries(headers).flatMap(([key, value]) => ['-H', `${key}: ${value}`]),
        `http://127.0.0.1:${port}/`,
      ]);
      if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk failed:\n${stdout}`);
      const count = Number(/(\d+) requests in/.exec(stdout)?.[1]);
      // Those that it sent and did not wait for have numbers too.
      if (body !== undefined) created = from + count + 2 * CONNECTIONS;
      return count;
    },
  };

  const table = ['| path | generator | unit | barest | service | ratio |', '|---|---|---|---:|---:|---:|'];
  for (const path of paths) {
    const works = GENERATORS.flatMap((generator) =>
      processes.map((to) => ({ generator, to, readings: [] as Reading[] })),
    );
    // The first round is a warm-up.
    for (let round = 0; round <= ROUNDS; round++)
      for (const { generator, to, readings } of works) {
        const reading = await measureUnits(environment, to, () => send[generator](path, to));
        if (round > 0) readings.push(reading);
      }
    for (const generator of GENERATORS) {
      const medianOf = (program: ProgramName, value: (reading: Reading) => number) =>
        median(
          works
            .filter((work) => work.generator === generator && work.to.program === program)
            .map(({ readings }) => median(readings.map(value))),
        );
      const [barest, service] = PROGRAMS.map((program) => ({
        rate: medianOf(program, ({ rate }) => rate),
        cpu: medianOf(program, ({ cpu }) => cpu.program + cpu.database),
      })) as [{ rate: number; cpu: number }, { rate: number; cpu: number }];
      const start = `| ${path.name} | ${generator} |`;
      table.push(
        `${start} requests/s | ${barest.rate.toFixed(0)} | ${service.rate.toFixed(0)} | ${(service.rate / barest.rate).toFixed(2)} |`,
        `${start} CPU, µs | ${barest.cpu.toFixed(1)} | ${service.cpu.toFixed(1)} | ${(barest.cpu / service.cpu).toFixed(2)} |`,
      );
      console.log(table.slice(-2).join('\n'));
    }
  }
  if (!isShort)
    await writeSection(
      'wrk',
      'Beside the barest program, with wrk',
      `Measured by \`npm run bench:wrk\`: the service beside the barest program, with requests from ${version} and from the load generator of \`npm run bench\`, by turns in ${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections; medians of ${processesText} processes of each. CPU time is that of the program and of its database connections for each request.`,
      table,
    );
} finally {
  await environment.stop();
  await rm(directory, { recursive: true, force: true });
}
