import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { startTestService, type TestService } from '../server/testing/harness.ts';
import { RandomWriters } from './random-writers.ts';

// The mirror as its users run it, a process of its own, beside writers that do whatever they like; killed again and
// again, and then compared with the service by a reader that shares no code with it.

const COMMAND = join(import.meta.dirname, '../sdk/mirror/command.ts');

const HOUR_MS = 3_600_000;

/** What the service shows, by record type and id; read with nothing but its interface. */
type World = Map<string, unknown>;

const ENTITY_TABLES: Record<string, string> = { user: 'user_account' };

/** Runs the mirror beside writers for this time and proves that it then equals the service. */
export function proveMirror(mode: 'feed' | 'windows', seconds: number): void {
  test(`the mirror by ${mode}, killed again and again beside writers, equals the service field by field`, {
    timeout: seconds * 1000 + 240_000,
  }, async (t) => {
    const service = await startTestService();
    const directory = await mkdtemp(join(tmpdir(), 'stellwerk-mirror-'));
    t.after(() => rm(directory, { recursive: true, force: true }));
    await writeDemo(service, directory);
    const mirror = new MirrorProcess(directory, mode);
    t.after(() => mirror.kill());

    const writers = new RandomWriters(service);
    await writers.prepare(200);
    const deadline = Date.now() + seconds * 1000;
    const writing = writers.run(() => Date.now() < deadline);
    // A writer that fails must fail the test at once, not when the mirror waits in vain for its changes.
    const failed = writing.then(() => new Promise<never>(() => {}));
    const isOver = writing.then(() => true);
    let kills = 0;
    const moments = ['inventory', 'candidates', 'records', 'changes'];
    for (let isDone = false; !isDone; kills++) {
      mirror.start();
      const moment = moments[kills] ?? 'changes';
      // Killed when it has begun a part of the load, later after a few changes: in the middle of fetching more.
      isDone = await Promise.race([
        mirror.reached(moment, moment === 'changes' ? randomInt(1, 4) : 1).then(() => false),
        isOver,
        failed,
      ]);
      await mirror.kill();
    }
    await writing;
    t.diagnostic(`${kills} kills, ${writers.count} calls`);
    assert.ok(kills >= 4, `only ${kills} kills`);

    await service.settle();
    if (mode === 'windows') await service.clock.advance(2 * HOUR_MS);
    await mirror.catchUp();
    // Reading everything anew would hide whatever was lost before.
    assert.ok(!mirror.hasTold('reload'), mirror.output());
    assert.deepEqual(compare(await readService(service), readMirror(directory)), []);
    mirror.start(['--verify']);
    assert.equal(await mirror.finished(), 0, mirror.output());

    // Names shown by candidates, changed where only the value list tells.
    await service.sql(
      `UPDATE tenant_catalog_entry SET name_en = name_en || ' (new)' WHERE tenant_id = $1 AND list = 'qualifications'`,
      [service.tenant.id],
    );
    await mirror.catchUp();
    assert.ok(mirror.hasTold('reload'), mirror.output());
    assert.deepEqual(compare(await readService(service), readMirror(directory)), []);
  });
}

/** Writes what `--demo` reads, for a service that listens elsewhere than it says. */
export async function writeDemo(service: TestService, directory: string): Promise<void> {
  const { clientId, clientSecret } = service.tenant;
  const demo = {
    baseUrl: `${service.baseUrl}/v3`,
    authUrl: service.baseUrl,
    audience: `${service.services.settings.publicUrl}/api/v3`,
    clientId,
    clientSecret,
    webhookSecret: 'whsec_AAAA',
  };
  await writeFile(join(directory, 'demo.json'), JSON.stringify(demo));
}

/** One mirror process after another on the same target. */
export class MirrorProcess {
  readonly #directory: string;
  readonly #mode: 'feed' | 'windows';
  #child: ChildProcess | undefined;
  #exited: Promise<number | null> = Promise.resolve(null);
  #events: { type: string; phase?: string }[] = [];
  #waiting: (() => void)[] = [];
  #stderr = '';

  constructor(directory: string, mode: 'feed' | 'windows' = 'feed') {
    this.#directory = directory;
    this.#mode = mode;
  }

  start(flags: readonly string[] = []): void {
    const child = spawn(
      process.execPath,
      [
        COMMAND,
        '--json',
        ...['--demo', this.#directory, '--target', join(this.#directory, 'mirror.db'), '--poll', '1'],
        ...(this.#mode === 'windows' ? ['--windows'] : []),
        ...flags,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.#child = child;
    this.#events = [];
    this.#stderr = '';
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.#events.push(JSON.parse(line));
      for (const wake of this.#waiting.splice(0)) wake();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
    this.#exited = once(child, 'close').then(([code]) => {
      for (const wake of this.#waiting.splice(0)) wake();
      return code as number | null;
    });
  }

  /** Resolves when an event, or the begin of a phase, of this name has come that many times. */
  async reached(name: string, times = 1): Promise<void> {
    const child = this.#child!;
    while (this.#child === child) {
      const count = this.#events.filter(
        (event) => (event.type === 'phase' ? event.phase : event.type) === name,
      ).length;
      if (count >= times) return;
      // A part of the load that an earlier process finished does not come again.
      if (name !== 'changes' && this.#events.some(({ type }) => type === 'caughtUp')) return;
      if (child.exitCode !== null) throw new Error(`The mirror ended: ${this.output()}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Runs it until it has everything, value lists included. */
  async catchUp(): Promise<void> {
    this.start(['--once', '--refresh', '0']);
    assert.equal(await this.finished(), 0, this.output());
  }

  hasTold(type: string): boolean {
    return this.#events.some((event) => event.type === type);
  }

  finished(): Promise<number | null> {
    return this.#exited;
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    this.#child?.kill(signal);
    return this.#exited;
  }

  output(): string {
    return `${this.#events.map((event) => JSON.stringify(event)).join('\n')}\n${this.#stderr}`;
  }
}

/** Everything the service shows, read record by record. */
async function readService({ tenant: { api } }: TestService): Promise<World> {
  const world: World = new Map();
  for (const { entity, id, endpoint } of (await api.get('/changes/inventory')).body.records) {
    const answer = await api.get(endpoint);
    assert.equal(answer.status, 200, endpoint);
    if (entity === 'branch')
      world.set(
        `branch ${id}`,
        answer.body.branches.find((branch: { id: number }) => branch.id === id),
      );
    else if (entity === 'document') {
      const { documentBlob: _, ...rest } = answer.body;
      world.set(`document ${id}`, rest);
    } else world.set(`${entity} ${id}`, answer.body);
  }
  for (const list of ['qualifications', 'languages', 'channels'])
    for (const entry of (await api.get(`/masterdata/${list}`)).body[list])
      world.set(`${list} ${entry.id}`, entry);
  return world;
}

function readMirror(directory: string): World {
  const world: World = new Map();
  const database = new DatabaseSync(join(directory, 'mirror.db'), { readOnly: true });
  for (const entity of [
    'candidate',
    'document',
    'company',
    'site',
    'location',
    'contact',
    'request',
    'jobad',
    'user',
    'branch',
  ])
    for (const { id, record } of database
      .prepare(`SELECT id, record FROM ${ENTITY_TABLES[entity] ?? entity}`)
      .all())
      world.set(`${entity} ${id}`, JSON.parse(String(record)));
  for (const { list, id, record } of database
    .prepare(
      `SELECT list, id, record FROM masterdata WHERE list IN ('qualifications', 'languages', 'channels')`,
    )
    .all())
    world.set(`${list} ${id}`, JSON.parse(String(record)));
  database.close();
  return world;
}

/** Names of the records that are not the same in both, with both texts. */
function compare(service: World, mirror: World): string[] {
  const different: string[] = [];
  for (const name of new Set([...service.keys(), ...mirror.keys()])) {
    try {
      assert.deepEqual(mirror.get(name), service.get(name));
    } catch (error) {
      different.push(`${name}: ${(error as Error).message}`);
    }
  }
  return different;
}
