import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Cpu, measureCpu } from './cpu.ts';
import { type Environment, startEnvironment } from './environment.ts';
import { formatRequest, median } from './measure.ts';
import { SmallClient } from './small-client.ts';

// npm run bench:called-readers [-- --short]: how long a receiver of webhook calls waits for the candidate that it reads at once, and
// the CPU time of everything for each change, with and without a worker that stores the record when it makes the call
// (expected-reads.ts). By turns, each with a database, a service, and a worker of its own; medians of the rounds.

const isShort = process.argv.includes('--short');
const ROUNDS = isShort ? 3 : 9;
const CANDIDATES = 2000;
/** Changes in one transaction, and how often in a round. */
const LOADS = [
  { changes: 1, times: isShort ? 40 : 150 },
  { changes: 200, times: isShort ? 1 : 4 },
];
const CANDIDATE_CHANGED = 1402;

interface Round {
  /** Median time of a read in ms. */
  readMs: number;
  /** Time from the commit until the last receiver has read, in ms. */
  untilReadMs: number;
  /** µs of CPU time for each change. */
  cpu: { service: number; worker: number; database: number };
}

/** A service with a worker, and a receiver of its calls that reads the candidates. */
class Side {
  readonly #environment: Environment;
  readonly #workerPid: number;
  readonly #readMs: number[] = [];
  #read = () => {};
  #first = 0;
  #changes = 0;

  private constructor(environment: Environment, workerPid: number) {
    this.#environment = environment;
    this.#workerPid = workerPid;
  }

  static async start(...args: string[]): Promise<Side> {
    const environment = await startEnvironment();
    await environment.fill(CANDIDATES);
    const { process: worker } = await environment.startProgram('webhook-worker.ts', ...args);
    const side = new Side(environment, worker.pid!);
    await side.#listen();
    return side;
  }

  async #listen(): Promise<void> {
    const { tenantId, query, servicePort, token } = this.#environment;
    const [{ first }] = await query('SELECT min(id) AS first FROM candidate WHERE tenant_id = $1', [
      tenantId,
    ]);
    this.#first = first;
    const idle: SmallClient[] = [];
    const headers = { authorization: `Bearer ${token}`, 'user-agent': 'bench/1.0' };
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      response.end();
      const { endpoint } = JSON.parse(Buffer.concat(chunks).toString());
      const client = idle.pop() ?? new SmallClient(servicePort);
      const startedMs = performance.now();
      const { status } = await client.send(formatRequest('GET', `/v3${endpoint}`, headers));
      if (status !== 200) throw new Error(`${endpoint} returned ${status}.`);
      this.#readMs.push(performance.now() - startedMs);
      idle.push(client);
      this.#read();
    });
    server.listen(0, '127.0.0.1').unref();
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await query(
      'INSERT INTO webhook_registration (tenant_id, event_type_id, url, url_key) VALUES ($1, $2, $3, $4)',
      [tenantId, CANDIDATE_CHANGED, url, createHash('sha256').update(url).digest('hex')],
    );
  }

  /** Changes this many candidates in one transaction, and resolves when the receiver has read all of them. */
  async #change(count: number): Promise<number> {
    const { query, tenantId } = this.#environment;
    const wanted = this.#readMs.length + count;
    const isRead = new Promise<void>((resolve) => {
      this.#read = () => {
        if (this.#readMs.length === wanted) resolve();
      };
    });
    const from = this.#first + (this.#changes % (CANDIDATES - count));
    this.#changes += count;
    const startedMs = performance.now();
    await query(
      `WITH changed AS (UPDATE candidate SET remarks = $4 WHERE tenant_id = $1 AND id >= $2 AND id < $2 + $3::int RETURNING id, row_guid)
       SELECT count(record_change($1, 'candidate', id, row_guid, 'modified', NULL, NULL, NULL, ${CANDIDATE_CHANGED}, NULL, NULL)) FROM changed`,
      [tenantId, from, count, `change ${this.#changes}`],
    );
    await isRead;
    return performance.now() - startedMs;
  }

  async measure({ changes, times }: (typeof LOADS)[number]): Promise<Round> {
    this.#readMs.length = 0;
    const untilReadMs: number[] = [];
    let worker: Cpu | undefined;
    // All connections belong to the one or the other, so those of both count once.
    const service = await measureCpu(
      this.#environment,
      { pid: this.#environment.servicePid, application: '' },
      async () => {
        const program = { pid: this.#workerPid, application: 'nobody' };
        worker = await measureCpu(this.#environment, program, async () => {
          for (let time = 0; time < times; time++) untilReadMs.push(await this.#change(changes));
        });
      },
    );
    const each = (time: number) => time / (changes * times);
    return {
      readMs: median(this.#readMs),
      untilReadMs: median(untilReadMs),
      cpu: {
        service: each(service.program),
        worker: each(worker!.program),
        database: each(service.database),
      },
    };
  }

  stop(): Promise<void> {
    return this.#environment.stop();
  }
}

const sides = { 'store nothing': await Side.start('store-nothing'), 'store records': await Side.start() };
try {
  for (const load of LOADS) {
    const rounds = new Map<string, Round[]>();
    // The first round is a warm-up.
    for (let round = 0; round <= ROUNDS; round++)
      for (const [name, side] of Object.entries(sides)) {
        const result = await side.measure(load);
        if (round > 0) rounds.set(name, [...(rounds.get(name) ?? []), result]);
      }
    console.log(load.changes === 1 ? 'a change' : `each of ${load.changes} changes together`);
    for (const [name, all] of rounds) {
      const of = (value: (round: Round) => number) => median(all.map(value));
      const cpu = (['service', 'worker', 'database'] as const).map(
        (part) => `${part} ${of((round) => round.cpu[part]).toFixed(0)}`,
      );
      console.log(
        `  ${name.padEnd(14)} read ${of(({ readMs }) => readMs).toFixed(2)} ms, until read ${of(({ untilReadMs }) => untilReadMs).toFixed(1)} ms, CPU in µs: ${cpu.join(', ')}`,
      );
    }
  }
} finally {
  for (const side of Object.values(sides)) await side.stop();
}
process.exit();
