import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import {
  fetchToken,
  makeDirectory,
  startDemoService,
  startService,
  waitFor,
} from '../server/testing/command-line.ts';
import { createApi } from '../server/testing/harness.ts';
import { shortOrLong } from '../server/testing/long.ts';
import { processTree, signalAll } from '../server/testing/processes.ts';

const isLinux = process.platform === 'linux';
const WRITERS = 8;
const ROUNDS = shortOrLong(1, 3);

type Api = ReturnType<typeof createApi>;
type Service = Awaited<ReturnType<typeof startService>>;

interface Acknowledged {
  candidates: Set<number>;
  statuses: { candidateId: number; statusId: number }[];
  documents: Map<number, number>;
}

/** Writes until the service is gone. Records only what the service acknowledged. */
async function write(api: Api, seen: Acknowledged, tag: string): Promise<void> {
  const own: number[] = [];
  // The same status again would change nothing, so it would have no entry.
  const statusOf = new Map<number, number>();
  for (let index = 0; ; index++) {
    const kind = randomInt(3);
    if (kind === 0 || own.length === 0) {
      const { status, body } = await api.post('/candidates', {
        firstName: 'Crash',
        lastName: `${tag} ${index}`,
      });
      assert.equal(status, 200);
      seen.candidates.add(body.id);
      own.push(body.id);
    } else if (kind === 1) {
      const candidateId = own[randomInt(own.length)]!;
      const others = [2003, 2004, 2005].filter((status) => status !== statusOf.get(candidateId));
      const statusId = others[randomInt(others.length)]!;
      statusOf.set(candidateId, statusId);
      assert.equal((await api.put(`/candidates/${candidateId}/status`, { statusId })).status, 200);
      seen.statuses.push({ candidateId, statusId });
    } else {
      const { status, body } = await api.post('/candidates/applies/external', {
        salutationId: 3,
        firstName: 'Crash',
        lastName: tag,
        city: 'Berlin',
        zipCode: '10115',
        email: `${tag}.${index}@example.org`,
        sourceOfSupplyId: 1,
        whatsAppConsentChecked: false,
        hasWhatsApp: false,
        privacyChecked: true,
        termsOfUseChecked: true,
        keywords: [],
        documents: [{ filename: 'cv.txt', base64File: Buffer.from(`${tag} ${index}`).toString('base64') }],
      });
      assert.equal(status, 200);
      seen.candidates.add(body.id);
      seen.documents.set(body.id, 1);
    }
  }
}

async function connect(service: Service): Promise<Api> {
  return createApi(service.demo.baseUrl.replace(/\/v3$/, ''), await fetchToken(service.demo));
}

/** Kills every process of the service while writers run. */
async function killUnderLoad(service: Service, seen: Acknowledged, round: number): Promise<void> {
  const api = await connect(service);
  const before = seen.candidates.size;
  let isKilled = false;
  const writers = Array.from({ length: WRITERS }, (_, index) =>
    write(api, seen, `r${round}w${index}`).catch((error) => {
      // After the kill, a broken call was simply not acknowledged. Before it, any error is a fault.
      if (!isKilled) throw error;
    }),
  );
  await Promise.race([
    waitFor('load', async () => seen.candidates.size >= before + 150),
    // A writer that fails early must fail the test immediately.
    Promise.all(writers),
  ]);
  isKilled = true;
  signalAll(await processTree(service.process.pid!), 'SIGKILL');
  await Promise.all(writers);
  await service.finished;
}

/** The number of feed entries of each candidate. Reads the feed until every one of `count` candidates is in it. */
async function readFeed(api: Api, count: number) {
  const created = new Map<number, number>();
  const modified = new Map<number, number>();
  // The feed shows a change once no older one can follow, and a background task may be writing now.
  await waitFor('the feed of all candidates', async () => {
    created.clear();
    modified.clear();
    let cursor = '';
    for (let hasMore = true; hasMore; ) {
      const { body } = await api.get(
        `/changes?limit=1000&entities=candidate${cursor && `&cursor=${cursor}`}`,
      );
      for (const { id, change } of body.changes) {
        const counts = change === 'new' ? created : modified;
        counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      cursor = body.nextCursor;
      hasMore = body.hasMore;
    }
    return created.size >= count;
  });
  return { created, modified };
}

test('kill -9 of all processes under load loses no acknowledged write and no change entry', {
  skip: isLinux ? false : 'needs /proc to find every process',
}, async () => {
  const directory = await makeDirectory();
  const seen: Acknowledged = { candidates: new Set(), statuses: [], documents: new Map() };
  let service = await startDemoService(directory);
  for (let round = 0; round < ROUNDS; round++) {
    await killUnderLoad(service, seen, round);
    service = await startService(directory, { PORT: '0' });
  }

  const api = await connect(service);
  const candidates = new Map<number, { statusId: number | null; documents: unknown[] }>();
  for (const candidate of (await api.get('/candidates/export/candidates')).body.candidates)
    candidates.set(candidate.id, candidate);
  const { created, modified } = await readFeed(api, candidates.size);

  for (const id of seen.candidates) assert.ok(candidates.has(id), `acknowledged candidate ${id} is lost`);
  for (const [id, count] of seen.documents)
    assert.equal(candidates.get(id)!.documents.length, count, `the document of candidate ${id} is lost`);
  for (const id of seen.candidates) {
    const sets = seen.statuses.filter((status) => status.candidateId === id);
    // The last call may have taken effect although its response was lost.
    assert.ok((modified.get(id) ?? 0) >= sets.length, `a change entry of candidate ${id} is lost`);
    if (sets.length > 0) assert.notEqual(candidates.get(id)!.statusId, null);
  }
  assert.deepEqual(
    [...created.keys()].sort(),
    [...candidates.keys()].sort(),
    'every record has a change entry, and every change entry has a record',
  );
  assert.ok([...created.values()].every((count) => count === 1));
});
