import type { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/**
 * Streams a query of one JSON text column as the bytes PostgreSQL sends, one value a line, with the
 * back-pressure of the reader and nothing held here.
 *
 * The CSV form with control characters as quote and delimiter leaves JSON text untouched: PostgreSQL writes
 * control characters inside JSON as \u00XX, so neither ever occurs in a value (the default text form would
 * double every backslash). COPY takes no parameters: the text must already carry safe literals.
 */
export function copyJsonLines(client: pg.PoolClient, query: string): Readable {
  return client.query(
    copyTo(`COPY (${query}) TO STDOUT WITH (FORMAT csv, DELIMITER E'\\x02', QUOTE E'\\x01')`),
  );
}
