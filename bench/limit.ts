import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import {
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { insertCandidate } from '../server/areas/candidates/index.ts';
import { candidateListSql } from '../server/areas/candidates/overviews/queries.ts';
import { findStoredRecord, readRecord } from '../server/areas/candidates/profile/stored-record.ts';
import { windowSql } from '../server/areas/changes/queries.ts';
import type { TenantDatabase } from '../server/core/db/connection.ts';

// The limit for the service: node:http and pg with the same SQL and nothing else. No tokens, no validation, no
// permissions, no headers, no log. It runs in a separate process, like a worker of the service.

const [url = '', tenantText = '', connections = ''] = process.argv.slice(2);
const tenantId = Number(tenantText);
const pool = new pg.Pool({
  connectionString: url,
  max: Number(connections),
  // The CPU time of a connection that closes would be lost.
  idleTimeoutMillis: 0,
  application_name: 'limit',
  options: `-c TimeZone=UTC -c app.tenant_id=${tenantId}`,
});

/** The SQL statement that a query function of the service sends. */
async function capture(run: (db: TenantDatabase) => Promise<unknown>): Promise<CompiledQuery> {
  let captured: CompiledQuery | undefined;
  const db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        async init() {},
        async destroy() {},
        async acquireConnection() {
          return {
            async executeQuery(query: CompiledQuery) {
              captured = query;
              return { rows: [{}] as never[] };
            },
            async *streamQuery() {},
          };
        },
        async releaseConnection() {},
        async beginTransaction() {},
        async commitTransaction() {},
        async rollbackTransaction() {},
      }),
    },
  });
  // Without rows, some of them fail after the statement.
  await run(db as never).catch(() => {});
  return captured!;
}

const CANDIDATE = {
  firstName: 'Ada',
  lastName: 'Muster',
  contact: { email: 'ada.muster@example.org', mobile: '0151 23456789' },
  location: { street: 'Hauptstraße 5', zipCode: '10115', city: 'Berlin', countryId: 276 },
};
const create = await capture((db) => insertCandidate(db, tenantId, CANDIDATE));
const lookUp = await capture((db) => findStoredRecord(db, tenantId, 1, 'en'));
const read = await capture((db) => readRecord(db, tenantId, 1, 'en'));
const [guid = ''] = /[0-9a-f-]{36}/.exec(create.parameters.join()) ?? [];
const masterData = await (async () => {
  const { rows } = await pool.query(
    `SELECT id, name_en AS name, attributes, is_expired AS "isExpired" FROM catalog_entry WHERE list = 'countries' ORDER BY id`,
  );
  return Buffer.from(
    JSON.stringify({ countries: rows.map(({ attributes, ...row }) => ({ ...row, ...attributes })) }),
  );
})();

async function sendCopy(response: import('node:http').ServerResponse, sql: string): Promise<void> {
  const client = await pool.connect();
  // The load generator may have closed the connection while this request waited for a client.
  if (response.destroyed) {
    client.release();
    return;
  }
  const stream = client.query(
    copyTo(`COPY (${sql}) TO STDOUT WITH (FORMAT csv, DELIMITER E'\\x02', QUOTE E'\\x01')`),
  );
  let isRead = false;
  stream.on('error', () => {});
  stream.on('end', () => {
    isRead = true;
    client.release();
  });
  // The load generator closes its connections at the end of a round.
  response.on('close', () => {
    if (!isRead) client.release(true);
  });
  stream.pipe(response);
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    const [, operation, id, from, to] = request.url!.split('/');
    if (operation === 'create') {
      const body = JSON.parse(Buffer.concat(chunks).toString());
      const rowGuid = randomUUID();
      const values = create.parameters.map((value) =>
        typeof value === 'string'
          ? value.replaceAll(guid, rowGuid).replaceAll(CANDIDATE.contact.email, body.contact.email)
          : value,
      );
      const { rows } = await pool.query({ name: 'create', text: create.sql, values });
      response.end(JSON.stringify({ id: rows[0].id }));
    } else if (operation === 'read') {
      const values = [tenantId, Number(id)];
      // The service stores what it reads.
      const { rows } = await pool.query({ name: 'look-up', text: lookUp.sql, values });
      if (rows.length === 0) rows.push(...(await pool.query({ name: 'read', text: read.sql, values })).rows);
      response.end(rows[0].body);
    } else if (operation === 'masterdata') {
      response.end(masterData);
    } else if (operation === 'list') {
      await sendCopy(response, candidateListSql({ tenantId, period: {}, onlyVisible: false }));
    } else if (operation === 'window') {
      const entry = `json_build_object('id', record_id, 'rowGuid', row_guid, 'officeId', office_id, 'changedAtUtc', utc(changed_at))`;
      const sql = windowSql({
        tenantId,
        entity: 'candidate',
        fromMs: Number(from),
        toMs: Number(to),
        officeId: undefined,
        entry,
      });
      await sendCopy(response, sql);
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
