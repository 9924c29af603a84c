// From the first quotation mark or bracket to the last.
const QUOTED = /["'`{[].*["'`}\]]/s;

/**
 * What the log may contain of an unexpected error. The message and detail of database errors quote values, and so do
 * the messages of JSON and URL errors. Of a database error only its code and the schema objects are kept, of other
 * errors the message without what it quotes.
 */
export function describeCause(cause: unknown): Record<string, unknown> | undefined {
  if (!(cause instanceof Error)) return cause === undefined ? undefined : { type: typeof cause };
  const { code, constraint, table, column, routine } = cause as unknown as Record<string, unknown>;
  const stack = cause.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim());
  const isDatabaseError = routine !== undefined;
  return {
    type: cause.constructor.name,
    message: isDatabaseError || cause instanceof SyntaxError ? undefined : cause.message.replace(QUOTED, '…'),
    code,
    constraint,
    table,
    column,
    routine,
    stack,
  };
}
