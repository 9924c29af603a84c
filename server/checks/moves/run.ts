import { availableParallelism, totalmem } from 'node:os';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { describeTenant, judge } from './judge.ts';
import { runMoves } from './suite.ts';

// npm run moves: moves tenants between three database servers for a minute while their callers write, and proves that nothing was
// lost, doubled, reordered, or altered, and that no call got 500.
//
// Two services with three processes work for three tenants. Two of the tenants move. During the moves, a server is killed and started
// again, a command is killed and run again, and a process is paused. Then the judge of npm run chaos compares what was acknowledged
// with the records, the documents, the deliveries, and the feed.
//
//   npm run moves                                 a new seed, a minute, 9 moves
//   npm run moves -- --seed 7 --seconds 120 --moves 20
//
//   installation.ts   the servers, the services, and the tenants
//   suite.ts          the load and the moves
//   judge.ts          what is compared

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    seconds: { type: 'string', default: '60' },
    moves: { type: 'string', default: '9' },
    writers: { type: 'string', default: '4' },
  },
});
const tell = (line: string) => console.log(line);
tell(
  `seed ${values.seed}, ${values.seconds} s, ${values.moves} moves, ${values.writers} writers for each tenant`,
);
tell(`${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.version}`);

test('moves', async () => {
  const installation = await runMoves({
    seed: Number(values.seed),
    moves: Number(values.moves),
    seconds: Number(values.seconds),
    writers: Number(values.writers),
    documentBytes: 200_000,
    withWebhooks: true,
    tell,
  });
  const findings = await judge(installation, { withWebhooks: true });
  for (const tenant of installation.tenants) tell(describeTenant(tenant));
  for (const finding of findings) tell(`FINDING ${finding}`);
  tell(findings.length === 0 ? 'nothing was lost' : `${findings.length} findings`);
  await installation.stop();
  if (findings.length > 0) throw new Error(`${findings.length} findings`);
});
