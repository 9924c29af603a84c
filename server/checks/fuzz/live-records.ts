import assert from 'node:assert/strict';
import type { TestService, TestTenant } from '../../testing/harness.ts';
import { namesRecord, PathRecords } from '../records/path-records.ts';
import { permittedIds, valueListOf } from '../records/reference-ids.ts';
import type { DocumentedOperation } from './document.ts';

// Looks up existing records for the paths and bodies of requests.

/** Kinds of reference to the records of another kind. They differ only in which of them they permit. */
const SAME_RECORDS: Readonly<Record<string, string>> = {
  'open or closed branch': 'branch',
  'active or former user': 'user',
};

/**
 * Sort keys before the id. A request that refers to a site and a work location is valid only if the location is at that
 * site. So the first site has a location, and the first location belongs to that site.
 */
const RANKS: Readonly<Record<string, string>> = {
  site: `CASE WHEN EXISTS (SELECT FROM work_location l WHERE l.tenant_id = t.tenant_id AND l.site_id = t.id
                           AND l.deleted_at IS NULL) THEN 0 ELSE 1 END`,
  work_location: `coalesce((SELECT s.id FROM site s WHERE s.tenant_id = t.tenant_id AND s.id = t.site_id
                            AND s.is_active), 2147483647)`,
};

const ENTRIES_OF_A_LIST = 40;
const NEVER = 2_147_483_000;

/** What the look-ups use of a service. */
export interface RecordSource extends Pick<TestService, 'sql' | 'services'> {
  clock: Pick<TestService['clock'], 'now'>;
}

interface LiveId {
  id: unknown;
  company: number | null;
}

/** A path with the ids of its records, and the company that they belong to. */
interface FilledPath {
  path: string;
  company: number | null;
}

export class LiveRecords {
  readonly #service: RecordSource;
  readonly #tenant: TestTenant;
  readonly #records: PathRecords;
  readonly #kept = new Map<string, unknown[]>();

  private constructor(service: RecordSource, tenant: TestTenant, records: PathRecords) {
    this.#service = service;
    this.#tenant = tenant;
    this.#records = records;
  }

  static async open(service: RecordSource, tenant: TestTenant): Promise<LiveRecords> {
    return new LiveRecords(service, tenant, await PathRecords.open(service));
  }

  /** Forgets the records, so that the next use looks them up again. */
  refresh(): void {
    this.#kept.clear();
  }

  /** Fills the empty parameters in the path of an operation with the ids of an existing record. */
  async fillPath(
    { path, parameters }: DocumentedOperation,
    given: Record<string, string>,
    pick: number,
  ): Promise<FilledPath> {
    const found = await this.#keep(`path ${path}`, () => this.#records.find(path, this.#tenant.id));
    const record = found[Math.floor(pick / 2) % Math.max(found.length, 1)];
    const takesText = (name: string) =>
      parameters.some(
        (one) =>
          one.in === 'path' &&
          one.name === name &&
          [one.schema, ...(one.schema.oneOf ?? [])].some(({ type }) => type === 'string'),
      );
    const idOf = (name: string) => {
      const guid = pick % 2 === 1 && takesText(name) ? record?.rowGuid : null;
      return guid ?? record?.values[name] ?? String(NEVER);
    };
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = given[name] ?? '';
      if (!namesRecord(name))
        return value === 'today' ? this.#service.clock.now().toISOString().slice(0, 10) : value;
      return value === '' ? idOf(name) : value;
    });
    return { path: filled, company: record?.companyId ?? null };
  }

  /** Returns the id of an existing record, of this company if it has one; without any record an id that never exists. */
  async id(kind: string, pick: number, company: number | null, wanted?: unknown): Promise<unknown> {
    const all = await this.#keep(`kind ${kind}`, () => this.#idsOfKind(kind));
    const own = all.filter((live) => live.company === null || live.company === company);
    const ids = own.length > 0 ? own : all;
    if (ids.some(({ id }) => id === wanted)) return wanted;
    return ids[pick % Math.max(ids.length, 1)]?.id ?? NEVER;
  }

  async #idsOfKind(kind: string): Promise<LiveId[]> {
    const list = valueListOf(kind);
    if (list !== undefined) {
      const { body } = await this.#tenant.api.get(`/masterdata/${list}`);
      const entries = (body[list] as { id: number }[]).slice(0, ENTRIES_OF_A_LIST);
      return entries.map(({ id }) => ({ id, company: null }));
    }
    const table = this.#records.tableOf(SAME_RECORDS[kind] ?? kind);
    assert.ok(table !== undefined, `No table has what "${kind}" refers to: name the kind after its table.`);
    const company = this.#records.has(table, 'company_id') ? 'company_id' : 'NULL::int';
    const rows = await this.#service.sql<{ id: number; company: number | null }>(
      `SELECT id, ${company} AS company FROM ${table} t WHERE tenant_id = $1 ORDER BY ${RANKS[table] ?? 'id'}, id`,
      [this.#tenant.id],
      this.#tenant.id,
    );
    const ids = rows.map(({ id }) => id);
    const permitted = new Set(await permittedIds(this.#service, this.#tenant.id, kind, ids));
    return rows.filter(({ id }) => permitted.has(id));
  }

  async #keep<T>(key: string, find: () => Promise<T[]>): Promise<T[]> {
    const kept = this.#kept.get(key) as T[] | undefined;
    if (kept !== undefined) return kept;
    const found = await find();
    this.#kept.set(key, found);
    return found;
  }
}
