import { Readable } from 'node:stream';
import type pg from 'pg';
import { copyJsonLines } from '../db/copy.ts';
import { beginLongRead } from '../db/session.ts';
import type { RequestContext } from './context.ts';
import { JsonStream } from './endpoint.ts';

// Reading a million records over a slow line takes long. But a reader holds a connection and a snapshot, so a limit is needed.
const LONGEST_READ_MS = 3_600_000;

interface SnapshotRead {
  context: Pick<RequestContext<unknown, unknown, unknown>, 'services' | 'tenantId' | 'reserve'>;
  /** Runs in the transaction of the read, before its first row. Use it for headers that depend on the snapshot. */
  prepare?(client: pg.PoolClient): Promise<void>;
  /** SQL that selects one text column. It must contain no input, because it is not parameterized. */
  query: string;
  /** Turns the chunks from PostgreSQL into the chunks of the response. */
  transform(lines: AsyncIterable<Buffer>): AsyncIterable<Buffer | string>;
}

/** Streams the rows of a query from one database snapshot, with constant memory and backpressure from the reader. */
export async function readSnapshot({
  context: { services, tenantId, reserve },
  prepare,
  query,
  transform,
}: SnapshotRead): Promise<JsonStream> {
  const giveBack = await reserve('streams');
  const session = await services.database.checkoutStream(tenantId).catch((error) => {
    giveBack();
    throw error;
  });
  const end = (destroy = false) => {
    session.release(destroy);
    giveBack();
  };
  try {
    await beginLongRead(session.client, LONGEST_READ_MS);
    await prepare?.(session.client);
  } catch (error) {
    end(true);
    throw error;
  }
  const copy = copyJsonLines(session.client, query);
  const idle = untilIdle(session.client);
  let isComplete = false;
  const generate = async function* () {
    yield* transform(copy);
    isComplete = true;
    // Everything is read, so a reader that takes the rest slowly does not hold the connection.
    idle
      .then(() => session.client.query('COMMIT'))
      .then(
        () => end(),
        () => end(true),
      );
  };
  const source = Readable.from(generate(), { objectMode: false, highWaterMark: 256 * 1024 });
  // A `finally` in the generator would not run for a reader that disconnects before the first row: the generator has not
  // started then. A reader that disconnects early leaves the connection in the middle of a result, so it cannot be reused.
  source.once('close', () => {
    if (!isComplete) end(true);
  });
  copy.once('error', () => {});
  return new JsonStream(source);
}

/** Resolves when the connection can run the next query or is gone. The last row precedes the end of its query. */
async function untilIdle(client: pg.PoolClient): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const event of ['drain', 'end'] as const) client.once(event as 'drain', resolve);
  await promise;
  for (const event of ['drain', 'end'] as const) client.off(event, resolve);
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
