import { Readable } from 'node:stream';
import type pg from 'pg';
import { copyJson } from '../db/copy.ts';
import type { JsonShape } from '../db/json-rows.ts';
import { beginLongRead } from '../db/session.ts';
import type { RequestContext } from './context.ts';
import { JsonStream } from './endpoint.ts';

// Reading a million records over a slow line takes long. But a reader holds a connection and a snapshot, so a limit is needed.
const LONGEST_READ_MS = 3_600_000;

interface SnapshotRead {
  context: Pick<RequestContext<unknown, unknown, unknown>, 'services' | 'tenantId' | 'reserve' | 'isHead'>;
  /** Runs in the transaction of the read, before its first row. Use it for headers that depend on the snapshot. */
  prepare?(client: pg.PoolClient): Promise<void>;
  /** SQL that selects what `shape` describes. It must contain no input, because it is not parameterized. */
  query: string;
  /** Of the transaction: see `beginLongRead`. */
  settings?: readonly string[];
  shape: JsonShape;
}

/** Streams the rows of a query from one database snapshot, with constant memory and backpressure from the reader. */
export async function readSnapshot({
  context: { services, tenantId, reserve, isHead },
  prepare,
  query,
  settings,
  shape,
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
    await beginLongRead(session.client, LONGEST_READ_MS, settings);
    await prepare?.(session.client);
  } catch (error) {
    // A refusal leaves the connection as it was.
    await session.client.query('ROLLBACK').then(
      () => end(),
      () => end(true),
    );
    throw error;
  }
  if (isHead) {
    // The framework would read all rows and drop them, also after the response.
    await session.client.query('ROLLBACK').then(
      () => end(),
      () => end(true),
    );
    return new JsonStream(Readable.from([], { objectMode: false }));
  }
  const copy = copyJson(session.client, query, shape);
  copy.once('error', () => {});
  // A reader that disconnects early leaves the connection in the middle of a result, so it cannot be reused.
  copy.once('close', () => {
    if (!copy.isComplete) end(true);
  });
  untilIdle(session.client).then(() => {
    if (!copy.isComplete) return;
    // Everything has arrived, so a reader that takes the rest slowly does not hold the connection.
    session.client.query('COMMIT').then(
      () => end(),
      () => end(true),
    );
  });
  return new JsonStream(copy);
}

/** Resolves when the connection can run the next query or is gone. The last row precedes the end of its query. */
async function untilIdle(client: pg.PoolClient): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const event of ['drain', 'end'] as const) client.once(event as 'drain', resolve);
  await promise;
  for (const event of ['drain', 'end'] as const) client.off(event, resolve);
}
