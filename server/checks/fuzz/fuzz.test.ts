import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { trimText } from '../../core/http/normalization.ts';
import { startTestService } from '../../testing/harness.ts';
import { isLong, shortOrLong } from '../../testing/long.ts';
import { makeRecords } from '../records/tenant-records.ts';
import { watchForeignRows } from './concurrent/foreign-rows.ts';
import { describeFailure } from './concurrent/reproduce.ts';
import { Storm } from './concurrent/storm.ts';
import { makeWorld, type World } from './concurrent/world.ts';
import { type ApiDocument, type DocumentedOperation, DocumentReader } from './document.ts';
import type { GeneratedRequest } from './generated-request.ts';
import { DatabaseWatch } from './invariants.ts';
import { LiveRecords } from './live-records.ts';
import { exampleRequest, requestsOf } from './requests.ts';
import { type Answer, closeConnections, prepare, type SentRequest, send } from './sender.ts';

// Sends valid and broken requests that are generated from the OpenAPI document alone. Whatever is sent, every response
// must be declared in the document and not be a 5xx, and nothing in the database may change without an entry in the
// change log. FUZZ_REQUESTS sets the number of requests, and FUZZ_SEED repeats a run that a failure names.

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1000);
// Without FUZZ_REQUESTS this is an ordinary test, which must not fail by chance: its seed is fixed.
const SEED = Number(
  process.env.FUZZ_SEED ?? (process.env.FUZZ_REQUESTS === undefined ? 20_261_121 : Date.now() % 2 ** 31),
);
const REQUESTS_A_ROUND = 4;
const REQUESTS_BETWEEN_LOOKS = 40;
const SHRINKING_MS = 20_000;
const LONGEST_REPORT = 3000;
const STORM_REQUESTS = Number(process.env.FUZZ_CONCURRENT_REQUESTS ?? shortOrLong(600, 1500));
const STORM_SEEDS = [SEED, isLong ? Date.now() % 2 ** 31 : SEED + 1];
let world: World | undefined;

// The portal limits the forms of one address, so the requests name many.
const service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' });
const { tenant } = service;
const served = await fetch(`${service.baseUrl}/v3/openapi.json`);
const reader = new DocumentReader((await served.json()) as ApiDocument);
const operations = reader.operations();
const records = await LiveRecords.open(service, tenant);
const watch = new DatabaseWatch(service, tenant);
const tokens = {
  permitted: tenant.api.token,
  unpermitted: (await service.createApi(tenant, ['branches:read'])).token,
};

const failures: string[] = [];
const succeeded = new Set<string>();
const statuses = new Map<number, number>();
/** Requests sent since the rows were last checked. */
let recent: string[] = [];
let sent = 0;

before(async () => {
  for (const index of [0, 1, 2]) {
    const shared = { language: 1 + index, licence: 313 + index, profession: 0 };
    const { body } = await tenant.api.get('/masterdata/professions');
    shared.profession = body.professions[index].id;
    await makeRecords(service, tenant, `fuzz${index}`, shared);
  }
  assert.deepEqual(await watch.begin(), [], 'add these tables to record-owners.ts');
});
after(() => closeConnections());

test(`${REQUESTS} requests made from the document, seed ${SEED}`, async (t) => {
  const failed = new Set<string>();
  // The examples of the document come first: they succeed, and what they create is there for the requests that follow.
  for (const operation of inOrderOfMethods(operations)) {
    const shown = exampleRequest(reader, operation, operation.body?.examples[0]);
    if (!(await fuzz(operation, SEED, { examples: [[shown]], numRuns: 1 }))) failed.add(operation.id);
  }
  for (let round = 0; sent < REQUESTS && failed.size < operations.length; round++) {
    for (const [index, operation] of operations.entries()) {
      if (failed.has(operation.id) || sent >= REQUESTS) continue;
      const seed = SEED + round * 1009 + index;
      if (!(await fuzz(operation, seed, { numRuns: REQUESTS_A_ROUND }))) failed.add(operation.id);
    }
  }
  failures.push(...(await lookAtRows()));
  t.diagnostic(
    `${sent} requests; answers: ${[...statuses].sort().map(([status, count]) => `${count} × ${status}`)}`,
  );
  assert.deepEqual(failures, []);
});

// Otherwise a run could prove nothing because every request was refused.
test('every operation has succeeded at least once', { skip: REQUESTS < 1000 }, () => {
  assert.deepEqual(
    operations.map(({ id }) => id).filter((id) => !succeeded.has(id)),
    [],
  );
});

// The long form of this is npm run fuzz, which runs against the processes of a service.
for (const seed of STORM_SEEDS) {
  test(`${STORM_REQUESTS} concurrent requests, seed ${seed}`, async (t) => {
    world ??= await openWorld();
    const foreignChanges = await watchForeignRows(world);
    const storm = new Storm(world, { seed, requests: STORM_REQUESTS, concurrency: 16 });
    const lost = await storm.run();
    const counts = [...storm.statuses].sort().map(([status, count]) => `${count} × ${status}`);
    t.diagnostic(`${storm.sent} requests, ${storm.created} records; answers: ${counts}`);
    assert.deepEqual(storm.failures.map(describeFailure), []);
    assert.deepEqual([...lost, ...(await foreignChanges())], []);
  });
}

async function openWorld(): Promise<World> {
  const [narrow, admin, viewer, second] = [
    await service.createApi(tenant, ['branches:read']),
    await service.platform('admin'),
    await service.platform('viewer'),
    await service.createTenant(),
  ];
  return makeWorld(service, { tenant, narrowToken: narrow.token, admin, viewer }, second);
}

/** Sorts operations that create records before those that change and delete them. */
function inOrderOfMethods(list: DocumentedOperation[]): DocumentedOperation[] {
  const order = ['POST', 'GET', 'PUT', 'DELETE'];
  return list.toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
}

/** Sends some requests of an operation. Returns false if one of them fails, after shrinking it. */
async function fuzz(
  operation: DocumentedOperation,
  seed: number,
  options: fc.Parameters<[GeneratedRequest]>,
): Promise<boolean> {
  const outcome = await fc.check(
    fc.asyncProperty(requestsOf(reader, operation), (request) => tryOut(operation, request)),
    { ...options, seed, interruptAfterTimeLimit: SHRINKING_MS, markInterruptAsFailure: false },
  );
  if (!outcome.failed) return true;
  failures.push(
    `${operation.id}: ${(outcome.errorInstance as Error | null)?.message}\nseed ${seed}, path ${outcome.counterexamplePath}: ${JSON.stringify(outcome.counterexample?.[0]).slice(0, LONGEST_REPORT)}`,
  );
  return false;
}

async function tryOut(operation: DocumentedOperation, request: GeneratedRequest): Promise<void> {
  const prepared = await prepare(operation, request, records, tokens);
  const answer = await send(service.baseUrl, prepared);
  sent++;
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (isSuccess) succeeded.add(operation.id);
  recent.push(`${prepared.method} ${prepared.path} ${answer.status}`);
  const { faults, hasChanged } = await watch.afterRequest({
    succeeded: isSuccess,
    eventId: operation.eventId,
  });
  faults.push(...answerFaults(operation, answer), ...acceptanceFaults(operation, prepared, isSuccess));
  // A success without an entry must leave no other trace either. Check now: later calls could hide it.
  const mustLook = isSuccess && operation.method !== 'GET' && !hasChanged;
  if (mustLook || recent.length >= REQUESTS_BETWEEN_LOOKS) faults.push(...(await lookAtRows()));
  if (faults.length > 0) throw new Error(`${faults.join('; ')}\n${describe(prepared, answer)}`);
}

function answerFaults(operation: DocumentedOperation, answer: Answer): string[] {
  const faults: string[] = [];
  if (answer.status >= 500) faults.push(`returned ${answer.status}`);
  const undeclared = operation.answerFaults(answer);
  if (undeclared !== '') faults.push(`returned what the document does not declare: ${undeclared}`);
  if (!operation.statuses.has(answer.status)) faults.push(`returned ${answer.status}, which is not declared`);
  if (answer.headers['x-request-id'] === undefined) faults.push('returned no X-Request-Id');
  return faults;
}

function acceptanceFaults(
  operation: DocumentedOperation,
  { body }: SentRequest,
  isSuccess: boolean,
): string[] {
  if (!isSuccess || operation.body === undefined) return [];
  if (body === undefined) return ['was accepted without the body that the document requires'];
  // The service accepts a byte order mark before the text, as RFC 8259 allows.
  const faults = operation.bodyFaults(withoutBlanks(JSON.parse(body.replace(/^\ufeff/, ''))));
  return faults === '' ? [] : [`accepted what the document forbids: ${faults}`];
}

/** Texts as the service reads them: trimmed, and null if nothing is left. The general part of the document says so. */
function withoutBlanks(value: unknown): unknown {
  if (typeof value === 'string') return trimText(value) || null;
  if (Array.isArray(value)) return value.map(withoutBlanks);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutBlanks(inner)]));
}

async function lookAtRows(): Promise<string[]> {
  const found = await watch.changedRows();
  const sentBefore = recent.join('; ');
  recent = [];
  records.refresh();
  return found.length === 0 ? [] : [...found, `after ${sentBefore}`];
}

function describe({ method, path, headers, body }: SentRequest, { status, body: answer }: Answer): string {
  const { authorization, ...others } = headers;
  const shown = authorization?.startsWith('Bearer ') ? others : headers;
  return `${method} ${path} ${JSON.stringify(shown)} ${body?.slice(0, LONGEST_REPORT) ?? ''}\n→ ${status} ${answer.toString('utf8').slice(0, 500)}`;
}
