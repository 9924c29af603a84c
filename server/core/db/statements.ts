import { channel } from 'node:diagnostics_channel';

/** Publishes the text of every statement that a session of the pools executes. Only the tests subscribe. */
const statements = channel('stellwerk.statement');

/** `given` is what a client was told to execute: a text, or an object with one. */
export function publishStatement(given: unknown): void {
  if (!statements.hasSubscribers) return;
  const text = typeof given === 'string' ? given : (given as { text?: unknown } | null)?.text;
  if (typeof text === 'string') statements.publish(text);
}
