import { Readable } from 'node:stream';
import type pg from 'pg';
import type { Database } from '../db/connection.ts';
import { copyJsonLines } from '../db/copy.ts';
import { beginLongRead } from '../db/session.ts';
import { JsonStream } from './endpoint.ts';

// Reading a million records over a slow line takes long. But a reader holds a connection and a snapshot, so a limit is needed.
const LONGEST_READ_MS = 3_600_000;

interface SnapshotRead {
  database: Database;
  tenantId: number;
  /** Runs in the transaction of the read, before its first row. Use it for headers that depend on the snapshot. */
  prepare?(client: pg.PoolClient): Promise<void>;
  /** SQL that selects one text column. It must contain no input, because it is not parameterized. */
  query: string;
  /** Turns the chunks from PostgreSQL into the chunks of the response. */
  transform(lines: AsyncIterable<Buffer>): AsyncIterable<Buffer | string>;
}

/** Streams the rows of a query from one database snapshot, with constant memory and backpressure from the reader. */
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
  let isComplete = false;
  const generate = async function* () {
    yield* transform(copy);
    isComplete = true;
  };
  const source = Readable.from(generate(), { objectMode: false, highWaterMark: 256 * 1024 });
  // A `finally` in the generator would not run for a reader that disconnects before the first row: the generator has not
  // started then. A reader that disconnects early leaves the connection in the middle of a result, so it cannot be reused. A
  // reader of a complete response does not wait for the COMMIT.
  source.once('close', () => {
    if (!isComplete) session.release(true);
    else
      session.client.query('COMMIT').then(
        () => session.release(),
        () => session.release(true),
      );
  });
  copy.once('error', () => {});
  return new JsonStream(source);
}

/** Makes `{"<name>":[…]}` from a query whose rows are each a comma and the JSON of one record. */
export function wrapList(name: string): SnapshotRead['transform'] {
  return joinRows(`{"${name}":[`, ']}');
}

/** Makes `[…]` from such a query. */
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
