import assert from 'node:assert/strict';
import type { AnyEndpoint } from '../../core/http/index.ts';
import { sampleOf } from '../../core/http/openapi-schema.ts';
import type { TSchema } from '../../core/http/schema.ts';
import { namesRecord, type PathValues, parametersOf } from '../records/path-records.ts';
import { candidateEmail } from '../records/tenant-records.ts';
import { MARK_OF_A, type SweptTenant, type TwoTenants } from './two-tenants.ts';

// Builds requests of tenant B from what an endpoint declares. Everything in them is B's own except the ids that a test
// puts in.

/** The source of the ids that a test puts in. */
export interface IdSource {
  record(path: string): PathValues;
  reference(kind: string): number;
}

const ABSENT_ID = 2_147_483_000;
const ABSENT_UUID = '6f1c2a34-5b7d-4e8f-9a01-23456789abcd';

/** Ids that never existed. */
export const ABSENT: IdSource = {
  record: (path) => Object.fromEntries(parametersOf(path).map((name) => [name, String(ABSENT_ID)])),
  reference: () => ABSENT_ID,
};

export function idsOf({ record, reference }: SweptTenant): IdSource {
  return {
    record(path) {
      const found = record(path);
      assert.ok(found !== undefined, `Let makeRecords create something that ${path} names.`);
      return found.values;
    },
    reference,
  };
}

/** Position in a body or query: property names and indexes. */
type Place = (string | number)[];

/** The parameters of a path that name records, in order. */
export function recordParameters({ path }: AnyEndpoint): string[] {
  return parametersOf(path).filter(namesRecord);
}

/** The places where a schema refers to something, with the kind. */
export function* references(schema: TSchema, place: Place = []): Generator<{ place: Place; kind: string }> {
  if (schema.reference !== undefined) yield { place, kind: schema.reference };
  if (schema.items !== undefined) yield* references(schema.items, [...place, 0]);
  for (const [name, child] of Object.entries((schema.properties ?? {}) as Record<string, TSchema>))
    yield* references(child, [...place, name]);
}

export class RequestsOfB {
  readonly #tenants: TwoTenants;
  readonly #own: IdSource;

  constructor(tenants: TwoTenants) {
    this.#tenants = tenants;
    this.#own = idsOf(tenants.b);
  }

  /** The path with B's own ids before record parameter `from`, and those of `ids` from there on. */
  path(endpoint: AnyEndpoint, ids: IdSource = this.#own, from = 0): string {
    const { path, params } = endpoint;
    const names = recordParameters(endpoint);
    const own = names.length === 0 ? {} : this.#own.record(path);
    const given = names.length === 0 ? {} : ids.record(path);
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      if (!namesRecord(name)) return own[name] ?? this.#plainValue(endpoint, name);
      const value = (names.indexOf(name) < from ? own : given)[name]!;
      // An integer would be no id at all.
      return value === String(ABSENT_ID) && params?.properties[name].format === 'uuid' ? ABSENT_UUID : value;
    });
  }

  /** A body that B may send, with `id` at `place` if one is given. */
  body({ body, examples }: AnyEndpoint, place?: Place, id = 0): unknown {
    if (body === undefined) return undefined;
    const valid = this.#withOwnReferences(body, examples?.[0]?.body ?? sampleOf(body));
    return place === undefined ? valid : this.#put(body, valid, place, id);
  }

  /** The required parameters except the one given, ending in &. An e-mail address is that of A's candidate. */
  query({ query }: AnyEndpoint, except?: string | number): string {
    const values = ((query?.required ?? []) as string[])
      .filter((name) => name !== except)
      .map((name): [string, string] => [
        name,
        name === 'email' ? candidateEmail(MARK_OF_A) : String(sampleOf(query!.properties[name])),
      ]);
    return values.length === 0 ? '' : `${new URLSearchParams(values)}&`;
  }

  /** The value of a parameter that names no record. Dates and hours are those of now, when the records were created. */
  #plainValue({ params }: AnyEndpoint, name: string): string {
    const now = this.#tenants.service.clock.now();
    if (name === 'hour') return String(now.getUTCHours());
    const schema = params?.properties[name] ?? {};
    return schema.format === 'date' ? now.toISOString().slice(0, 10) : String(sampleOf(schema));
  }

  /** The value with every reference in it replaced by an id that B may use. */
  #withOwnReferences(schema: TSchema, value: unknown): unknown {
    if (value === null || value === undefined) return value;
    if (schema.reference !== undefined) {
      // The entry of a shared list may matter to the operation, so it stays if it exists.
      const isUsable = this.#tenants.isSharedEntry(schema.reference, value);
      return isUsable ? value : this.#own.reference(schema.reference);
    }
    if (Array.isArray(value)) return value.map((item) => this.#withOwnReferences(schema.items ?? {}, item));
    if (typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, child]) => [
        name,
        this.#withOwnReferences(schema.properties?.[name] ?? {}, child),
      ]),
    );
  }

  /** The value with `id` at this place. Missing parents are generated from the schema. */
  #put(schema: TSchema, value: unknown, [key, ...rest]: Place, id: number): unknown {
    if (key === undefined) return id;
    if (typeof key === 'number') {
      const items =
        Array.isArray(value) && value.length > 0
          ? [...value]
          : [this.#withOwnReferences(schema.items, sampleOf(schema.items))];
      items[key] = this.#put(schema.items, items[key], rest, id);
      return items;
    }
    const child = schema.properties[key];
    return {
      ...(value as object),
      [key]: this.#put(child, (value as Record<string, unknown> | undefined)?.[key], rest, id),
    };
  }
}
