import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { startTestService, type TestService } from '../server/testing/harness.ts';
import { differences, readMirror, readService } from './copies.ts';
import { RandomWriters } from './random-writers.ts';

// Runs the mirror as a process, as users do, beside random writers, and kills it repeatedly. Then compares the copy with
// the service, with code that is independent of the mirror.

const COMMAND = join(import.meta.dirname, '../sdk/mirror/command.ts');

const HOUR_MS = 3_600_000;
/** One in each part of the load. */
const MINIMUM_KILLS = 4;

/** Tests that a mirror that runs beside writers for this time equals the service afterwards. */
export function proveMirror(mode: 'feed' | 'windows', seconds: number): void {
  test(`a mirror of the ${mode} that is killed repeatedly beside writers equals the service in every property`, {
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
    let kills = 0;
    // On a busy machine the first load alone can take longer than the time.
    const writing = writers.run(() => Date.now() < deadline || kills < MINIMUM_KILLS);
    // A failing writer must fail the test immediately and not when the mirror times out.
    const failed = writing.then(() => new Promise<never>(() => {}));
    const isOver = writing.then(() => true);
    const moments = ['inventory', 'candidates', 'records', 'changes'];
    for (let isDone = false; !isDone; kills++) {
      mirror.start();
      const moment = moments[kills] ?? 'changes';
      // Kill it at the start of each part of the load, and after that while it is fetching changes.
      isDone = await Promise.race([
        mirror.reached(moment, moment === 'changes' ? randomInt(1, 4) : 1).then(() => false),
        isOver,
        failed,
      ]);
      await mirror.kill();
    }
    await writing;
    t.diagnostic(`${kills} kills, ${writers.count} calls`);

    await service.settle();
    if (mode === 'windows') await service.clock.advance(2 * HOUR_MS);
    await mirror.catchUp();
    // A reload would hide what was lost before.
    assert.ok(!mirror.hasReported('reload'), mirror.output());
    assert.deepEqual(differences(await readService(service), readMirror(join(directory, 'mirror.db'))), []);
    mirror.start(['--verify']);
    assert.equal(await mirror.finished(), 0, mirror.output());

    // Change names that candidates show. Only the value list reveals the change.
    await service.sql(
      `UPDATE tenant_catalog_entry SET name_en = name_en || ' (new)' WHERE tenant_id = $1 AND list = 'qualifications'`,
      [service.tenant.id],
    );
    await mirror.catchUp();
    assert.ok(mirror.hasReported('reload'), mirror.output());
    assert.deepEqual(differences(await readService(service), readMirror(join(directory, 'mirror.db'))), []);
  });
}

/** Writes the demo.json for `--demo`. The service listens on another address than its public URL. */
async function writeDemo(service: TestService, directory: string): Promise<void> {
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

/** A series of mirror processes with the same target. */
class MirrorProcess {
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

  /** Waits until this event, or the start of this phase, has been reported that many times. */
  async reached(name: string, times = 1): Promise<void> {
    const child = this.#child!;
    while (this.#child === child) {
      const count = this.#events.filter(
        (event) => (event.type === 'phase' ? event.phase : event.type) === name,
      ).length;
      if (count >= times) return;
      // A part of the load that an earlier process finished is not repeated.
      if (name !== 'changes' && this.#events.some(({ type }) => type === 'caughtUp')) return;
      if (child.exitCode !== null) throw new Error(`The mirror ended: ${this.output()}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Runs the mirror until it is up to date, value lists included. */
  async catchUp(): Promise<void> {
    this.start(['--once', '--refresh', '0']);
    assert.equal(await this.finished(), 0, this.output());
  }

  hasReported(type: string): boolean {
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
