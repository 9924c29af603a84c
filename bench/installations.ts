import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Stellwerk } from '../sdk/index.ts';
import { median } from './measure.ts';

// npm run bench:installations -- A/demo.json B/demo.json [--calls 60]: calls two running installations by turns, such as one whose
// tenants Citus distributes and one on a plain server. The files are in their data directories. Prints milliseconds per call: the
// first decile and the median of each, and the ratio of the first deciles.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { calls: { type: 'string', default: '60' } },
});
if (positionals.length !== 2) throw new Error('Pass the files demo.json of two running installations.');
const calls = Number(values.calls);
const WARM_UP = 10;
const STATUSES = [2003, 2005];

type Call = (index: number) => Promise<unknown>;

const installations = await Promise.all(positionals.map(open));
console.log(`ms per call        ${positionals.join('  and  ')}`);
for (const name of Object.keys(installations[0]!)) {
  const times = installations.map((): number[] => []);
  for (let index = 0; index < calls + WARM_UP; index++) {
    for (const [side, installation] of installations.entries()) {
      const startedMs = performance.now();
      await installation[name]!(index);
      if (index >= WARM_UP) times[side]!.push(performance.now() - startedMs);
    }
  }
  const [a, b] = times.map(firstDecile) as [number, number];
  const shown = times.map((side) => `${firstDecile(side).toFixed(1)} (${median(side).toFixed(1)})`);
  console.log(`${name.padEnd(32)} ${shown.join('   ')}   ratio ${(a / b).toFixed(1)}`);
}

function firstDecile(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 10)]!;
}

async function open(path: string): Promise<Record<string, Call>> {
  const demo = JSON.parse(await readFile(path, 'utf8'));
  const client = new Stellwerk({
    apiHost: demo.baseUrl.replace(/\/v3$/, ''),
    clientId: demo.clientId,
    clientSecret: demo.clientSecret,
    customerName: 'Bench',
  });
  const { id } = await client.candidates.create({ firstName: 'Ada', lastName: 'Bench' });
  const { id: companyId } = await client.companies.create({ name: 'Bench' });
  return {
    'create a candidate': (index) =>
      client.candidates.create({ firstName: 'Ada', lastName: `Bench ${index}` }),
    'change a candidate': (index) => client.candidates.change(id, { lastName: `Bench ${index}` }),
    'set its status': (index) => client.candidates.setStatus(id, { statusId: STATUSES[index % 2]! }),
    'read it after a change': async (index) => {
      await client.candidates.change(id, { lastName: `Bench ${index}` });
      return client.candidates.get(id);
    },
    'read it again': () => client.candidates.get(id),
    'add a site': (index) => client.sites.create(companyId, { description: `Bench ${index}` }),
    'list job ads': () => client.jobAds.list(),
    'read changes': () => client.changes.list({ limit: 100 }),
  };
}
