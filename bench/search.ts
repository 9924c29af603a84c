import { indexMarked } from '../server/areas/search/index.ts';
import { createUser } from '../server/areas/users/index.ts';
import { openDatabase } from '../server/core/db/connection.ts';
import { startEnvironment } from './environment.ts';
import { writeSection } from './results.ts';
import { fillSearch } from './search-data.ts';

// npm run bench:search [-- --candidates N] [-- --short]: the time of candidate searches over HTTP, one at a time, and of the
// indexer. Nothing is analyzed before, except by autovacuum.

const isShort = process.argv.includes('--short');
const candidatesAt = process.argv.indexOf('--candidates');
const CANDIDATES = candidatesAt === -1 ? (isShort ? 1000 : 10_000) : Number(process.argv[candidatesAt + 1]);
const CALLS = isShort ? 20 : 100;

const CITIES = ['Berlin', 'Hamburg', 'München', 'Köln', 'Leipzig', 'Bremen', 'Dresden', 'Hannover'];
const PREFIXES = ['mey', 'schm', 'wag', 'fisch', 'krü', 'neum', 'hof', 'zim', 'sch', 'bau'];
const pick = (list: readonly string[], index: number) => list[index % list.length]!;

const KINDS: { name: string; limitMs: number; body(index: number): object }[] = [
  { name: 'name prefix', limitMs: 50, body: (index) => ({ text: pick(PREFIXES, index) }) },
  {
    name: 'first and last name',
    limitMs: 50,
    body: (index) => ({ text: `${pick(['Anna', 'Peter', 'Mehmet'], index)} ${pick(PREFIXES, index)}` }),
  },
  {
    name: 'beginning of a phone number',
    limitMs: 50,
    body: (index) => ({ text: `0151 5${100 + (index % 900)}` }),
  },
  {
    name: 'two words, three filters, and a radius',
    limitMs: 150,
    body: (index) => ({
      text: 'Stapler Lager',
      statusIds: [2005, 2004],
      driversLicenseIds: [339],
      languages: [{ languageId: 1, minimumLevelId: 631 }],
      around: { place: pick(CITIES, index), radiusKm: 30 },
    }),
  },
  {
    name: 'common word',
    limitMs: 300,
    body: (index) => ({ text: pick(['Lager', 'Versand', 'Teamfähigkeit'], index) }),
  },
  { name: 'rare word of a CV', limitMs: 50, body: (index) => ({ text: `Fachwort${1000 + (index % 900)}` }) },
  { name: 'no words', limitMs: 150, body: () => ({}) },
  {
    name: 'no words, one status and branch',
    limitMs: 150,
    body: () => ({ statusIds: [2003], officeIds: [1] }),
  },
];

const environment = await startEnvironment();
const database = openDatabase({
  url: environment.databaseUrl,
  maximumConnections: 4,
  transactionTimeoutMs: 600_000,
});
try {
  const { tenantId } = environment;
  await fillSearch(environment, CANDIDATES);
  const startedMs = performance.now();
  await indexMarked({ database });
  const perSecond = CANDIDATES / ((performance.now() - startedMs) / 1000);
  const [{ terms, bytes }] = await environment.query(
    `SELECT (SELECT count(*)::int FROM candidate_search_term) AS terms,
            (pg_total_relation_size('candidate_search_term') + pg_total_relation_size('candidate_search'))::float8 AS bytes`,
  );
  console.log(
    `${CANDIDATES} candidates: ${perSecond.toFixed(0)} indexed per second, ${(terms / CANDIDATES).toFixed(0)} terms and ${(bytes / CANDIDATES / 1024).toFixed(1)} KiB of index each`,
  );
  const user = {
    email: 'bench@example.org',
    password: 'a long password of a bench',
    role: 'recruiter',
  } as const;
  await createUser(database.tenant(tenantId), tenantId, { ...user, firstName: 'Bench', lastName: 'User' });
  const cookie = await signIn(user);
  const rows: string[] = [];
  for (const { name, limitMs, body } of KINDS) {
    const times: number[] = [];
    const totals: number[] = [];
    for (let index = -3; index < CALLS; index++) {
      const callMs = performance.now();
      const { total } = await search(cookie, body(index + 3));
      if (index >= 0) times.push(performance.now() - callMs);
      totals.push(total);
    }
    times.sort((a, b) => a - b);
    const [p50, p95] = [times[CALLS >> 1]!, times[Math.floor(CALLS * 0.95)]!];
    const found = `${Math.min(...totals)} to ${Math.max(...totals)}`;
    console.log(
      `${name.padEnd(40)} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (at most ${limitMs}), ${found} found`,
    );
    rows.push(`| ${name} | ${found} | ${p50.toFixed(1)} | ${p95.toFixed(1)} | ${limitMs} |`);
  }
  if (!isShort) {
    await writeSection(
      `search-${CANDIDATES}`,
      `Searching ${CANDIDATES.toLocaleString('en')} candidates`,
      `Measured by \`npm run bench:search -- --candidates ${CANDIDATES}\`: ${CALLS} searches of each kind over HTTP, one at a time, in milliseconds as the caller measures them; 10,000 found means that or more. Indexing: ${perSecond.toFixed(0)} candidates per second, ${(terms / CANDIDATES).toFixed(0)} terms and ${(bytes / CANDIDATES / 1024).toFixed(1)} KiB of index for each; three of ten have a CV of 200 words.`,
      ['| search | found | p50 | p95 | at most, p95 |', '|---|---:|---:|---:|---:|', ...rows],
    );
  }
} finally {
  await database.close();
  await environment.stop();
}

async function call(path: string, body: object, headers: Record<string, string>): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${environment.servicePort}/platform${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'user-agent': 'bench/1.0',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  if (response.status !== 200)
    throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return response;
}

async function signIn({ email, password }: { email: string; password: string }): Promise<string> {
  const response = await call('/session', { email, password }, {});
  return response.headers.get('set-cookie')!.split(';')[0]!;
}

async function search(cookie: string, body: object): Promise<{ total: number }> {
  return (await (await call('/candidates/search', { ...body, limit: 25 }, { cookie })).json()) as {
    total: number;
  };
}
