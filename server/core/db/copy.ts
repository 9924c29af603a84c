import type { Readable } from 'node:stream';
import type pg from 'pg';
import { CopyOut } from './copy-out.ts';
import { traceStream } from './statement-span.ts';

/**
 * Streams the result of a query with one JSON text column, one value per line, as the bytes that PostgreSQL sends. The reader
 * controls the pace (backpressure), and nothing is buffered here.
 *
 * The CSV format with control characters as quote and delimiter leaves JSON text unchanged: PostgreSQL writes control
 * characters inside JSON as \u00XX, so neither of the two occurs in a value. The default text format would double every
 * backslash. COPY accepts no parameters, so the query must already contain safely quoted literals.
 */
export function copyJsonLines(client: pg.PoolClient, query: string): Readable {
  const stream = client.query(
    new CopyOut(`COPY (${query}) TO STDOUT WITH (FORMAT csv, DELIMITER E'\\x02', QUOTE E'\\x01')`),
  );
  traceStream(stream);
  return stream;
}
