import { availableParallelism, totalmem } from 'node:os';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { FAULTS, type FaultName } from './faults.ts';
import type { Layout } from './installation.ts';
import { stopEvidence } from './judge/evidence.ts';
import { judge } from './judge/judge.ts';
import { Random } from './random.ts';
import { describeLoad, describeLog, runFaults } from './suite.ts';

// npm run chaos: breaks a running service for ten minutes and proves that nothing was lost.
//
// It starts the real service (`stellwerk start`, several processes) with everything that it needs behind links that can be
// cut, slowed down, and frozen: a PostgreSQL server on a file system that can be full, a document store, and a receiver of
// webhooks. Writers, readers, uploads, a mirror, a reader of the feed, and a reader of the windows work all the time. A plan
// made from a seed breaks one thing after the other, and now and then two at once (faults.ts). Then everything is healed,
// and the judge compares what was acknowledged with what is there (judge/). It uses its own SQL and its own arithmetic.
//
//   npm run chaos                                a new seed, ten minutes
//   npm run chaos -- --seed 7 --seconds 120      repeats the plan and the load of a seed
//   npm run chaos -- --store s3 --roles apart    chooses the layout, which otherwise follows from the seed
//   npm run chaos -- --without 'fill the disk of the database' --without 'step the clock back'
//   npm run chaos -- --only 'kill a process' --only 'cut the callers'
//
// The same seed gives the same plan and the same choices of the load. The timing between processes is never the same.
//
//   run.ts, suite.ts     the command, and the course of a run
//   plan.ts, faults.ts   which fault when, and what each one does
//   installation.ts      the service and what it needs: service-slot.ts, database.ts, volume.ts, link.ts, receiver.ts
//   writers.ts           the writes, whose acknowledgements ledger.ts keeps; followers.ts has the readers
//   judge/               one check for each promise

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    seconds: { type: 'string', default: '600' },
    store: { type: 'string' },
    roles: { type: 'string' },
    without: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', multiple: true },
  },
});
const seed = Number(values.seed);
const seconds = Number(values.seconds);
if (!Number.isInteger(seed) || !(seconds > 0))
  throw new Error('--seed must be an integer, --seconds a positive number.');
const names = Object.keys(FAULTS) as FaultName[];
for (const name of [...values.without, ...(values.only ?? [])])
  if (!names.includes(name as FaultName))
    throw new Error(`There is no fault "${name}". The faults: ${names.join(', ')}.`);
const leftOut = names.filter(
  (name) => values.without.includes(name) || values.only?.includes(name) === false,
);
const random = new Random(seed);
const layout: Layout = {
  store: (values.store as Layout['store']) ?? random.pick(['directory', 's3']),
  roles: (values.roles as Layout['roles']) ?? random.pick(['all', 'apart']),
};
const tell = (line: string) => console.log(line);
tell(`seed ${seed}, ${seconds} s, store ${layout.store}, roles ${layout.roles}`);
tell(`${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.version}`);

test('chaos', async () => {
  const evidence = await runFaults({
    ...{ seed, seconds, layout, tell },
    writers: 6,
    pauseMs: 150,
    documentBytes: 4_000_000,
    longestFaultSeconds: Math.min(45, seconds / 6),
    without: Object.fromEntries(leftOut.map((name) => [name, 'an option'])),
  }).catch((error) => {
    tell(`The run could not be completed: ${error.stack}`);
    throw error;
  });
  const findings = await judge(evidence);
  for (const finding of findings) tell(`FINDING ${finding}`);
  if (findings.length > 0) tell(describeLog(evidence));
  tell(describeLoad(evidence));
  tell(`seed ${seed}: ${findings.length === 0 ? 'nothing was lost' : `${findings.length} findings`}`);
  await stopEvidence(evidence);
  if (findings.length > 0)
    throw new Error(`${findings.length} findings. Repeat: npm run chaos -- --seed ${seed}`);
});
