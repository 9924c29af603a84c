// From the first quotation mark or bracket to the last.
const QUOTED = /["'`{[].*["'`}\]]/s;

/**
 * Returns the parts of an unexpected error that are safe to log. The messages of database, JSON and URL errors quote values.
 * For a database error, only its code and the names of schema objects are kept. For other errors, quoted parts are removed
 * from the message.
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
