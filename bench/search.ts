import { loadavg } from 'node:os';
import { indexMarked } from '../server/areas/search/index.ts';
import { openDatabase } from '../server/core/db/connection.ts';
import { fillCustomers } from './customer-data.ts';
import { CUSTOMER_SEARCHES, LIMIT_MS } from './customer-searches.ts';
import { startEnvironment } from './environment.ts';
import { findAnywhere, searchList, signInRecruiter } from './recruiter.ts';
import { writeSection } from './results.ts';
import { fillSearch, untilVacuumed } from './search-data.ts';
import { COLUMNS, type Kind, measureKinds } from './search-rows.ts';
import { SEARCHES } from './searches.ts';

// npm run bench:search [-- --candidates N] [--companies N] [-- --short]: the time of searches over HTTP, one at a time, and of the
// indexer. With as many requests as companies, of which each has one to three contacts; 0 leaves a part out. Nothing is analyzed
// before, except by the service and by autovacuum.

const isShort = process.argv.includes('--short');
const countOf = (option: string) => {
  const at = process.argv.indexOf(option);
  return at === -1 ? (isShort ? 1000 : 10_000) : Number(process.argv[at + 1]);
};
const CANDIDATES = countOf('--candidates');
const COMPANIES = countOf('--companies');
const CALLS = isShort ? 20 : 100;

const environment = await startEnvironment();
const database = openDatabase({
  url: environment.databaseUrl,
  maximumConnections: 4,
  transactionTimeoutMs: 600_000,
});
const recruiter = await signInRecruiter(environment, database);

/** Indexes what was filled, and returns how many records that were in a second, and the size of a table of terms for each. */
async function index(records: number, table: 'candidate_search_term' | 'record_search_term') {
  const startedMs = performance.now();
  await indexMarked({ database });
  const perSecond = records / ((performance.now() - startedMs) / 1000);
  if (!isShort) await untilVacuumed(environment, table);
  const [{ terms, bytes }] = await environment.query(
    `SELECT (SELECT count(*)::int FROM ${table}) AS terms, pg_total_relation_size('${table}')::float8 AS bytes`,
  );
  const text = `${perSecond.toFixed(0)} indexed per second, ${(terms / records).toFixed(0)} terms and ${(bytes / records / 1024).toFixed(1)} KiB of index each`;
  console.log(`${records} records: ${text}`);
  return text;
}

const explain = () =>
  `${CALLS} searches of each kind over HTTP, one at a time, in milliseconds as the caller measures them; 10,000 found means that or more. CPU is the time of the service and its database for one search, which other work on the machine changes least: its average load was ${loadavg()[2]!.toFixed(0)}. Searched after autovacuum has been over the index.`;

async function searchCandidates(): Promise<void> {
  await fillSearch(environment, CANDIDATES);
  const indexed = await index(CANDIDATES, 'candidate_search_term');
  const kinds = SEARCHES.map(
    ({ name, limitMs, body }): Kind => ({
      name,
      limitMs,
      prepare: async (call) => async () =>
        (await searchList(recruiter, '/candidates/search', body(call))).total,
    }),
  );
  const rows = await measureKinds(environment, kinds, CALLS);
  if (isShort) return;
  await writeSection(
    `search-${CANDIDATES}`,
    `Searching ${CANDIDATES.toLocaleString('en')} candidates`,
    `Measured by \`npm run bench:search -- --candidates ${CANDIDATES}\`: ${explain()} ${indexed}; three of ten have a CV of 200 words.`,
    [...COLUMNS, ...rows],
  );
}

async function searchCustomers(): Promise<void> {
  await fillCustomers(environment, { companies: COMPANIES, requests: COMPANIES });
  const [{ records }] = await environment.query(
    `SELECT (SELECT count(*) FROM company)::int + (SELECT count(*) FROM contact)::int
            + (SELECT count(*) FROM customer_request)::int AS records`,
  );
  const indexed = await index(records, 'record_search_term');
  const rows = await measureKinds(environment, CUSTOMER_SEARCHES.map(toKind), CALLS);
  if (isShort) return;
  const count = COMPANIES.toLocaleString('en');
  await writeSection(
    `search-companies-${COMPANIES}`,
    `Searching ${count} companies and ${count} requests`,
    `Measured by \`npm run bench:search -- --candidates ${CANDIDATES} --companies ${COMPANIES}\`: ${explain()} The palette searches all kinds of records at once. ${indexed}, contacts included.`,
    [...COLUMNS, ...rows],
  );
}

function toKind({ name, path, pagesBefore = 0, body }: (typeof CUSTOMER_SEARCHES)[number]): Kind {
  const kind = { name: `${path.split('/')[1]}: ${name}`, limitMs: LIMIT_MS };
  if (path === '/search')
    return {
      ...kind,
      name: `palette: ${name}`,
      prepare: async (call) => async () => findAnywhere(recruiter, body(call).text ?? ''),
    };
  return {
    ...kind,
    async prepare(call) {
      let next = body(call);
      for (let page = 0; page < pagesBefore; page++) {
        const { nextCursor } = await searchList(recruiter, path, next);
        if (nextCursor === null) break;
        next = { ...next, cursor: nextCursor };
      }
      return async () => (await searchList(recruiter, path, next)).total;
    },
  };
}

try {
  if (CANDIDATES > 0) await searchCandidates();
  if (COMPANIES > 0) await searchCustomers();
} finally {
  await database.close();
  await environment.stop();
}
