import { Readable } from 'node:stream';
import type pg from 'pg';
import type { Database } from '../db/connection.ts';
import { copyJsonLines } from '../db/copy.ts';
import { beginLongRead } from '../db/session.ts';
import { JsonStream } from './endpoint.ts';

// Reading a million records over a slow line takes long; a reader that never finishes must still end some time,
// since it holds a connection and a snapshot.
const LONGEST_READ_MS = 3_600_000;

export interface SnapshotRead {
  database: Database;
  tenantId: number;
  /** Runs in the transaction of the read, before its first row: for headers that depend on the snapshot. */
  prepare?(client: pg.PoolClient): Promise<void>;
  /** SQL of one text column; only literals of our own making. */
  query: string;
  /** Turns the chunks PostgreSQL sends into those of the answer. */
  transform(lines: AsyncIterable<Buffer>): AsyncIterable<Buffer | string>;
}

/** Streams a query's rows out of one database snapshot with constant memory and the reader's back-pressure. */
export async function readSnapshot({
  database,
  tenantId,
  prepare,
  query,
  transform,
}: SnapshotRead): Promise<JsonStream> {
  const session = await database.checkout(tenantId);
  try {
    await beginLongRead(session.client, LONGEST_READ_MS);
    await prepare?.(session.client);
  } catch (error) {
    session.release(true);
    throw error;
  }
  const copy = copyJsonLines(session.client, query);
  let isWhole = false;
  const generate = async function* () {
    yield* transform(copy);
    isWhole = true;
  };
  const source = Readable.from(generate(), { objectMode: false, highWaterMark: 256 * 1024 });
  // On close and not in the generator: a reader that goes away before the first row leaves the generator unstarted,
  // and its finally would never run. Whoever goes away early leaves the connection in the middle of an answer.
  // The reader of a whole answer is not made to wait for the end of the transaction.
  source.once('close', () => {
    if (!isWhole) session.release(true);
    else
      session.client.query('COMMIT').then(
        () => session.release(),
        () => session.release(true),
      );
  });
  copy.once('error', () => {});
  return new JsonStream(source);
}

/** `{"<name>":[…]}` of a query whose rows are each a comma and the JSON of one record. */
export function wrapList(name: string): SnapshotRead['transform'] {
  return joinRows(`{"${name}":[`, ']}');
}

/** `[…]` of such a query. */
export function bareList(): SnapshotRead['transform'] {
  return joinRows('[', ']');
}

function joinRows(open: string, close: string): SnapshotRead['transform'] {
  return async function* (lines) {
    let isFirst = true;
    for await (const chunk of lines) {
      yield isFirst ? Buffer.concat([Buffer.from(open), chunk.subarray(1)]) : chunk;
      isFirst = false;
    }
    yield isFirst ? open + close : close;
  };
}
