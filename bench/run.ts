import { startBusy } from './busy.ts';
import { fillCandidate, startEnvironment } from './environment.ts';
import { formatMemory, formatPath, httpSection } from './http-section.ts';
import { createPath, type LatencyResult, type PathResult, Paths, readPath } from './paths.ts';
import { measureMemory } from './process-memory.ts';
import { writeSection } from './results.ts';
import { startSides, startTogether } from './sides.ts';

// npm run bench [-- --short] [--beside N]: measures the paths of the service beside three programs that do the same durable
// work, by turns in the same run: with the service's own SQL (limit.ts), with the least (barest.ts), and with the least and
// pipelined statements. --beside adds busy processes (busy.ts). Uploads are compared with a plain stream by
// `npm run bench:documents`.

const isShort = process.argv.includes('--short');
const CANDIDATES = isShort ? 1000 : 20_000;
const SECONDS = 5;
const PROCESSES = 2;
const EXTENT = isShort
  ? { rounds: 1, until: { requests: 200 }, changedRecords: 200, lonelyRequests: 20 }
  : { rounds: 5, until: { seconds: SECONDS }, changedRecords: 3000, lonelyRequests: 300 };

const environment = await startEnvironment();
const results: PathResult[] = [];
const latencies: LatencyResult[] = [];
try {
  await environment.fill(CANDIDATES);
  const { tenantId } = environment;
  const [{ first, last }] = await environment.query(
    'SELECT min(id) AS first, max(id) AS last FROM candidate WHERE tenant_id = $1',
    [tenantId],
  );
  const full = last;
  await fillCandidate(environment, full);
  const sides = await startSides(environment, { first, full });
  await startBusy();
  const paths = new Paths(environment, sides, EXTENT);
  const someId = (index: number) => first + ((index * 7919) % (last - first));
  const add = (result: PathResult) => {
    results.push(result);
    console.log(formatPath(result));
  };

  add(
    await paths.requests({
      name: 'master data (countries)',
      targets: { limit: 0.6, barest: 0.8 },
      // It needs no statement, so there is nothing to pipeline.
      pathOf: (side) =>
        side === 'service' ? '/v3/masterdata/countries' : side === 'pipelined' ? undefined : '/masterdata',
    }),
  );
  // On a busy machine, some would otherwise be read for the first time in each round.
  await paths.readAll();
  add(
    await paths.requests({
      name: 'read a candidate',
      targets: { limit: 0.7, barest: 0.8 },
      pathOf: (side, index) => readPath(side, someId(index)),
    }),
  );
  add(
    await paths.requests({
      name: 'read a candidate with 20 sub-records',
      targets: { barest: 0.75 },
      pathOf: (side) => readPath(side, full),
    }),
  );
  const firstReads = paths.firstReads({ first, count: last - first });
  add(await paths.requests(firstReads));
  const creation = {
    name: 'create a candidate',
    targets: { limit: 0.6, barest: 0.8 },
    pathOf: createPath,
    bodyOf: paths.newBody,
  };
  add(await paths.requests(creation));
  latencies.push(await paths.latency(firstReads));

  const window = await prepareWindow(first);
  add(
    await paths.requests({
      name: 'hour window of 300 changes',
      pathOf: (side) => (side === 'service' ? window.service : side === 'limit' ? window.limit : undefined),
    }),
  );
  const [{ count }] = await environment.query(
    'SELECT count(*)::int AS count FROM candidate WHERE tenant_id = $1',
    [tenantId],
  );
  add(await paths.transfer('list', count, { barest: 0.5 }));
  add(await paths.transfer('export', count));
  await paths.readAll();
  add(await paths.transfer('export', count, { limit: 0.5, barest: 0.65 }, ', each read before'));
  // Over 16, all wait for the same commit, so that Node and PostgreSQL work by turns. This is what both can do.
  add(await paths.requests({ ...creation, name: `${creation.name}, 64 connections`, connections: 64 }));
  latencies.push(await paths.latency(creation));
  latencies.push(
    await paths.latency({
      name: 'read a candidate',
      pathOf: (side, index) => readPath(side, someId(index)),
    }),
  );
  const memory = await measureMemory(environment, sides);
  // As it is installed, with a process for each processor. A process that has only a part of the connections needs more for each call.
  const service = await startTogether(environment, PROCESSES);
  add(await paths.requests({ ...creation, name: `${creation.name}, ${PROCESSES} processes`, service }));
  add(
    await paths.requests({
      name: `read a candidate, ${PROCESSES} processes`,
      pathOf: (side, index) => readPath(side, someId(index)),
      service,
    }),
  );
  console.log(formatMemory(memory));
  for (const { name, milliseconds } of latencies)
    console.log(`${name}, alone, p50 in ms:`, JSON.stringify(milliseconds));
  if (!isShort) {
    const { explanation, lines } = httpSection({
      results,
      latencies,
      memory,
      candidates: CANDIDATES,
      rounds: EXTENT.rounds,
      seconds: SECONDS,
    });
    await writeSection('http', 'Requests compared with minimal programs', explanation, lines);
  }
} finally {
  await environment.stop();
}

/** The hour in which the candidates were created has all of them, but a typical hour has a few hundred changes. */
async function prepareWindow(first: number): Promise<{ service: string; limit: string }> {
  const { tenantId, query } = environment;
  const hourMs = 3_600_000;
  const [{ at }] = await query('SELECT min(changed_at) AS at FROM change_log WHERE tenant_id = $1', [
    tenantId,
  ]);
  const fromMs = Math.floor(new Date(at).getTime() / hourMs) * hourMs;
  const before = new Date(fromMs - hourMs);
  await query(
    `UPDATE change_log
        SET changed_at = CASE WHEN record_id > $1 THEN changed_at - interval '1 day'
                              ELSE $2::timestamptz - interval '59 minutes' END
      WHERE tenant_id = $3`,
    [first + 300, new Date(fromMs).toISOString(), tenantId],
  );
  const day = before.toISOString().slice(0, 10);
  return {
    service: `/v3/candidates/export/candidates/changes/${day}/${before.getUTCHours()}`,
    limit: `/window/x/${before.getTime()}/${before.getTime() + hourMs}`,
  };
}
