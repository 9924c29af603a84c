/** A value that a request sends for a column. */
export type ColumnValue = string | number | boolean | null;

/**
 * Makes the function that turns a body into columns, from where each property is stored; `contact.email` is email in
 * the sub-object contact. A property that the body leaves out is left out, a sub-object set to null clears its fields.
 *
 * `Row` names the columns with their types. That a value has the type of its column is the promise of the body's
 * schema; nothing checks it here.
 */
export function columnsOf<Row extends object>(
  columns: Readonly<Record<string, keyof Row & string>>,
): (body: object) => Partial<Row> {
  const properties = Object.entries(columns).map(([path, column]) => {
    const [first, second] = path.split('.') as [string, string | undefined];
    return { first, second, column };
  });
  return (body) => {
    const found: Record<string, unknown> = {};
    for (const { first, second, column } of properties) {
      const outer = (body as Record<string, unknown>)[first];
      const value =
        second === undefined || outer === null
          ? outer
          : (outer as Record<string, unknown> | undefined)?.[second];
      if (value !== undefined) found[column] = value;
    }
    return found as Partial<Row>;
  };
}

/** Those columns whose value differs from the stored one. The creation time is compared as an instant. */
export function changedColumns<T extends object>(stored: object, columns: T): Partial<T> {
  const before = stored as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(columns).filter(([column, value]) =>
      column === 'created_at'
        ? Date.parse(String(value)) !== Date.parse(String(before[column]))
        : value !== before[column],
    ),
  ) as Partial<T>;
}
