import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { watchForeignRows } from './concurrent/foreign-rows.ts';
import { MemoryCurve } from './concurrent/memory-curve.ts';
import { describeFailure, minimize, replay, type Sequence, saveSequence } from './concurrent/reproduce.ts';
import { type FuzzedService, startFuzzedService } from './concurrent/service.ts';
import { Storm } from './concurrent/storm.ts';

// npm run fuzz: the long form. Sends requests to the processes of a service, and judges the responses, the rows of the
// second tenant, the acknowledged records, and the memory of the processes. Exits with 1 if anything failed.

const MINUTE_MS = 60_000;
const MAXIMUM_MINIMIZED = 5;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '30000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    concurrency: { type: 'string', default: '16' },
    /** The time after which the run ends, whatever is left. */
    minutes: { type: 'string', default: '120' },
    /** A file that an earlier run has written. */
    replay: { type: 'string' },
  },
});

const service = await startFuzzedService();
try {
  const passed = values.replay === undefined ? await fuzz(service) : await replayFile(service, values.replay);
  process.exitCode = passed ? 0 : 1;
} finally {
  await service.stop();
}

async function fuzz({ world, memory, logPath }: FuzzedService): Promise<boolean> {
  const seed = Number(values.seed);
  const requests = Number(values.requests);
  console.log(`seed ${seed}, ${requests} requests, ${values.concurrency} at once`);
  const foreignChanges = await watchForeignRows(world);
  const startedAt = performance.now();
  const storm = new Storm(world, {
    seed,
    requests,
    concurrency: Number(values.concurrency),
    deadline: startedAt + Number(values.minutes) * MINUTE_MS,
    // Now, because the run can be interrupted before it reports.
    onFailure: (failure) => console.log(`${new Date().toISOString()} FAILED ${describeFailure(failure)}`),
  });
  const curve = new MemoryCurve({
    resident: memory.resident,
    withoutGarbage: () => storm.whilePaused(memory.withoutGarbage),
  });
  curve.start(() => storm.sent);
  const progress = setInterval(() => console.log(describeProgress(storm, curve, startedAt)), MINUTE_MS);
  const lost = await storm.run();
  clearInterval(progress);
  await curve.stop();
  console.log(describeProgress(storm, curve, startedAt));
  console.log(describeStatuses(storm.statuses));
  console.log(curve.describe());
  const silent = [...world.operations.keys()].filter((key) => !storm.succeeded.has(key));
  console.log(`operations without a success: ${silent.join(', ') || 'none'}`);
  const faults = [...lost, ...(await foreignChanges()), ...curve.faults()];
  if (storm.sent < requests && storm.failures.length === 0) faults.push(`sent ${storm.sent} of ${requests}`);
  for (const fault of faults) console.log(`FAILED ${fault}`);
  for (const [index, failure] of storm.failures.entries()) {
    console.log(`FAILED ${describeFailure(failure)}`);
    if (index >= MAXIMUM_MINIMIZED) continue;
    const sequence = await minimize(world, seed, failure);
    const path = join(tmpdir(), `fuzz-${seed}-${index + 1}.json`);
    await saveSequence(path, sequence);
    const again = sequence.isReproduced ? 'fails again with' : 'does not fail again one by one; saved are';
    console.log(`  ${again} ${sequence.requests.length} requests: npm run fuzz -- --replay ${path}`);
  }
  const count = faults.length + storm.failures.length;
  if (count > 0) console.log((await readFile(logPath, 'utf8')).split('\n').slice(-20).join('\n'));
  console.log(
    `${count === 0 ? 'passed' : `${count} failures`}: seed ${seed}, ${storm.sent} requests, ${storm.created} records created and found, ${Math.round((performance.now() - startedAt) / 1000)} s`,
  );
  return count === 0;
}

async function replayFile({ world }: FuzzedService, path: string): Promise<boolean> {
  const { requests, faults: before }: Sequence = JSON.parse(await readFile(path, 'utf8'));
  const faults = await replay(world, requests, ({ number, method, path: at }, { status, body }) =>
    console.log(`${number} ${method} ${at} → ${status} ${body.toString('utf8').slice(0, 200)}`),
  );
  console.log(faults.length === 0 ? `passed; before: ${before.join('; ')}` : `FAILED ${faults.join('; ')}`);
  return faults.length === 0;
}

function describeProgress({ sent, created, failures }: Storm, curve: MemoryCurve, startedAt: number): string {
  const seconds = (performance.now() - startedAt) / 1000;
  return `${(seconds / 60).toFixed(1)} min: ${sent} requests, ${Math.round(sent / seconds)}/s, ${created} records, ${curve.latest} MiB, ${failures.length} failures, fuzzer ${Math.round(process.cpuUsage().user / 1e6)} CPU s`;
}

function describeStatuses(statuses: ReadonlyMap<string, number>): string {
  const surfaces = Map.groupBy([...statuses].sort(), ([name]) => name.split(' ')[0]!);
  return [...surfaces]
    .map(
      ([surface, counts]) =>
        `${surface}: ${counts.map(([name, count]) => `${count} × ${name.split(' ')[1]}`)}`,
    )
    .join('\n');
}
