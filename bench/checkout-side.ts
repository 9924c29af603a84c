import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Environment } from './environment.ts';
import { SmallClient } from './small-client.ts';

// One side of checkouts.ts: a service of the checkout in the first argument, with its own database.

type Module = { startEnvironment(): Promise<Environment> };

const [checkout] = process.argv.slice(2) as [string];
const { startEnvironment } = (await import(
  pathToFileURL(join(checkout, 'bench/environment.ts')).href
)) as Module;
const environment = await startEnvironment();
const { token, servicePort, tenantId } = environment;

const CONNECTIONS = 4;
const CANDIDATES = 1000;
const EVENT_TYPE = 1402;
const HEADERS = `host: 127.0.0.1\r\nauthorization: Bearer ${token}\r\nuser-agent: bench/1.0\r\ncontent-type: application/json\r\n`;

await environment.fill(CANDIDATES);
const [{ id: first }] = await environment.query('SELECT min(id) AS id FROM candidate');
let sent = 0;

/** Sends this many requests over all connections. */
async function requests(count: number, toRequest: (number: number) => [string, string, object?]) {
  let next = 0;
  const clients = Array.from({ length: CONNECTIONS }, () => new SmallClient(servicePort));
  await Promise.all(
    clients.map(async (client) => {
      while (next++ < count) {
        const [method, path, body] = toRequest(sent++);
        const text = body === undefined ? '' : JSON.stringify(body);
        const { status } = await client.send(
          `${method} /v3${path} HTTP/1.1\r\n${HEADERS}content-length: ${text.length}\r\n\r\n${text}`,
        );
        if (status < 200 || status >= 300) throw new Error(`${method} ${path} returned ${status}.`);
      }
    }),
  );
  for (const client of clients) client.close();
}

const idOf = (number: number) => first + (number % CANDIDATES);
const company = await fetch(`http://127.0.0.1:${servicePort}/v3/customers`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${token}`,
    'user-agent': 'bench/1.0',
    'content-type': 'application/json',
  },
  body: JSON.stringify({ name: 'Bench' }),
});
const { id: companyId } = (await company.json()) as { id: number };
const [{ id: registrationId }] = await environment.query(
  `INSERT INTO webhook_registration (tenant_id, event_type_id, url, url_key)
   VALUES ($1, 1, 'https://example.org', 'bench') RETURNING id`,
  [tenantId],
);

/** A delivery that is due, its turn, and the result of its call. */
async function deliver(count: number) {
  for (let done = 0; done < count; done++) {
    const id = randomUUID();
    await environment.query(
      `INSERT INTO webhook_delivery (tenant_id, id, registration_id, event_id, event_type_id, entity_id, occurred_at, url,
                                     next_attempt_at)
       VALUES ($1, $2, $3, $2, $4, 1, clock_now(), 'https://example.org', clock_now())`,
      [tenantId, id, registrationId, EVENT_TYPE],
    );
    const [turn] = await environment.query(
      `SELECT lease FROM take_webhook_turns($1, ARRAY[$2::int], interval '30 seconds', 20)`,
      [tenantId, registrationId],
    );
    const results = [
      { id, status: 131, success: true, reason: null, latency: 1, excerpt: null, retry: null },
    ];
    await environment.query(
      `SELECT * FROM record_webhook_results($1, $2, $3::timestamptz, interval '30 seconds', 10, $4::json, '', true)`,
      [tenantId, registrationId, turn.lease, JSON.stringify(results)],
    );
  }
}

const PATHS: Record<string, { count: number; run(count: number): Promise<void> }> = {
  'create a candidate': {
    count: 400,
    run: (count) =>
      requests(count, (number) => [
        'POST',
        '/candidates',
        { firstName: 'Ada', lastName: `New ${number}`, contact: { email: `new${number}@example.org` } },
      ]),
  },
  'add a keyword': {
    count: 400,
    run: (count) =>
      requests(count, (number) => [
        'POST',
        `/candidates/${idOf(number)}/keywords`,
        { keyword: `k ${number}` },
      ]),
  },
  'change a candidate': {
    count: 400,
    run: (count) =>
      requests(count, (number) => ['PUT', `/candidates/${idOf(number)}`, { remarks: `change ${number}` }]),
  },
  'set a status': {
    count: 200,
    run: (count) =>
      requests(count, (number) => [
        'PUT',
        `/candidates/${idOf(number)}/status`,
        { statusId: number % 2 === 0 ? 2005 : 2003 },
      ]),
  },
  'add a site': {
    count: 200,
    run: (count) =>
      requests(count, (number) => [
        'POST',
        `/customers/${companyId}/offices`,
        { description: `Site ${number}` },
      ]),
  },
  'read a candidate': {
    count: 600,
    run: (count) => requests(count, (number) => ['GET', `/candidates/${idOf(number)}`]),
  },
  'read a candidate first': {
    count: 400,
    async run(count) {
      await environment.query('TRUNCATE candidate_record');
      await requests(count, (number) => ['GET', `/candidates/${idOf(number)}`]);
    },
  },
  'read a company': {
    count: 300,
    run: (count) => requests(count, () => ['GET', `/customers/${companyId}`]),
  },
  'list candidates': { count: 8, run: (count) => requests(count, () => ['GET', '/candidates']) },
  'export candidates': {
    count: 4,
    async run(count) {
      await environment.query('TRUNCATE candidate_record');
      await requests(count, () => ['GET', '/candidates/export/candidates']);
    },
  },
  'read a window': {
    count: 8,
    run: (count) => requests(count, () => ['GET', '/candidates/export/candidates/changes']),
  },
  'deliver a webhook': { count: 100, run: deliver },
};

process.send!({ paths: Object.keys(PATHS) });
process.on('message', async (name: string) => {
  const { count, run } = PATHS[name]!;
  const startedMs = performance.now();
  await run(count);
  process.send!({ perSecond: count / ((performance.now() - startedMs) / 1000) });
});
process.on('disconnect', async () => {
  await environment.stop();
  process.exit();
});
