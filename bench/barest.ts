import { createServer, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BarestSizes } from './barest-tables.ts';

// The barest limit: the least that does the same durable work. One process, no checks, tables of its own (see
// barest-tables.ts). A creation is one statement that inserts a record, an entry of a log and an event for webhooks, with as
// many bytes as those of the service. A read is one row by its primary key, turned into JSON. limit.ts sends the SQL of the
// service instead, so it does not show what that SQL costs.
//
// `barest` uses a pool of 16 connections, each with one statement at a time. `pipelined` uses 4 connections, and sends every
// statement at once, in turn to each of them: pg (since 8.20, option `pipeline`) writes it behind those that are still
// running, and PostgreSQL executes them one after another. That saves wake-ups of both processes, so it makes reads cheaper.
// Every statement has its own Sync, and so its own transaction and its own commit: those of one connection do not share a
// flush of the log, so creations over few connections are slower than over many.

const [url = '', application = '', sizesText = '{}'] = process.argv.slice(2);
const sizes = JSON.parse(sizesText) as BarestSizes;
const POOL_CONNECTIONS = 16;
const PIPELINES = 4;
/** Of a row with an integer and a text: the header of the row, the integer, and the header of the text. */
const ROW_OVERHEAD = 24 + 4 + 4;
/** The log and the outbox have an id of eight bytes too. */
const ENTRY_OVERHEAD = ROW_OVERHEAD + 8;

const READ = { name: 'read', text: 'SELECT id, body FROM barest.record WHERE id = $1' };
const CREATE = {
  name: 'create',
  text: `
    WITH record AS (INSERT INTO barest.record (body) VALUES ($1) RETURNING id),
         log AS (INSERT INTO barest.log (record_id, body) SELECT id, $2 FROM record),
         outbox AS (INSERT INTO barest.outbox (record_id, body) SELECT id, $3 FROM record)
    SELECT id FROM record`,
};
const LOG_BODY = 'x'.repeat(Math.max(0, sizes.log - ENTRY_OVERHEAD));
const OUTBOX_BODY = 'x'.repeat(Math.max(0, sizes.outbox - ENTRY_OVERHEAD));
const MASTER_DATA = Buffer.from(JSON.stringify({ countries: 'x'.repeat(sizes.masterData - 16) }));

type Query = (config: pg.QueryConfig) => Promise<pg.QueryResult>;

const pool = new pg.Pool({
  connectionString: url,
  max: POOL_CONNECTIONS,
  idleTimeoutMillis: 0,
  application_name: application,
});

async function openPipelines(): Promise<Query> {
  const clients = Array.from(
    { length: PIPELINES },
    () =>
      new pg.Client({
        connectionString: url,
        application_name: application,
        pipeline: true,
      } as pg.ClientConfig),
  );
  await Promise.all(clients.map((client) => client.connect()));
  let next = 0;
  return (config) => clients[next++ % PIPELINES]!.query(config);
}

const query: Query = application === 'pipelined' ? await openPipelines() : (config) => pool.query(config);

/** Unlike the service, this stores the body as it arrived. */
async function create(body: string): Promise<string> {
  JSON.parse(body);
  const record = body.padEnd(sizes.record - ROW_OVERHEAD);
  const { rows } = await query({ ...CREATE, values: [record, LOG_BODY, OUTBOX_BODY] });
  return JSON.stringify({ id: rows[0].id });
}

async function read(id: string): Promise<string> {
  const { rows } = await query({ ...READ, values: [Number(id)] });
  return JSON.stringify(rows[0]);
}

/** Sends a plain table, see `createPlainTable`. */
async function sendCopy(response: ServerResponse, table: string): Promise<void> {
  const client = await pool.connect();
  try {
    await pipeline(client.query(copyTo(`COPY barest.${table} TO STDOUT`)), response);
  } finally {
    client.release();
  }
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    const [, operation, argument = ''] = request.url!.split('/');
    if (operation === 'create') response.end(await create(Buffer.concat(chunks).toString()));
    else if (operation === 'read') response.end(await read(argument));
    else if (operation === 'copy') await sendCopy(response, argument);
    else response.end(argument === '' ? MASTER_DATA : MASTER_DATA.subarray(0, Number(argument)));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
