/** A value for a column, as a request sends it. */
export type ColumnValue = string | number | boolean | null;

/**
 * Returns a function that converts a request body to columns. `columns` maps each property to its column; `contact.email`
 * means the property email of the nested object contact. Properties that are absent from the body are absent from the
 * result. A nested object set to null sets all of its columns to null.
 *
 * `Row` has the columns with their types. The schema of the body guarantees that each value has the type of its column;
 * nothing checks it here.
 */
export function columnsOf<Row extends object>(
  columns: Readonly<Record<string, keyof Row & string>>,
): (body: object) => Partial<Row> {
  const properties = Object.entries(columns).map(([path, column]) => {
    const [first, second] = path.split('.') as [string, string | undefined];
    return { first, second, column };
  });
  return (body) => {
    const values: Record<string, unknown> = {};
    for (const { first, second, column } of properties) {
      const outer = (body as Record<string, unknown>)[first];
      const value =
        second === undefined || outer === null
          ? outer
          : (outer as Record<string, unknown> | undefined)?.[second];
      if (value !== undefined) values[column] = value;
    }
    return values as Partial<Row>;
  };
}

/**
 * Returns a function that names the properties of columns, for the change log. A column without a property gets the property
 * that has its name.
 */
export function propertyNamesOf(
  columns: Readonly<Record<string, string>>,
): (changed: object) => readonly string[] {
  const properties = new Map(Object.entries(columns).map(([path, column]) => [column, path]));
  properties.set('created_at', 'createdAtUtc');
  return (changed) => Object.keys(changed).map((column) => properties.get(column) ?? toPropertyName(column));
}

/** Returns zipCode for zip_code. */
export function toPropertyName(column: string): string {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the columns whose values differ from the stored ones. Creation times are compared as instants, not as text. */
export function changedColumns<T extends object>(stored: object, columns: T): Partial<T> {
  const previous = stored as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(columns).filter(([column, value]) =>
      column === 'created_at'
        ? Date.parse(String(value)) !== Date.parse(String(previous[column]))
        : value !== previous[column],
    ),
  ) as Partial<T>;
}
