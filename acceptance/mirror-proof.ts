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
import { eraseCandidate } from '../server/areas/privacy/index.ts';
import { startTestService, type TestService } from '../server/core/testing/harness.ts';

// The mirror as its users run it, a process of its own, beside writers that do whatever they like; killed again and
// again, and then compared with the service by a reader that shares no code with it.

const COMMAND = join(import.meta.dirname, '../sdk/mirror/command.ts');
const WRITERS = 4;

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

    const writers = new Writers(service);
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

    // Names shown by candidates, changed where only the value list tells.
    await service.sql(
      `UPDATE tenant_catalog_entry SET name_en = name_en || ' (new)' WHERE tenant_id = $1 AND list = 'qualifications'`,
      [service.tenant.id],
    );
    await service.settle();
    if (mode === 'windows') await service.clock.advance(2 * 3_600_000);
    mirror.start(['--once', '--refresh', '1']);
    assert.equal(await mirror.finished(), 0, mirror.output());

    assert.deepEqual(compare(await readService(service), readMirror(directory)), []);
    mirror.start(['--verify']);
    assert.equal(await mirror.finished(), 0, mirror.output());
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
    const { PATH } = process.env;
    const child = spawn(
      process.execPath,
      [
        COMMAND,
        '--json',
        ...['--demo', this.#directory, '--target', join(this.#directory, 'mirror.db'), '--poll', '1'],
        ...(this.#mode === 'windows' ? ['--windows'] : []),
        ...flags,
      ],
      { env: { PATH }, stdio: ['ignore', 'pipe', 'pipe'] },
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

interface Company {
  id: number;
  sites: { id: number; locations: number[]; contacts: number[] }[];
}

/** Writers that create, change and delete at random, over the interface wherever it can. */
class Writers {
  readonly #service: TestService;
  readonly #candidates: number[] = [];
  readonly #companies: Company[] = [];
  count = 0;

  constructor(service: TestService) {
    this.#service = service;
  }

  async prepare(candidates: number): Promise<void> {
    for (let index = 0; index < candidates; index++) await this.#createCandidate();
    for (let index = 0; index < 5; index++) await this.#createCompany();
  }

  async run(goesOn: () => boolean): Promise<void> {
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        while (goesOn()) {
          await this.#write();
          this.count++;
        }
      }),
    );
  }

  async #write(): Promise<void> {
    const writes = [
      () => this.#createCandidate(),
      () => this.#changeCandidate(),
      () => this.#changeCandidate(),
      () => this.#changeCandidate(),
      () => this.#upload(),
      () => this.#apply(),
      () => this.#erase(),
      () => this.#createCompany(),
      () => this.#changeCompany(),
      () => this.#changeCompany(),
      () => this.#changeParts(),
      () => this.#changeParts(),
    ];
    await writes[randomInt(writes.length)]!();
  }

  async #post(path: string, body: unknown, acceptable: readonly number[] = [200]): Promise<number> {
    const answer = await this.#service.tenant.api.post(path, body);
    assert.ok(acceptable.includes(answer.status), `POST ${path}: ${answer.text}`);
    return answer.body?.id;
  }

  async #put(path: string, body: unknown, acceptable: readonly number[] = [200, 204]): Promise<void> {
    const answer = await this.#service.tenant.api.put(path, body);
    assert.ok(acceptable.includes(answer.status), `PUT ${path}: ${answer.text}`);
  }

  async #createCandidate(): Promise<void> {
    this.#candidates.push(
      await this.#post('/candidates', {
        firstName: 'Ada "€"\\',
        lastName: text(),
        contact: { email: 'ada@example.org' },
      }),
    );
  }

  async #changeCandidate(): Promise<void> {
    const id = pick(this.#candidates);
    // Another writer may have erased it, or may have sent the same.
    const may = [200, 204, 400, 404];
    await pick([
      () => this.#put(`/candidates/${id}`, { lastName: text(), remarks: text() }, may),
      () => this.#put(`/candidates/${id}/status`, { statusId: pick([2003, 2004, 2005]) }, may),
      () =>
        this.#post(
          `/candidates/${id}/languages`,
          { languageId: randomInt(1, 30), languageLevelId: 632 },
          may,
        ),
      () => this.#service.tenant.api.delete(`/candidates/${id}/languages/${randomInt(1, 30)}`),
      () => this.#post(`/candidates/${id}/keywords`, { keyword: text() }, may),
      () => this.#post(`/candidates/${id}/qualifications`, { name: `Q${randomInt(40)}`, score: 3 }, may),
      () => this.#post(`/candidates/${id}/resume/jobs`, { employer: text(), position: text() }, may),
      () => this.#post(`/candidates/${id}/communications`, { communicationTypeId: 1, text: text() }, may),
      () =>
        this.#post(
          `/candidates/${id}/whatsapp`,
          { phoneNumber: `0151 ${randomInt(1e6, 1e7)}`, consentChecked: true },
          may,
        ),
    ])();
  }

  async #upload(): Promise<void> {
    const base64File = Buffer.from(text()).toString('base64');
    const body = { filename: `${text()}.txt`, base64File, shouldParseCV: false };
    await this.#post(
      `/candidates/${pick(this.#candidates)}/documents/${pick(['cv', 'other'])}`,
      body,
      [200, 404],
    );
  }

  async #apply(): Promise<void> {
    const id = await this.#post('/candidates/applies/external', {
      salutationId: 3,
      firstName: 'Eva',
      lastName: text(),
      city: 'Berlin',
      zipCode: '10115',
      email: `eva.${randomInt(1e9)}@example.org`,
      sourceOfSupplyId: 1,
      whatsAppConsentChecked: false,
      hasWhatsApp: false,
      privacyChecked: true,
      termsOfUseChecked: true,
      keywords: [text()],
      documents: [{ filename: 'cv.txt', base64File: Buffer.from(text()).toString('base64') }],
    });
    this.#candidates.push(id);
  }

  async #erase(): Promise<void> {
    if (this.#candidates.length < 50) return;
    const [id] = this.#candidates.splice(randomInt(this.#candidates.length), 1);
    await eraseCandidate(this.#service.services, this.#service.tenant.id, id!);
  }

  async #createCompany(): Promise<void> {
    const company: Company = { id: await this.#post('/customers', { name: text() }), sites: [] };
    await this.#createSite(company);
    this.#companies.push(company);
  }

  async #createSite(company: Company): Promise<void> {
    const path = `/customers/${company.id}/offices`;
    const site: Company['sites'][number] = {
      id: await this.#post(path, { description: text() }),
      locations: [],
      contacts: [],
    };
    site.locations.push(await this.#post(`${path}/${site.id}/locations`, { description: text() }));
    site.contacts.push(await this.#post(`${path}/${site.id}/contacts`, { lastName: text() }));
    company.sites.push(site);
  }

  async #changeCompany(): Promise<void> {
    const company = pick(this.#companies);
    await pick([
      () => this.#put(`/customers/${company.id}`, { name: text(), remarks: text() }),
      () => this.#put(`/customers/${company.id}/status`, { statusId: randomInt(1, 7) }),
      () => this.#createSite(company),
    ])();
  }

  async #changeParts(): Promise<void> {
    const company = pick(this.#companies);
    const site = pick(company.sites);
    const path = `/customers/${company.id}/offices/${site.id}`;
    await pick([
      () => this.#put(path, { description: text() }),
      async () => void site.locations.push(await this.#post(`${path}/locations`, { description: text() })),
      async () => void site.contacts.push(await this.#post(`${path}/contacts`, { lastName: text() })),
      () => this.#put(`${path}/contacts/${pick(site.contacts)}`, { position: text() }),
      () => this.#put(`${path}/contacts/${pick(site.contacts)}/status`, { isActive: randomInt(2) === 0 }),
      async () => {
        const id = pick(site.locations);
        if (id !== undefined) await this.#put(`${path}/locations/${id}`, { description: text() }, [204, 404]);
      },
      async () => {
        const [id] = site.locations.splice(0, 1);
        if (id !== undefined) await this.#service.tenant.api.delete(`${path}/locations/${id}`);
      },
    ])();
  }
}

/** Everything the service shows, read record by record. */
async function readService({ tenant: { api } }: TestService): Promise<World> {
  const world: World = new Map();
  for (const { entity, id, endpoint } of (await api.get('/changes/inventory')).body.records) {
    // Job ads are read only where the interface has them by now.
    const answer = await api.get(endpoint, { skipResponseCheck: entity === 'jobad' });
    if (answer.status === 404) continue;
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

function pick<T>(list: readonly T[]): T {
  return list[randomInt(Math.max(list.length, 1))]!;
}

function text(): string {
  return `T${randomInt(1e6)}`;
}
