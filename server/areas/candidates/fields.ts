import { body, optional, record, type TProperties, type TSchema } from '../../core/http/schema.ts';

// A field is written down once: the name of its property, its column, and its schema in a request and in an answer.
// Everything else that lists fields is made from that: schemas, the columns of a body, the SQL of a record.

export interface Field<
  Column extends string = string,
  Written extends TSchema = TSchema,
  Read extends TSchema = TSchema,
> {
  column: Column;
  written: Written;
  read: Read;
}

/** Fields that requests and answers hold in an object of their own, such as `contact`. */
export interface FieldGroup {
  fields: Record<string, Field>;
  written: TSchema;
  read: TSchema;
}

/** Fields by the names of their properties, in the order in which they are shown. */
export type Fields = Record<string, Field | FieldGroup>;

/** All columns of some fields. */
export type ColumnOf<F> = {
  [Name in keyof F]: F[Name] extends Field<infer Column>
    ? Column
    : F[Name] extends { fields: infer Inner }
      ? ColumnOf<Inner>
      : never;
}[keyof F];

export function field<const Column extends string, Written extends TSchema, Read extends TSchema>(
  column: Column,
  written: Written,
  read: Read,
): Field<Column, Written, Read> {
  return { column, written, read };
}

/** `title` names the schema of requests; that of answers ends in Read. */
export function group<F extends Record<string, Field>>(title: string, description: string, fields: F) {
  return {
    fields,
    written: optional(body(title, written(fields), { description })),
    read: record(`${title}Read`, read(fields), { description }),
  };
}

/** The properties of a request. */
export function written<F extends Fields>(fields: F): { [Name in keyof F]: F[Name]['written'] } {
  return mapped(fields, (entry) => entry.written) as { [Name in keyof F]: F[Name]['written'] };
}

/** The properties of an answer. */
export function read<F extends Fields>(fields: F): { [Name in keyof F]: F[Name]['read'] } {
  return mapped(fields, (entry) => entry.read) as { [Name in keyof F]: F[Name]['read'] };
}

function mapped(fields: Fields, schemaOf: (entry: Field | FieldGroup) => TSchema): TProperties {
  return Object.fromEntries(Object.entries(fields).map(([name, entry]) => [name, schemaOf(entry)]));
}

/** The column of each property, by its path: `contact.email` is email in the group contact. */
export function columnsByPath<F extends Fields>(fields: F): Record<string, ColumnOf<F>> {
  const columns = Object.entries(fields).flatMap(([name, entry]): [string, string][] =>
    'column' in entry
      ? [[name, entry.column]]
      : Object.entries(entry.fields).map(([inner, { column }]) => [`${name}.${inner}`, column]),
  );
  return Object.fromEntries(columns) as Record<string, ColumnOf<F>>;
}

/** The arguments of json_build_object for the fields of the table with this alias. */
export function fieldPairs(fields: Fields, alias: string): string {
  return Object.entries(fields)
    .map(([name, entry]) => {
      const value =
        'column' in entry
          ? `${alias}.${entry.column}`
          : `json_build_object(${fieldPairs(entry.fields, alias)})`;
      return `'${name}', ${value}`;
    })
    .join(', ');
}
