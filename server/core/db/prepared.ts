import { CompiledQuery, type QueryExecutorProvider, type RawBuilder } from 'kysely';

/** Stands for a value in the parameters of a statement. */
class Mark {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement whose text never varies with its values. It is built and compiled once, which costs a process more than PostgreSQL needs for
 * many statements. `build` may use the values only as parameters: when it runs, each is a mark, without a type of its own.
 */
export function prepareStatement<Values extends object, Row>(build: (values: Values) => RawBuilder<Row>) {
  const marks = new Proxy({}, { get: (_, name: string) => new Mark(name) }) as Values;
  let prepared: CompiledQuery<Row> | undefined;
  return (db: QueryExecutorProvider, values: Values): CompiledQuery<Row> => {
    prepared ??= build(marks).compile(db);
    const { sql, parameters } = prepared;
    return CompiledQuery.raw(
      sql,
      parameters.map((value) => (value instanceof Mark ? values[value.name as keyof Values] : value)),
    ) as CompiledQuery<Row>;
  };
}
