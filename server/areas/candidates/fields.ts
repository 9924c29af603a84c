import { body, optional, record, type TProperties, type TSchema } from '../../core/http/schema.ts';

// Each field is defined once: its property, its column, and its schemas in requests and responses. The request and response
// schemas, the columns of a body, and the SQL of a record are derived from these definitions.

interface Field<
  Column extends string = string,
  Request extends TSchema = TSchema,
  Response extends TSchema = TSchema,
> {
  column: Column;
  requestSchema: Request;
  responseSchema: Response;
}

/** Fields inside a sub-object, such as `contact`. */
interface FieldGroup {
  fields: Record<string, Field>;
  requestSchema: TSchema;
  responseSchema: TSchema;
}

/** Fields by property name, in the order in which a response shows them. */
type Fields = Record<string, Field | FieldGroup>;

export type ColumnOf<F> = {
  [Name in keyof F]: F[Name] extends Field<infer Column>
    ? Column
    : F[Name] extends { fields: infer Inner }
      ? ColumnOf<Inner>
      : never;
}[keyof F];

export function field<const Column extends string, Request extends TSchema, Response extends TSchema>(
  column: Column,
  requestSchema: Request,
  responseSchema: Response,
): Field<Column, Request, Response> {
  return { column, requestSchema, responseSchema };
}

/** `title` names the request schema. The name of the response schema has the suffix Read. */
export function group<F extends Record<string, Field>>(title: string, description: string, fields: F) {
  return {
    fields,
    requestSchema: optional(body(title, requestProperties(fields), { description })),
    responseSchema: record(`${title}Read`, responseProperties(fields), { description }),
  };
}

export function requestProperties<F extends Fields>(
  fields: F,
): { [Name in keyof F]: F[Name]['requestSchema'] } {
  return mapFields(fields, (entry) => entry.requestSchema) as {
    [Name in keyof F]: F[Name]['requestSchema'];
  };
}

export function responseProperties<F extends Fields>(
  fields: F,
): { [Name in keyof F]: F[Name]['responseSchema'] } {
  return mapFields(fields, (entry) => entry.responseSchema) as {
    [Name in keyof F]: F[Name]['responseSchema'];
  };
}

function mapFields(fields: Fields, schemaOf: (entry: Field | FieldGroup) => TSchema): TProperties {
  return Object.fromEntries(Object.entries(fields).map(([name, entry]) => [name, schemaOf(entry)]));
}

/** The column of each property, by path: `contact.email` is `email` in the group `contact`. */
export function columnsByPath<F extends Fields>(fields: F): Record<string, ColumnOf<F>> {
  const columns = Object.entries(fields).flatMap(([name, entry]): [string, string][] =>
    'column' in entry
      ? [[name, entry.column]]
      : Object.entries(entry.fields).map(([inner, { column }]) => [`${name}.${inner}`, column]),
  );
  return Object.fromEntries(columns) as Record<string, ColumnOf<F>>;
}

/** The arguments of json_build_object for these fields, read from the table with this alias. */
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
