import { channel } from 'node:diagnostics_channel';
import pg from 'pg';

/** Publishes the text of every statement that a session of the pools or a move executes. Only the tests subscribe. */
const statements = channel('stellwerk.statement');

/** `given` is what a client was told to execute: a text, or an object with one. */
export function publishStatement(given: unknown): void {
  if (!statements.hasSubscribers) return;
  const text = typeof given === 'string' ? given : (given as { text?: unknown } | null)?.text;
  if (typeof text === 'string') statements.publish(text);
}

/** The client class of connections outside the pools whose statements follow the rules for SQL. */
export class PublishingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares six signatures, which are passed on unchanged.
  override query(...given: any[]): any {
    publishStatement(given[0]);
    return (super.query as (...args: unknown[]) => unknown).apply(this, given);
  }
}
