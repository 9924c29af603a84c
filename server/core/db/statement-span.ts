import { finished, type Readable } from 'node:stream';
import {
  type Attributes,
  errorTypeOf,
  isRecording,
  runInTrace,
  startChildSpan,
  traced,
} from '../tracing/index.ts';

const SYSTEM: Attributes = { 'db.system.name': 'postgresql' };

/** Runs a statement in a span. The text has $1 instead of values. */
export function traceStatement<T>(text: string, run: () => Promise<T>): Promise<T> {
  if (!isRecording()) return run();
  return traced(summaryOf(text), 'client', { ...SYSTEM, 'db.query.text': text }, run);
}

/** Runs a transaction in a span. A rollback is no failure by itself: rejected requests roll back too. */
export async function traceTransaction<T>(run: () => Promise<T>): Promise<T> {
  const span = startChildSpan('transaction', 'internal', SYSTEM);
  if (span === undefined) return run();
  let outcome = 'rollback';
  try {
    const result = await runInTrace({ traceparent: span.traceparent, span }, run);
    outcome = 'commit';
    return result;
  } finally {
    span.set({ 'stellwerk.transaction.outcome': outcome });
    span.end();
  }
}

/** The first word, and the first table: `WITH candidate`, `SELECT webhook_delivery`, `BEGIN`. */
function summaryOf(text: string): string {
  const [operation = ''] = /[a-z]+/i.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text) ?? [];
  return table === undefined ? operation.toUpperCase() : `${operation.toUpperCase()} ${table}`;
}

/** Adds a span for a COPY, which ends with the stream. The text is left out, because COPY has values in it. */
export function traceStream(stream: Readable): void {
  const span = startChildSpan('COPY', 'client', SYSTEM);
  if (span === undefined) return;
  finished(stream, (error) => span.end(error ? errorTypeOf(error) : undefined));
}
