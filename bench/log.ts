import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readOptions } from './checkouts.ts';
import { median } from './measure.ts';

// npm run bench:log [-- --short] [--checkout PATH]…: a process writes the lines of requests to its log, some in each turn of the event
// loop, and `cat` reads them from a pipe. CPU time of the process, all threads, for each line. By turns with the log of other checkouts of
// the repository, whose packages are installed.

const { short: isShort, checkout: checkouts } = readOptions();
const ROUNDS = isShort ? 1 : 9;
const LINES = isShort ? 20_000 : 400_000;
const LINES_IN_A_TURN = 4;
const LINE = `{"level":30,"time":1790000000000,"pid":4711,"requestId":"00000000-0000-4000-8000-000000000000","method":"GET","operation":"getCandidate","status":200,"elapsedMs":1.2,"tenantId":1,"msg":"request"}\n`;

/** Runs in a process of its own, and prints microseconds per line on standard error. */
const PROGRAM = `
  const { createLog, writeLine } = await import(process.argv[1]);
  const log = createLog('info');
  let left = ${LINES};
  const before = process.cpuUsage();
  const turn = () => {
    for (let n = 0; n < ${LINES_IN_A_TURN}; n++) writeLine(log, ${JSON.stringify(LINE)});
    left -= ${LINES_IN_A_TURN};
    if (left > 0) return setImmediate(turn);
    const { user, system } = process.cpuUsage(before);
    process.stderr.write(String((user + system) / ${LINES}));
  };
  turn();`;

async function measure(checkout: string): Promise<number> {
  const file = pathToFileURL(join(resolve(checkout), 'server/core/log.ts')).href;
  const shell = spawn(
    'sh',
    ['-c', '"$0" --input-type=module --eval "$1" "$2" | cat > /dev/null', process.execPath, PROGRAM, file],
    { stdio: ['ignore', 'inherit', 'pipe'] },
  );
  const [texts] = await Promise.all([shell.stderr.setEncoding('utf8').toArray(), once(shell, 'close')]);
  return Number(texts.join(''));
}

const times = new Map<string, number[]>();
for (let round = 0; round < ROUNDS; round++) {
  for (const checkout of [...checkouts, join(import.meta.dirname, '..')])
    times.set(checkout, [...(times.get(checkout) ?? []), await measure(checkout)]);
}
for (const [checkout, all] of times) {
  const range = `${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}`;
  console.log(`${checkout}: ${median(all).toFixed(2)} µs of CPU time for each line (${range})`);
}
