import assert from 'node:assert/strict';
import { ENTITIES } from '../../areas/changes/index.ts';
import type { TestService } from '../../testing/harness.ts';

// Finds the records that the parameters of a path name. No path is listed here: the names of its parameters say which
// records they are, and the columns of the database where the ids are.

/** Word of the interface → table of its records, where the two differ. */
const TABLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(ENTITIES).map(([entity, { table }]) => [entity, table])),
  client: 'api_client',
  customer: 'company',
  office: 'site',
  entry: 'tenant_catalog_entry',
  delivery: 'webhook_delivery',
};

/** Tables whose records the interface does not identify by the column id. */
const ID_COLUMNS: Readonly<Record<string, string>> = { api_client: 'client_id' };

/** Values of path parameters, by name. */
export type PathValues = Readonly<Record<string, string>>;

export interface PathRecord {
  /** The record's own id, the ids of the records above it, and its value list, as far as the path takes them. */
  values: PathValues;
  /** The record's second id, where its table has one. */
  rowGuid: string | null;
  /** The company that the record is or belongs to. */
  companyId: number | null;
}

/** Parameters that name records are called id, or end in Id or Guid. All others are dates, categories and the like. */
export function namesRecord(parameter: string): boolean {
  return /^id$|(Id|Guid)$/.test(parameter);
}

export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
}

export class PathRecords {
  readonly #service: Pick<TestService, 'sql'>;
  /** Columns of every table that belongs to a tenant. */
  readonly #columns: ReadonlyMap<string, ReadonlySet<string>>;

  private constructor(service: Pick<TestService, 'sql'>, columns: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#service = service;
    this.#columns = columns;
  }

  static async open(service: Pick<TestService, 'sql'>): Promise<PathRecords> {
    const tables = await service.sql<{ name: string; columns: string[] }>(
      `SELECT table_name AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
       WHERE table_schema = 'public' GROUP BY 1 HAVING bool_or(column_name = 'tenant_id')`,
    );
    return new PathRecords(service, new Map(tables.map(({ name, columns }) => [name, new Set(columns)])));
  }

  /** The table with the records of this word; undefined if there is none. */
  tableOf(word: string): string | undefined {
    const name = TABLES[word] ?? toSnakeCase(word);
    return this.#columns.has(name) ? name : undefined;
  }

  has(table: string, column: string): boolean {
    return this.#columns.get(table)?.has(column) === true;
  }

  /** The tables whose records the parameters of a path name, by parameter. */
  tablesOf(path: string): Map<string, string> {
    const tables = new Map<string, string>();
    for (const [position, name] of parametersOf(path).entries())
      if (namesRecord(name)) tables.set(name, this.#named(path, position).table);
    return tables;
  }

  /** The tenant's records that can fill the path, oldest first. Empty if the path names no record. */
  async find(path: string, tenantId: number): Promise<PathRecord[]> {
    const sql = this.#select(path);
    if (sql === undefined) return [];
    const rows = await this.#service.sql<Record<string, string | null>>(sql, [tenantId], tenantId);
    return rows.map(({ '#guid': rowGuid = null, '#company': companyId = null, ...values }) => ({
      values: values as PathValues,
      rowGuid,
      companyId: companyId === null ? null : Number(companyId),
    }));
  }

  #select(path: string): string | undefined {
    const parameters = parametersOf(path);
    const position = parameters.findLastIndex(namesRecord);
    if (position === -1) return undefined;
    const { table, idColumn } = this.#named(path, position);
    const outputs = [`${idColumn}::text AS "${parameters[position]}"`];
    for (const [above, name] of parameters.slice(0, position).entries()) {
      const column = namesRecord(name) ? `${this.#named(path, above).table}_id` : toSnakeCase(name);
      const isThere = this.has(table, column);
      assert.ok(
        isThere || !namesRecord(name),
        `${table} has no ${column}, which {${name}} of ${path} needs.`,
      );
      if (isThere) outputs.push(`${column}::text AS "${name}"`);
    }
    if (this.has(table, 'row_guid')) outputs.push('row_guid::text AS "#guid"');
    const companyColumn = table === 'company' ? 'id' : 'company_id';
    if (this.has(table, companyColumn)) outputs.push(`${companyColumn}::text AS "#company"`);
    return `SELECT ${outputs.join(', ')} FROM ${table}
            WHERE tenant_id = $1 AND ${this.#condition(path, table)} ORDER BY ${table}.${idColumn}`;
  }

  /** The table and column with the ids that a parameter takes. */
  #named(path: string, position: number): { table: string; idColumn: string } {
    const matches = [...path.matchAll(/(\w+)\/\{(\w+)\}/g)];
    const [, segment = '', name = ''] = matches.find((match) => match[2] === parametersOf(path)[position])!;
    const word = name === 'id' ? segment.replace(/s$/, '') : name.replace(/(Id|Guid)$/, '');
    const table = this.tableOf(word);
    if (table !== undefined) return { table, idColumn: ID_COLUMNS[table] ?? 'id' };
    // Parts of another record: candidate_language for /candidates/{candidateId}/languages/{languageId}.
    const above = parametersOf(path).slice(0, position).findLastIndex(namesRecord);
    const owned = above === -1 ? undefined : this.tableOf(`${this.#named(path, above).table}_${word}`);
    assert.ok(
      owned !== undefined,
      `No table has the records of {${name}} in ${path}: name the parameter after its table, or add the word to TABLES.`,
    );
    return { table: owned, idColumn: this.has(owned, toSnakeCase(name)) ? toSnakeCase(name) : 'id' };
  }

  /** Selects the rows that are not deleted, and those of the kind that the path names, if it names one. */
  #condition(path: string, table: string): string {
    const conditions = ['true'];
    for (const entity of Object.values(ENTITIES))
      if (entity.table === table && 'condition' in entity) conditions.push(entity.condition);
    if (this.has(table, 'kind')) {
      const named = `kind = ANY (string_to_array('${path}', '/'))`;
      conditions.push(`(${named} OR NOT EXISTS (SELECT FROM ${table} WHERE tenant_id = $1 AND ${named}))`);
    }
    return conditions.join(' AND ');
  }
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z ]/g, (letter) => `_${letter.trim().toLowerCase()}`);
}
