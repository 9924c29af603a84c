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

interface Path {
  name: string;
  method: 'GET' | 'POST';
  /** `n` is the number of the request. */
  url: Readonly<Record<ProgramName, (n: number) => string>>;
  /** The same in Lua, for wrk. */
  lua: Readonly<Record<ProgramName, string>>;
  /** With %d for a number that no other request has. */
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
  const spread = (n: number) => first + ((n * 7919) % (last - first));
  const luaSpread = `(${first} + ((n * 7919) % ${last - first}))`;
  const fixed = (url: string) => ({ url: () => url, lua: `"${url}"` });
  const byId = (url: string) => ({ url: (n: number) => url + spread(n), lua: `"${url}" .. ${luaSpread}` });
  const toPath = (
    name: string,
    barest: { url: (n: number) => string; lua: string },
    service: { url: (n: number) => string; lua: string },
    body?: string,
  ): Path => ({
    name,
    method: body === undefined ? 'GET' : 'POST',
    url: { barest: barest.url, service: service.url },
    lua: { barest: barest.lua, service: service.lua },
    ...(body !== undefined && { body }),
  });
  const paths = [
    toPath('master data (countries)', fixed('/masterdata'), fixed('/v3/masterdata/countries')),
    toPath('read a candidate', byId('/read/'), byId('/v3/candidates/')),
    toPath('create a candidate', fixed('/create'), fixed('/v3/candidates'), newCandidate('%d')),
  ];
  let created = 0;
  const send: Record<(typeof GENERATORS)[number], (path: Path, process: Process) => Promise<number>> = {
    own: ({ method, url, body }, { program, port }) =>
      sendRequests({
        port,
        request: (n) =>
          formatRequest(method, url[program](n), headers, body?.replace('%d', String(created++))),
        until: { seconds: SECONDS },
      }),
    async wrk({ method, lua, body }, { program, port }) {
      const script = join(directory, 'requests.lua');
      const from = created;
      const content = body === undefined ? 'nil' : `string.format([[${body}]], ${from} + n)`;
      await writeFile(
        script,
        `local n = 0
function request()
  n = n + 1
  return wrk.format("${method}", ${lua[program]}, nil, ${content})
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
    for (const generator of GENERATORS) {
      const readings = new Map<Process, Reading[]>(processes.map((one) => [one, []]));
      // The first round is a warm-up.
      for (let round = 0; round <= ROUNDS; round++)
        for (const [one, all] of readings) {
          const reading = await measureUnits(environment, one, () => send[generator](path, one));
          if (round > 0) all.push(reading);
        }
      const of = (program: ProgramName, value: (reading: Reading) => number) =>
        median(
          [...readings].filter(([one]) => one.program === program).map(([, all]) => median(all.map(value))),
        );
      const rate = (program: ProgramName) => of(program, (reading) => reading.rate);
      const cpu = (program: ProgramName) =>
        of(program, (reading) => reading.cpu.program + reading.cpu.database);
      const row = (unit: string, values: (program: ProgramName) => number, ratio: number, digits: number) =>
        `| ${path.name} | ${generator} | ${unit} | ${values('barest').toFixed(digits)} | ${values('service').toFixed(digits)} | ${ratio.toFixed(2)} |`;
      table.push(
        row('requests/s', rate, rate('service') / rate('barest'), 0),
        row('CPU, µs', cpu, cpu('barest') / cpu('service'), 1),
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
