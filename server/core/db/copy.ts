import type pg from 'pg';
import { CopyOut } from './copy-out.ts';
import { JsonRows, type JsonShape } from './json-rows.ts';
import { traceStream } from './statement-span.ts';

/**
 * Streams the rows of a query as JSON. The reader controls the pace (backpressure). COPY accepts no parameters, so the query must
 * already contain safely quoted literals.
 *
 * In the binary format, PostgreSQL neither makes a text of a value nor looks for what it must escape.
 */
export function copyJson(client: pg.PoolClient, query: string, shape: JsonShape): CopyOut {
  const stream = client.query(new CopyOut(`COPY (${query}) TO STDOUT (FORMAT binary)`, new JsonRows(shape)));
  traceStream(stream);
  return stream;
}
