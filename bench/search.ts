import { indexMarked } from '../server/areas/search/index.ts';
import { openDatabase } from '../server/core/db/connection.ts';
import { startEnvironment } from './environment.ts';
import { search, signInRecruiter } from './recruiter.ts';
import { writeSection } from './results.ts';
import { fillSearch, untilVacuumed } from './search-data.ts';
import { SEARCHES } from './searches.ts';

// npm run bench:search [-- --candidates N] [-- --short]: the time of candidate searches over HTTP, one at a time, and of the
// indexer. Nothing is analyzed before, except by autovacuum.

const isShort = process.argv.includes('--short');
const candidatesAt = process.argv.indexOf('--candidates');
const CANDIDATES = candidatesAt === -1 ? (isShort ? 1000 : 10_000) : Number(process.argv[candidatesAt + 1]);
const CALLS = isShort ? 20 : 100;

const environment = await startEnvironment();
const database = openDatabase({
  url: environment.databaseUrl,
  maximumConnections: 4,
  transactionTimeoutMs: 600_000,
});
try {
  await fillSearch(environment, CANDIDATES);
  const startedMs = performance.now();
  await indexMarked({ database });
  const perSecond = CANDIDATES / ((performance.now() - startedMs) / 1000);
  if (!isShort) await untilVacuumed(environment);
  const [{ terms, bytes }] = await environment.query(
    `SELECT (SELECT count(*)::int FROM candidate_search_term) AS terms,
            (pg_total_relation_size('candidate_search_term') + pg_total_relation_size('candidate_search'))::float8 AS bytes`,
  );
  console.log(
    `${CANDIDATES} candidates: ${perSecond.toFixed(0)} indexed per second, ${(terms / CANDIDATES).toFixed(0)} terms and ${(bytes / CANDIDATES / 1024).toFixed(1)} KiB of index each`,
  );
  const recruiter = await signInRecruiter(environment, database);
  const rows: string[] = [];
  for (const { name, limitMs, body } of SEARCHES) {
    const times: number[] = [];
    const totals: number[] = [];
    for (let index = -3; index < CALLS; index++) {
      const callMs = performance.now();
      const { total } = await search(recruiter, body(index + 3));
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
      `Measured by \`npm run bench:search -- --candidates ${CANDIDATES}\`: ${CALLS} searches of each kind over HTTP, one at a time, in milliseconds as the caller measures them; 10,000 found means that or more. Indexing: ${perSecond.toFixed(0)} candidates per second, ${(terms / CANDIDATES).toFixed(0)} terms and ${(bytes / CANDIDATES / 1024).toFixed(1)} KiB of index for each; three of ten have a CV of 200 words. Searched after autovacuum has been over the index.`,
      ['| search | found | p50 | p95 | at most, p95 |', '|---|---:|---:|---:|---:|', ...rows],
    );
  }
} finally {
  await database.close();
  await environment.stop();
}
