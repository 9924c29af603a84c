import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDemoData } from '../../areas/demo/index.ts';
import { parseCvTask } from '../../areas/documents/index.ts';
import { readWebhookSecrets } from '../../areas/tenants/index.ts';
import { Deliverer } from '../../areas/webhooks/index.ts';
import { ENDPOINTS } from '../../endpoints.ts';
import { findFreePort } from '../../testing/free-port.ts';
import type { TestService, TestTenant } from '../../testing/harness.ts';
import { checkResponse } from '../../testing/response-check.ts';
import { bodyDifferences, differences, StandIns } from './answer.ts';
import { type Page, ROOT, type Step } from './page.ts';
import type { Exchange, Recorder } from './recorder.ts';
import type { Shell } from './shell.ts';

const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;
const API = '/v3';

export interface Stage {
  service: TestService;
  /** The demo tenant of all pages, as of a reader who runs them one after the other. */
  tenant: TestTenant;
  shell: Shell;
  /** Between the shell and the service. */
  api: Recorder;
  /** Between the service and the receiver of the page. */
  hooks: Recorder;
  /** Where the receiver of the running page listens. */
  receiver: { port: number };
}

/**
 * Creates a tenant with demo data, and sets the clock to the time when a reader begins. That is early in an hour, because all
 * calls of a page that waits until an hour has ended must fall into the same one. And it is at least an hour ago, so that the
 * time after the wait is not in the future.
 */
export async function createDemoTenant(service: TestService): Promise<TestTenant> {
  const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 2 * HOUR_MS + QUARTER_MS;
  await service.clock.set(new Date(start - 2 * HOUR_MS));
  const tenant = await service.createTenant();
  await createDemoData(service.services, tenant.id, service.clock.now());
  await service.clock.set(new Date(start));
  return tenant;
}

/** Runs the script of the README, which reads a file of the service with addresses and credentials. Returns its output. */
export async function runReadme(readme: string, stage: Stage): Promise<string> {
  const script = /^```bash\n(.*?)^```$/ms.exec(readme)?.[1];
  assert.ok(script, 'README.md needs a bash block.');
  const { BASE, AUTH_URL, AUDIENCE, CLIENT_ID, CLIENT_SECRET } = knownVariables(stage);
  const access = { baseUrl: BASE, authUrl: AUTH_URL, audience: AUDIENCE };
  const demo = { ...access, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
  const first = stage.api.exchanges.length;
  const output = await stage.shell.runScript(script, { 'data/demo.json': JSON.stringify(demo) });
  for (const exchange of stage.api.exchanges.slice(first)) checkExchange(exchange);
  return output;
}

/** Runs all examples of a page, in order. Throws at the first difference. */
export async function runPage(page: Page, stage: Stage): Promise<void> {
  const { service } = stage;
  // A receiver rejects a call whose time is not the present.
  if (page.steps.some(({ kind }) => kind === 'file')) await service.clock.set(new Date());
  const commands = commandsOf(page);
  const { TOKEN, ...given } = knownVariables(stage);
  // The page about tokens uses the token that it has requested.
  const known = /^TOKEN=/m.test(commands) ? given : { ...given, TOKEN };
  const standIns = new StandIns(commands, known);
  const receiver = await startReceiver(page, stage);
  const deliverer = new Deliverer(service.services, { random: () => 0 });
  stage.hooks.exchanges.length = 0;
  try {
    for (const step of page.steps) {
      await runStep(step, { ...stage, page, standIns, known });
      await workInBackground(stage, deliverer);
    }
  } finally {
    await deliverer.stop();
    receiver?.kill();
  }
}

function knownVariables({ service, tenant, api, hooks }: Stage) {
  const now = service.clock.now().toISOString();
  return {
    BASE: `${api.origin}${API}`,
    AUTH_URL: api.origin,
    AUDIENCE: `${service.services.settings.publicUrl}/api${API}`,
    CLIENT_ID: tenant.clientId,
    CLIENT_SECRET: tenant.clientSecret,
    TOKEN: tenant.api.token,
    HOOK: `${hooks.origin}/stellwerk`,
    DAY: now.slice(0, 10),
    HOUR: String(Number(now.slice(11, 13))),
  };
}

function commandsOf(page: Page): string {
  return page.steps.map((step) => (step.kind === 'command' ? step.text : '')).join('\n');
}

type Context = Stage & { page: Page; standIns: StandIns; known: Record<string, string> };

async function runStep(step: Step, context: Context): Promise<void> {
  const { page, service, standIns, hooks } = context;
  if (step.kind === 'wait') {
    await service.clock.advance(HOUR_MS);
  } else if (step.kind === 'file') {
    const file = await readFile(join(ROOT, step.path), 'utf8');
    assert.equal(`${step.fence.text}\n`, file, `${page.path}:${step.fence.line} differs from ${step.path}`);
  } else if (step.kind === 'delivery') {
    const exchange = hooks.exchanges.shift();
    assert.ok(exchange, `${page.path}:${step.fence.line}: the receiver got no call`);
    const [start, ...rest] = step.fence.text.split('\n');
    assert.equal(start, `${exchange.method} ${exchange.path} HTTP/1.1`);
    const { headers, text } = exchange.call;
    hold(differences(['', ...rest].join('\n'), { headers, text }, standIns), page, step.fence.line);
    assert.equal(exchange.answer.status, 200, `${page.path}: the receiver did not accept the call`);
  } else {
    await runCommand(step, context);
  }
}

async function runCommand(step: Step & { kind: 'command' }, context: Context): Promise<void> {
  const { page, service, shell, api, standIns, known } = context;
  const place = `${page.path}:${step.line}`;
  const unknown = standIns.unknownIn(step.text);
  assert.equal(unknown, undefined, `${place} takes ${unknown} for known, and no answer above shows it`);
  // The feed ends before the oldest running transaction, even one of another test.
  await service.settle();
  const first = api.exchanges.length;
  const commands = standIns.withoutAssignments(step.text);
  const printed = standIns.findIn(commands);
  assert.equal(
    printed,
    undefined,
    `${place} says ${printed}, which readers have another value for: use its variable`,
  );
  await shell.run(commands, { ...standIns.variables(), ...known });
  const exchanges = api.exchanges.slice(first);
  for (const exchange of exchanges) checkExchange(exchange);
  const answered = step.answer === undefined ? undefined : exchanges.pop();
  for (const { method, path, answer } of exchanges)
    assert.ok(answer.status < 300, `${place}: ${method} ${path} answered ${answer.status} ${answer.text}`);
  if (step.answer === undefined) return;
  assert.ok(answered, `${place} calls nothing, and an answer is shown`);
  const { answer } = answered;
  if (step.answer.language === 'http') {
    assert.match(
      step.text,
      / (-\w*i\w*|--include) /,
      `${place} shows headers: the command needs -i to show them`,
    );
    hold(differences(step.answer.text, answer, standIns), page, step.answer.line);
  } else {
    assert.ok(answer.status < 300, `${place} answered ${answer.status} ${answer.text}`);
    hold(bodyDifferences(step.answer.text, answer, standIns), page, step.answer.line);
  }
}

function checkExchange({ method, path, answer }: Exchange): void {
  if (!path.startsWith(`${API}/`)) return;
  const isJson = /json/.test(String(answer.headers['content-type'])) && answer.text !== '';
  const body = isJson ? JSON.parse(answer.text) : undefined;
  checkResponse(ENDPOINTS, method, path.slice(API.length), {
    ...answer,
    headerNames: Object.keys(answer.headers),
    body,
  });
}

function hold(found: string[], page: Page, line: number): void {
  assert.deepEqual(found, [], `${page.path}:${line} no longer holds`);
}

/** Does the background work of the service: makes the calls that are due and reads the CVs that are queued. */
async function workInBackground({ service, tenant }: Stage, deliverer: Deliverer): Promise<void> {
  const registrations = await service.sql<{ id: number }>(
    'SELECT id FROM webhook_registration WHERE tenant_id = $1 ORDER BY id',
    [tenant.id],
    tenant.id,
  );
  for (const { id } of registrations) await deliverer.drain({ tenantId: tenant.id, registrationId: id });
  const documents = await service.sql<{ id: number }>(
    "SELECT id FROM document WHERE tenant_id = $1 AND cv_parsing_state = 'requested' ORDER BY id",
    [tenant.id],
    tenant.id,
  );
  const { run } = parseCvTask(service.services);
  for (const { id } of documents) await run({ tenantId: tenant.id, documentId: id });
}

/** Starts the first receiver that the page prints, as the page says. */
async function startReceiver(page: Page, stage: Stage): Promise<ChildProcess | undefined> {
  const program = page.steps.find((step) => step.kind === 'file');
  if (program === undefined) return undefined;
  const [secret] = await readWebhookSecrets(stage.service.services, stage.tenant.id);
  stage.receiver.port = await findFreePort();
  const child = spawn(process.execPath, [join(ROOT, program.path)], {
    env: { PORT: String(stage.receiver.port), WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  return child;
}
