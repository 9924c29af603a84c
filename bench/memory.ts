import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandLine, processTree } from '../server/testing/processes.ts';
import { makeTemporaryDirectory } from '../server/testing/temporary-directory.ts';
import { formatMemory } from './http-section.ts';
import { memoryOf, type ProcessMemory } from './process-memory.ts';
import { writeSection } from './results.ts';
import { proportions } from './tree-memory.ts';

// npm run bench:memory [-- --short]: starts a new installation with the demo tenant, as an operator does, waits, and measures
// the memory of all its processes.

const isShort = process.argv.includes('--short');
const IDLE_SECONDS = isShort ? 2 : 60;
const WORKERS = 2;
const MAXIMUM_SUPERVISOR = 80;
const MAXIMUM_SUM = 350;

const KINDS: [name: string, commandLine: RegExp][] = [
  ['supervisor', /stellwerk\.js start/],
  ['processes of the service', /service-process\.ts/],
  [
    'PostgreSQL, connections',
    /^postgres: (?!checkpointer|background|walwriter|autovacuum|logical|io worker|archiver|startup)/,
  ],
  ['PostgreSQL, other processes', /postgres/],
  ['other', /./],
];

const directory = await makeTemporaryDirectory('stellwerk-bench-memory-');
const service = spawn(process.execPath, [join(import.meta.dirname, '../server/bin/stellwerk.js'), 'start'], {
  env: { PATH: process.env.PATH, DATA_DIR: directory, PORT: '0', WORKERS: String(WORKERS) },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  await untilRunning();
  await delay(IDLE_SECONDS * 1000);
  const memory = await measure(service.pid!);
  const sum = memory.reduce((total, { proportional }) => total + proportional, 0);
  const supervisor = memory[0]!.resident;
  console.log(formatMemory(memory));
  console.log(
    `supervisor ${supervisor.toFixed(0)} MiB resident (at most ${MAXIMUM_SUPERVISOR}), all processes ${sum.toFixed(0)} MiB proportional (at most ${MAXIMUM_SUM})`,
  );
  if (!isShort)
    await writeSection(
      'memory',
      'Memory of an idle installation',
      `Measured by \`npm run bench:memory\`: a new installation with the demo tenant and ${WORKERS} processes, ${IDLE_SECONDS} s after its start message, in MiB. Resident counts what processes share several times. Proportional counts it once, in parts, and does not depend on what else runs on the machine.`,
      [
        '| processes | number | resident | proportional | at most |',
        '|---|---:|---:|---:|---:|',
        ...memory.map(
          ({ name, processes, resident, proportional }, index) =>
            `| ${name} | ${processes} | ${resident.toFixed(0)} | ${proportional.toFixed(0)} | ${index === 0 ? `${MAXIMUM_SUPERVISOR} resident` : ''} |`,
        ),
        `| all | | | ${sum.toFixed(0)} | ${MAXIMUM_SUM} proportional |`,
      ],
    );
  if (supervisor > MAXIMUM_SUPERVISOR || sum > MAXIMUM_SUM) process.exitCode = 1;
} finally {
  service.kill('SIGTERM');
  if (service.exitCode === null) await once(service, 'exit');
  await rm(directory, { recursive: true, force: true });
}

async function untilRunning(): Promise<void> {
  let output = '';
  for await (const text of service.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += text;
    if (output.includes('Stellwerk is running')) {
      service.stdout.resume();
      return;
    }
  }
  throw new Error(`The service did not start.\n${output}`);
}

/** The memory of the process and its descendants by kind, the process itself first. */
async function measure(pid: number): Promise<ProcessMemory[]> {
  const tree = await processTree(pid);
  const pids = new Map<string, number[]>(KINDS.map(([name]) => [name, []]));
  for (const member of tree) {
    const words = await commandLine(member);
    const kind = KINDS.find(([, pattern]) => pattern.test(words));
    if (kind !== undefined) pids.get(kind[0])!.push(member);
  }
  const parts = await proportions(tree);
  const memory: ProcessMemory[] = [];
  for (const [name, members] of pids) {
    if (members.length === 0) continue;
    const proportional = members.reduce((sum, member) => sum + (parts.get(member) ?? 0), 0);
    memory.push({ ...(await memoryOf(name, members)), proportional });
  }
  return memory;
}
