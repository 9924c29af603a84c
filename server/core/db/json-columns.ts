/**
 * How a column is written as JSON: integer (int4), uuid, text, boolean, time (timestamptz, as utc() writes it), or json (JSON
 * text, which is written as it is).
 */
export type JsonKind = 'integer' | 'uuid' | 'text' | 'boolean' | 'time' | 'json';

/** A property of a list item. */
export interface JsonColumn {
  /** In ASCII, without quotes and backslashes. */
  name: string;
  kind: JsonKind;
  /** The expression of the query, whose type is that of the kind. */
  sql: string;
  isNullable?: boolean;
}

/** The SELECT list for rows that `JsonRows` writes. */
export function columnsSql(columns: readonly JsonColumn[]): string {
  return columns.map(({ sql }) => sql).join(', ');
}

/**
 * SQL for the same bytes that `JsonRows` writes for an item. It is put together from texts, because json_build_object looks up
 * the type of each value for each row: a list would need half as much CPU time again.
 */
export function itemSql(columns: readonly JsonColumn[]): string {
  const parts = columns.map((column, index) => {
    const value = column.isNullable ? `coalesce((${valueSql(column)})::text, 'null')` : valueSql(column);
    return `'${index === 0 ? '{' : ','}"${column.name}":' || ${value}`;
  });
  return [...parts, "'}'"].join(' || ');
}

function valueSql({ kind, sql }: JsonColumn): string {
  switch (kind) {
    case 'text':
      return `to_json(${sql})`;
    case 'uuid':
      return `'"' || ${sql} || '"'`;
    case 'time':
      return `'"' || utc(${sql}) || '"'`;
    default:
      return sql;
  }
}
