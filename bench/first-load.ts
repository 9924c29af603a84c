import { PlannerStatistics } from '../server/core/db/planner-statistics.ts';
import { startBusy } from './busy.ts';
import { startEnvironment } from './environment.ts';
import { writeSection } from './results.ts';
import { SmallClient } from './small-client.ts';

// npm run bench:first-load [-- --candidates N] [--short] [--without-statistics] [--beside N]: the first import of an
// installation. Creates 300,000 candidates in an empty database, all with the same name and phone number and each with an email
// address of its own, and compares the rate of the last tenth with that of the first. Exits with 1 if it is below 0.9. --beside
// adds busy processes (busy.ts).

const isShort = process.argv.includes('--short');
const candidatesAt = process.argv.indexOf('--candidates');
const CANDIDATES = candidatesAt === -1 ? (isShort ? 2000 : 300_000) : Number(process.argv[candidatesAt + 1]);
/** To see what happens if nothing but autovacuum makes statistics. */
const HAS_STATISTICS = !process.argv.includes('--without-statistics');
const CONNECTIONS = 32;
const PARTS = 10;
const MINIMUM_RATIO = 0.9;

const environment = await startEnvironment();
const statistics = HAS_STATISTICS
  ? new PlannerStatistics({ url: environment.databaseUrl, onFailure: (error) => console.error(error) })
  : undefined;
const rates: number[] = [];
try {
  await startBusy();
  const connections = Array.from({ length: CONNECTIONS }, () => new SmallClient(environment.servicePort));
  let next = 0;
  for (let part = 1; part <= PARTS; part++) {
    const startedMs = performance.now();
    const startedAt = next;
    const end = Math.round((CANDIDATES * part) / PARTS);
    await Promise.all(
      connections.map(async (connection) => {
        while (next < end) {
          const { status } = await connection.send(creation(next++));
          if (status !== 200) throw new Error(`A creation returned ${status}.`);
        }
      }),
    );
    rates.push(((end - startedAt) / (performance.now() - startedMs)) * 1000);
    console.log(`${end} candidates: ${rates.at(-1)!.toFixed(0)} per second`);
  }
  for (const connection of connections) connection.close();
} finally {
  await statistics?.stop();
  await environment.stop();
}
const ratio = rates.at(-1)! / rates[0]!;
console.log(`last tenth beside the first: ${ratio.toFixed(2)} (at least ${MINIMUM_RATIO})`);
if (!isShort && HAS_STATISTICS) {
  await writeSection(
    'first-load',
    `The first ${CANDIDATES.toLocaleString('en')} candidates`,
    `Measured by \`npm run bench:first-load\`: creations per second over ${CONNECTIONS} connections, from an empty database on, in tenths. The last tenth has ${ratio.toFixed(2)} of the rate of the first.`,
    ['| candidates | per second |', '|---:|---:|'].concat(
      rates.map((rate, index) => `| ${(CANDIDATES * (index + 1)) / PARTS} | ${rate.toFixed(0)} |`),
    ),
  );
}
process.exitCode = ratio >= MINIMUM_RATIO || isShort ? 0 : 1;

function creation(index: number): string {
  const body = JSON.stringify({
    firstName: 'Ada',
    lastName: 'Muster',
    contact: { email: `person.${index}@example.org`, mobile: '+49 151 23456789' },
  });
  return `POST /v3/candidates HTTP/1.1\r\nHost: x\r\nUser-Agent: bench/1.0\r\nAuthorization: Bearer ${environment.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
