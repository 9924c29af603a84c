import { barestSizes, createBarestTables, createPlainTable } from './barest-tables.ts';
import { readOptions, startCheckouts } from './checkouts.ts';
import { type Environment, startEnvironment } from './environment.ts';
import { formatRequest, measureLatency, median, readBytes, sendRequests } from './measure.ts';
import { measureUnits, type Reading, type Side } from './sides.ts';

// npm run bench:lists [-- --short] [--only TEXT] [--checkout PATH]…: lists of candidates beside the barest program, which sends
// as many rows and bytes with COPY of a plain table (barest.ts), by turns. CPU time of the program and of its database
// connections for each request, or for each kB of a long list, and the time of a short list that is alone; medians. --only
// leaves out what has not this text in its name. --checkout adds the service of another checkout of the repository, whose
// packages are installed. Each of them has a database server of its own: sharing one with the barest program made a request cost
// a quarter more on both sides.

const { short: isShort, only, checkout: checkouts } = readOptions();
const ROUNDS = isShort ? 5 : 15;
const REQUESTS = isShort ? 200 : 600;
const LONELY = isShort ? 40 : 150;
const CANDIDATES = 20_000;
/** Candidates that have changed since the day of the short list. */
const CHANGED = 50;
/** The changes of a page of the feed, if its reader names no number. */
const CHANGES = 100;

const environment = await startEnvironment();
/** Of the barest program. */
const plain = await startEnvironment();
const others = await startCheckouts(checkouts);
const services = [environment, ...others.values()];

interface ListSide extends Side {
  environment: Environment;
}

const headersOf = ({ token }: Environment) => ({
  authorization: `Bearer ${token}`,
  'user-agent': 'bench/1.0',
});

/** Measures the sides by turns. The first round is a warm-up. */
async function compare(
  name: string,
  measure: (side: ListSide) => Promise<{ reading: Reading; aloneMs?: number }>,
): Promise<void> {
  const results = new Map<string, { reading: Reading; aloneMs?: number }[]>();
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [key, side] of Object.entries(sides)) {
      const result = await measure(side);
      if (round > 0) results.set(key, [...(results.get(key) ?? []), result]);
    }
  }
  console.log(name);
  const cpuOf = (key: string) =>
    median(results.get(key)!.map(({ reading: { cpu } }) => cpu.program + cpu.database));
  for (const [key, all] of results) {
    const part = (of: 'program' | 'database') => median(all.map(({ reading }) => reading.cpu[of])).toFixed(2);
    const alone =
      all[0]!.aloneMs === undefined
        ? ''
        : `, alone ${median(all.map(({ aloneMs }) => aloneMs!)).toFixed(2)} ms`;
    console.log(
      `  ${key.padEnd(16)} ${part('program')} + ${part('database')} µs, barest beside it ${(cpuOf('barest') / cpuOf(key)).toFixed(2)}${alone}`,
    );
  }
}

/** A list that is read over one connection, for each kB. The barest program does not compress. */
async function compareLong(
  name: string,
  table: string,
  path: string,
  rows: number,
  more: Record<string, string> = {},
): Promise<void> {
  if (!name.includes(only)) return;
  const bytes = await readBytes(environment.servicePort, path, headersOf(environment));
  await createPlainTable(plain, table, { rows, bytes });
  await compare(name, async (side) => ({
    reading: await measureUnits(side.environment, side, async () => {
      const isBarest = side.application === 'barest';
      const headers = { ...headersOf(side.environment), ...more };
      await readBytes(side.port, isBarest ? `/copy/${table}` : path, headers);
      return bytes / 1000;
    }),
  }));
}

/** A short list, over 16 connections, for each request. */
async function compareShort(
  name: string,
  table: string,
  pathOf: (side: Environment) => string | Promise<string>,
  rows: number,
): Promise<void> {
  if (!name.includes(only)) return;
  const bytes = await readBytes(environment.servicePort, await pathOf(environment), headersOf(environment));
  await createPlainTable(plain, table, { rows, bytes });
  const paths = new Map<Environment, string>();
  for (const each of services) paths.set(each, await pathOf(each));
  await compare(name, async (side) => {
    const isBarest = side.application === 'barest';
    const path = isBarest ? `/copy/${table}` : paths.get(side.environment)!;
    const request = () => formatRequest('GET', path, headersOf(side.environment));
    const { port } = side;
    return {
      reading: await measureUnits(side.environment, side, () =>
        sendRequests({ port, request, until: { requests: REQUESTS } }),
      ),
      aloneMs: await measureLatency(port, request, LONELY),
    };
  });
}

/** Some candidates change, and all others have last changed long ago. */
async function changeSome({ query, tenantId, servicePort, token }: Environment): Promise<void> {
  await query(`UPDATE change_log SET changed_at = changed_at - interval '30 days' WHERE tenant_id = $1`, [
    tenantId,
  ]);
  await query(`UPDATE candidate SET created_at = created_at - interval '30 days' WHERE tenant_id = $1`, [
    tenantId,
  ]);
  const rows = await query(
    'SELECT id FROM candidate WHERE tenant_id = $1 AND id % 397 = 0 ORDER BY id LIMIT $2',
    [tenantId, CHANGED],
  );
  for (const { id } of rows) {
    const response = await fetch(`http://127.0.0.1:${servicePort}/v3/candidates/${id}`, {
      method: 'PUT',
      headers: { ...headersOf({ token } as Environment), 'content-type': 'application/json' },
      body: '{"title":"Dr."}',
    });
    if (response.status !== 204) throw new Error(`The change of a candidate returned ${response.status}.`);
  }
  await query('VACUUM ANALYZE');
}

const DUPLICATES =
  '/v3/candidates/duplicates?email=c77@example.org&phone=%2B491515001&firstName=Ada&lastName=Muster';
const feedPath = (cursor: string) => `/v3/changes?cursor=${cursor}`;

/** Returns the cursor after so many pages of the feed, or after the last one. */
async function readFeed(each: Environment, pages = Infinity): Promise<string> {
  let cursor: string | undefined;
  for (let page = 0; page < pages; page++) {
    const from = cursor === undefined ? '' : `&cursor=${cursor}`;
    const response = await fetch(`http://127.0.0.1:${each.servicePort}/v3/changes?limit=1000${from}`, {
      headers: headersOf(each),
    });
    const { nextCursor, hasMore } = (await response.json()) as { nextCursor: string; hasMore: boolean };
    cursor = nextCursor;
    if (!hasMore) break;
  }
  return cursor!;
}

/** Reads each candidate once, so that its record is stored. */
async function readAll(each: Environment): Promise<void> {
  const rows = await each.query('SELECT id FROM candidate WHERE tenant_id = $1', [each.tenantId]);
  await sendRequests({
    port: each.servicePort,
    request: (index) => formatRequest('GET', `/v3/candidates/${rows[index]!.id}`, headersOf(each)),
    until: { requests: rows.length },
  });
}

let sides: Record<string, ListSide> = {};
try {
  await plain.fill(CANDIDATES);
  for (const each of services) {
    await each.fill(CANDIDATES);
    await changeSome(each);
  }
  const sizes = await barestSizes(plain);
  const [{ first, last }] = await plain.query('SELECT min(id) AS first, max(id) AS last FROM candidate');
  await createBarestTables(plain, { first, full: last });
  const barest = await plain.startBeside('barest.ts', 'barest', JSON.stringify(sizes));
  const serviceOf = (each: Environment): ListSide => ({
    environment: each,
    port: each.servicePort,
    pid: each.servicePid,
    application: 'stellwerk',
  });
  sides = {
    barest: { environment: plain, port: barest.port, pid: barest.process.pid, application: 'barest' },
    service: serviceOf(environment),
    ...Object.fromEntries([...others].map(([name, other]) => [name, serviceOf(other)])),
  };
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await compareShort(
    'candidates changed in a day, short list',
    'page',
    () => `/v3/candidates?startDate=${day}`,
    CHANGED,
  );
  await compareShort('feed, no change', 'no_change', async (each) => feedPath(await readFeed(each)), 1);
  await compareShort(
    'feed, 100 changes',
    'changes',
    async (each) => feedPath(await readFeed(each, 1)),
    CHANGES,
  );
  await compareShort('duplicate check, two found', 'duplicates', () => DUPLICATES, 2);
  await compareLong('list of all candidates', 'list', '/v3/candidates', CANDIDATES);
  await compareLong('list of all candidates, compressed', 'list', '/v3/candidates', CANDIDATES, {
    'accept-encoding': 'br',
  });
  await compareLong('export of all candidates', 'export', '/v3/candidates/export/candidates', CANDIDATES);
  for (const each of services) await readAll(each);
  await compareLong(
    'export of all candidates, each read before',
    'stored_export',
    '/v3/candidates/export/candidates',
    CANDIDATES,
  );
} finally {
  for (const each of [...services, plain]) await each.stop();
}
