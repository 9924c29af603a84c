import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../../testing/free-port.ts';
import { processTree } from '../../testing/processes.ts';
import { signal } from '../chaos/database.ts';

const NAMES = ['a', 'b', 'c'] as const;
type NodeName = (typeof NAMES)[number];
const DEBIAN = '/usr/lib/postgresql';
const RETRY_MS = 200;
const START_MS = 180_000;
/** Patroni's rule: at least loop_wait and twice retry_timeout. */
const TIMES = { ttl: 20, loop_wait: 5, retry_timeout: 5 };
const DATABASE = 'stellwerk';
/** The account that runs PostgreSQL if the suite runs as root. */
const NOBODY = 65534;

/** What is not installed. Undefined if everything is. */
export function findMissing(): string | undefined {
  for (const program of ['patroni', 'etcd'])
    if (!(process.env.PATH ?? '').split(':').some((directory) => existsSync(join(directory, program))))
      return program;
  return binaries() === undefined ? 'PostgreSQL below /usr/lib/postgresql' : undefined;
}

function binaries(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  const [version] = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  return version && join(DEBIAN, version, 'bin');
}

interface Node {
  name: NodeName;
  port: number;
  restPort: number;
  process: ChildProcess | undefined;
}

interface Member {
  name: NodeName;
  role: string;
  state: string;
}

interface Killed {
  name: NodeName;
  ms: number;
}

/**
 * Three PostgreSQL servers that Patroni manages, one of which takes writes, and one etcd. Commits wait for one of the other
 * two.
 */
export class Cluster {
  readonly #directory: string;
  readonly #nodes: readonly Node[];
  readonly #etcdPort: number;
  readonly #password = randomBytes(12).toString('hex');
  #etcd: ChildProcess | undefined;

  static async start(): Promise<Cluster> {
    const directory = await mkdtemp(join(tmpdir(), 'stellwerk-failover-'));
    const nodes: Node[] = [];
    for (const name of NAMES)
      nodes.push({ name, port: await findFreePort(), restPort: await findFreePort(), process: undefined });
    const cluster = new Cluster(directory, nodes, await findFreePort());
    await cluster.#begin(await findFreePort());
    return cluster;
  }

  private constructor(directory: string, nodes: readonly Node[], etcdPort: number) {
    this.#directory = directory;
    this.#nodes = nodes;
    this.#etcdPort = etcdPort;
  }

  /** Lists all hosts. No proxy is between. */
  get url(): string {
    const hosts = this.#nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `postgres://${DATABASE}:${this.#password}@${hosts}/${DATABASE}`;
  }

  /** Runs a statement as the superuser on the primary. */
  // biome-ignore lint/suspicious/noExplicitAny: the columns depend on the statement.
  async sql(text: string, values: unknown[] = [], database = DATABASE): Promise<any[]> {
    const { port } = await this.#leader();
    const client = new pg.Client({
      connectionString: `postgres://postgres:${this.#password}@127.0.0.1:${port}/${database}`,
    });
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Kills the primary, and its manager too if its whole `machine` fails. */
  async kill(what: 'machine' | 'server'): Promise<Killed> {
    const { name } = await this.#leader();
    const node = this.#nodes.find((one) => one.name === name)!;
    if (what === 'machine') node.process?.kill('SIGKILL');
    await this.#killServer(node);
    if (what === 'machine') node.process = undefined;
    return { name, ms: performance.now() };
  }

  /** Waits until a server takes writes, which is another one if the machine was killed. Returns its name. */
  async recovered({ name: killed }: Killed): Promise<NodeName> {
    const isGone = this.#nodes.find(({ name }) => name === killed)!.process === undefined;
    let found: NodeName | undefined;
    await this.#until('a server takes writes', async () => {
      const { name } = await this.#leader();
      if (isGone && name === killed) return false;
      // What the managers say of a server that has just died is not true yet.
      const rows = await this.sql('SELECT pg_is_in_recovery() AS standby').catch(() => []);
      found = name;
      return rows[0]?.standby === false;
    });
    return found!;
  }

  /** Starts the managers that were killed, and waits until commits wait for a standby again and all nodes follow. */
  async heal(): Promise<void> {
    for (const node of this.#nodes) if (node.process === undefined) this.#startNode(node);
    await this.#until('all nodes follow', async () => {
      const members = await this.#members();
      return (
        members.length === NAMES.length &&
        members.every(({ state }) => ['running', 'streaming'].includes(state)) &&
        members.some(({ role }) => role === 'leader') &&
        members.some(({ role }) => role === 'sync_standby')
      );
    });
  }

  async stop(): Promise<void> {
    for (const node of this.#nodes) {
      node.process?.kill('SIGKILL');
      await this.#killServer(node).catch(() => {});
    }
    this.#etcd?.kill('SIGKILL');
    await rm(this.#directory, { recursive: true, force: true, maxRetries: 5 });
  }

  async #begin(peerPort: number): Promise<void> {
    await chmod(this.#directory, 0o755);
    const client = `http://127.0.0.1:${this.#etcdPort}`;
    const peer = `http://127.0.0.1:${peerPort}`;
    this.#etcd = this.#spawn('etcd', [
      ...['--data-dir', join(this.#directory, 'etcd'), '--name', 'etcd'],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...[
        '--listen-peer-urls',
        peer,
        '--initial-advertise-peer-urls',
        peer,
        '--initial-cluster',
        `etcd=${peer}`,
      ],
    ]);
    for (const node of this.#nodes) {
      await mkdir(join(this.#directory, node.name));
      if (process.getuid?.() === 0) await chown(join(this.#directory, node.name), NOBODY, NOBODY);
      const path = join(this.#directory, `${node.name}.yml`);
      // JSON is YAML.
      await writeFile(path, JSON.stringify(this.#configure(node)), { mode: 0o644 });
      this.#startNode(node);
    }
    await this.heal();
    await this.sql(`CREATE ROLE ${DATABASE} LOGIN PASSWORD '${this.#password}'`, [], 'postgres');
    await this.sql(`CREATE DATABASE ${DATABASE} OWNER ${DATABASE}`, [], 'postgres');
  }

  #configure({ name, port, restPort }: Node) {
    const directory = join(this.#directory, name);
    const superuser = { username: 'postgres', password: this.#password };
    return {
      scope: 'stellwerk',
      name,
      restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
      etcd3: { host: `127.0.0.1:${this.#etcdPort}` },
      bootstrap: {
        dcs: {
          ...TIMES,
          // A primary without a standby accepts no commits.
          ...{ synchronous_mode: true, synchronous_mode_strict: true },
          postgresql: {
            use_pg_rewind: true,
            parameters: {
              max_connections: 150,
              shared_buffers: '64MB',
              wal_keep_size: '512MB',
              wal_log_hints: 'on',
            },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
        pg_hba: ['host all all 127.0.0.1/32 md5', 'host replication all 127.0.0.1/32 md5'],
      },
      postgresql: {
        ...{ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}`, bin_dir: binaries() },
        ...{ data_dir: join(directory, 'data'), pgpass: join(directory, 'pgpass') },
        authentication: {
          ...{ superuser, rewind: superuser },
          replication: { username: 'replicator', password: this.#password },
        },
        parameters: { unix_socket_directories: directory },
      },
    };
  }

  #startNode(node: Node): void {
    node.process = this.#spawn('patroni', [join(this.#directory, `${node.name}.yml`)], node.name);
  }

  #spawn(program: string, words: string[], name = program): ChildProcess {
    const isServer = program === 'patroni' && process.getuid?.() === 0;
    const child = spawn(program, words, {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(isServer && { uid: NOBODY, gid: NOBODY, cwd: '/' }),
    });
    const log = createWriteStream(join(this.#directory, `${name}.log`), { flags: 'a' });
    child.stdout!.pipe(log, { end: false });
    child.stderr!.pipe(log, { end: false });
    child.on('error', (error) => log.write(String(error)));
    return child;
  }

  async #killServer({ name }: Node): Promise<void> {
    const text = await readFile(join(this.#directory, name, 'data', 'postmaster.pid'), 'utf8');
    for (const pid of await processTree(Number(text.split('\n')[0]))) signal(pid, 'SIGKILL');
  }

  async #leader(): Promise<Node> {
    let leader: Node | undefined;
    await this.#until('a primary', async () => {
      const name = (await this.#members()).find(
        ({ role, state }) => role === 'leader' && state === 'running',
      )?.name;
      leader = this.#nodes.find((node) => node.name === name);
      return leader !== undefined;
    });
    return leader!;
  }

  /** As any of the managers sees them. */
  async #members(): Promise<Member[]> {
    for (const { restPort, process: manager } of this.#nodes) {
      if (manager === undefined) continue;
      const response = await fetch(`http://127.0.0.1:${restPort}/cluster`, {
        signal: AbortSignal.timeout(2000),
      }).catch(() => undefined);
      if (response?.ok) return ((await response.json()) as { members: Member[] }).members;
    }
    return [];
  }

  async #until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
    for (const deadlineMs = performance.now() + START_MS; !(await isTrue()); ) {
      if (performance.now() > deadlineMs)
        throw new Error(`It took too long until ${what}. See the logs in ${this.#directory}.`);
      await delay(RETRY_MS);
    }
  }
}

/** The versions of the programs. */
export function describePrograms(): string {
  const run = (program: string) => execFileSync(program, ['--version']).toString().split('\n')[0]!.trim();
  return ['patroni', 'etcd', join(binaries()!, 'postgres')].map(run).join(', ');
}
