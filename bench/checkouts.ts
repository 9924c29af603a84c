import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { median } from './measure.ts';

// npm run bench:checkouts -- PATH [--rounds N]: frequent operations per second in another checkout of the repository and in this
// one. Each has its own service and database. They are measured by turns, the order changes with each round, and the first round
// is a warm-up.

const [other, option, value] = process.argv.slice(2);
if (other === undefined) throw new Error('Pass the path of another checkout, whose packages are installed.');
const ROUNDS = option === '--rounds' ? Number(value) : 9;

interface Side {
  child: ChildProcess;
  paths: string[];
}

async function start(checkout: string): Promise<Side> {
  const child = fork(join(import.meta.dirname, 'checkout-side.ts'), [resolve(checkout)]);
  const [{ paths }] = (await once(child, 'message')) as [{ paths: string[] }];
  return { child, paths };
}

async function measure({ child }: Side, path: string): Promise<number> {
  child.send(path);
  const [{ perSecond }] = (await once(child, 'message')) as [{ perSecond: number }];
  return perSecond;
}

const sides = [await start(other), await start(join(import.meta.dirname, '..'))] as const;
for (const path of sides[0].paths) {
  const rates: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const rate = await measure(sides[index], path);
      if (round > 0) rates[index].push(rate);
    }
  }
  const ratios = rates[1].map((rate, round) => rate / rates[0][round]!);
  console.log(
    `${path.padEnd(24)} ${median(rates[0]).toFixed(1).padStart(8)} ${median(rates[1]).toFixed(1).padStart(8)} per second, median of the ratios ${median(ratios).toFixed(3)}`,
  );
}
for (const { child } of sides) child.disconnect();
