import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { insertCandidate } from '../../areas/candidates/index.ts';
import { EVENTS } from '../../areas/changes/event-types.ts';
import { recordChange } from '../../areas/changes/record-queries.ts';
import { openDatabase } from '../../core/db/connection.ts';

// A writer process of exactness.test.ts. It runs several transactions at once, of different lengths, some rolled back, until
// the parent tells it to stop. It creates candidates and increments their titles, so that a reader can tell how many changes
// of each candidate it should have seen.

const [url = '', tenantText = ''] = process.argv.slice(2);
const tenantId = Number(tenantText);
const database = openDatabase({ url, maximumConnections: 4, transactionTimeoutMs: 30_000 });
const db = database.tenant(tenantId);
let isStopping = false;
process.on('message', () => {
  isStopping = true;
});

// The parent has failed, so no stop message will come.
process.on('disconnect', () => process.exit());

class RolledBack extends Error {}

async function linger(transaction: typeof db): Promise<void> {
  for (let count = randomInt(8); count > 0; count--) {
    await sql`SELECT count(*) FROM generate_series(1, ${randomInt(60_000)})`.execute(transaction);
  }
}

async function write(): Promise<void> {
  const own: number[] = [];
  while (!isStopping) {
    try {
      await db.transaction().execute(async (transaction) => {
        await linger(transaction);
        const candidateId = own[randomInt(own.length + 2)];
        if (candidateId === undefined) {
          const { id } = await insertCandidate(transaction, tenantId, {
            firstName: 'A',
            lastName: 'B',
            title: '0',
          });
          await linger(transaction);
          if (randomInt(4) === 0) throw new RolledBack();
          own.push(id);
          return;
        }
        const { rows } = await sql<{ row_guid: string }>`
          UPDATE candidate SET title = (title::int + 1)::text
           WHERE tenant_id = ${tenantId} AND id = ${candidateId} RETURNING row_guid`.execute(transaction);
        await recordChange(transaction, tenantId, {
          entity: 'candidate',
          kind: 'modified',
          id: candidateId,
          rowGuid: rows[0]!.row_guid,
          event: EVENTS.candidateChanged,
        });
        await linger(transaction);
        if (randomInt(4) === 0) throw new RolledBack();
      });
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
    }
  }
}

process.send?.('ready');
await Promise.all([write(), write(), write()]);
await database.close();
process.exit();
