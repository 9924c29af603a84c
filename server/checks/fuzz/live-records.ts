import assert from 'node:assert/strict';
import { REFERENCES } from '../../endpoints.ts';
import type { TestService, TestTenant } from '../../testing/harness.ts';

// Which records exist at the moment, for paths and bodies that shall name some.

/**
 * Path up to its last parameter that names a record → ids for all of its parameters that do. The longest that fits
 * counts. Names of parameters are left out: they differ from operation to operation.
 */
const PATHS: Record<string, string> = {
  '/candidates/{}': 'SELECT ARRAY[id] FROM candidate',
  '/candidates/{}/communications/{}': 'SELECT ARRAY[candidate_id, id] FROM communication',
  '/candidates/{}/driverslicences/{}':
    'SELECT ARRAY[candidate_id, drivers_license_id] FROM candidate_drivers_license',
  '/candidates/{}/languages/{}': 'SELECT ARRAY[candidate_id, language_id] FROM candidate_language',
  '/candidates/{}/professions/{}': 'SELECT ARRAY[candidate_id, profession_id] FROM candidate_profession',
  '/candidates/{}/qualifications/{}':
    'SELECT ARRAY[candidate_id, qualification_id] FROM candidate_qualification',
  '/candidates/export/candidates/{}': 'SELECT ARRAY[id] FROM candidate',
  '/candidates/export/documents/{}': 'SELECT ARRAY[id] FROM document',
  '/customers/{}': 'SELECT ARRAY[id] FROM company',
  '/customers/{}/offices/{}': 'SELECT ARRAY[company_id, id] FROM site',
  '/customers/{}/offices/{}/locations/{}':
    'SELECT ARRAY[company_id, site_id, id] FROM work_location WHERE deleted_at IS NULL',
  '/customers/{}/offices/{}/contacts/{}': 'SELECT ARRAY[company_id, site_id, id] FROM contact',
  '/customers/offices/{}': 'SELECT ARRAY[id] FROM site',
  '/customers/locations/{}': 'SELECT ARRAY[id] FROM work_location WHERE deleted_at IS NULL',
  '/customers/contacts/{}': 'SELECT ARRAY[id] FROM contact',
  '/customers/requests/{}': 'SELECT ARRAY[id] FROM customer_request',
  '/customers/requests/temporarystaffing/{}': requestsOf('temporarystaffing'),
  '/customers/requests/directplacement/{}': requestsOf('directplacement'),
  '/customers/requests/servicecontract/{}': requestsOf('servicecontract'),
  '/jobads/{}': 'SELECT ARRAY[id::text] FROM job_ad UNION ALL SELECT ARRAY[row_guid::text] FROM job_ad',
  '/reports/performance/jobs/{}': 'SELECT ARRAY[id] FROM job_ad',
  '/users/{}':
    'SELECT ARRAY[id::text] FROM user_account UNION ALL SELECT ARRAY[row_guid::text] FROM user_account',
};

function requestsOf(kind: string): string {
  return `SELECT ARRAY[id] FROM customer_request WHERE kind = '${kind}'`;
}

/** Parameters that name no record. */
export const PLAIN_PARAMETERS = new Set(['date', 'hour', 'documentCategory', 'webhookEventDataType']);

/**
 * Kinds of reference that are no value list: id, the company they belong to where they belong to one, and a rank. The
 * first site and the first work location by rank belong together, as what refers to both demands.
 */
const KINDS: Record<string, string> = {
  branch: 'SELECT id, NULL, 0 FROM branch WHERE is_active',
  'open or closed branch': 'SELECT id, NULL, 0 FROM branch',
  user: 'SELECT id, NULL, 0 FROM user_account WHERE is_active',
  'job ad': 'SELECT id, NULL, 0 FROM job_ad WHERE deleted_at IS NULL',
  candidate: 'SELECT id, NULL, 0 FROM candidate',
  company: 'SELECT id, NULL, 0 FROM company',
  site: `SELECT id, company_id, CASE WHEN EXISTS (
           SELECT FROM work_location l WHERE l.site_id = site.id AND l.deleted_at IS NULL) THEN 0 ELSE 1 END
         FROM site WHERE is_active`,
  'work location': `SELECT l.id, l.company_id, CASE WHEN site.is_active THEN site.id ELSE 2147483647 END
             FROM work_location l JOIN site ON site.id = l.site_id WHERE l.deleted_at IS NULL`,
  contact: 'SELECT id, company_id, 0 FROM contact WHERE is_active',
  'customer request': 'SELECT id, company_id, 0 FROM customer_request',
};

interface LiveId {
  id: unknown;
  company: number | null;
}

/** A path with the records it names, and whose they are. */
export interface FilledPath {
  path: string;
  company: number | null;
}

const NEVER = 2_147_483_000;

export class LiveRecords {
  readonly #service: TestService;
  readonly #tenant: TestTenant;
  readonly #kept = new Map<string, unknown[]>();

  constructor(service: TestService, tenant: TestTenant) {
    this.#service = service;
    this.#tenant = tenant;
  }

  /** Forgets what exists: it is looked up again when it is asked for. */
  refresh(): void {
    this.#kept.clear();
  }

  /** The path with its empty parameters filled with those of an existing record. */
  async fillPath(template: string, given: Record<string, string>, pick: number): Promise<FilledPath> {
    const ids = await this.#idsOfPath(template);
    const chosen = ids[pick % Math.max(ids.length, 1)];
    let position = 0;
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = given[name] ?? '';
      if (PLAIN_PARAMETERS.has(name))
        return value === 'today' ? this.#service.clock.now().toISOString().slice(0, 10) : value;
      const id = chosen?.[position++] ?? NEVER;
      return value === '' ? String(id) : value;
    });
    return { path, company: await this.#companyOf(template, chosen?.[0]) };
  }

  /** The id of an existing record of a kind, of this company if it has any; one that never exists where there is none. */
  async id(kind: string, pick: number, company: number | null, wanted?: unknown): Promise<unknown> {
    const all = await this.#idsOfKind(kind);
    const own = all.filter((live) => live.company === null || live.company === company);
    const ids = own.length > 0 ? own : all;
    if (ids.some(({ id }) => id === wanted)) return wanted;
    return ids[pick % Math.max(ids.length, 1)]?.id ?? NEVER;
  }

  async #companyOf(template: string, id: number | string | undefined): Promise<number | null> {
    if (id === undefined || !template.startsWith('/customers/')) return null;
    if (template.startsWith('/customers/{')) return Number(id);
    const owners = await this.#idsOfKind('customer request');
    return owners.find((owner) => owner.id === id)?.company ?? null;
  }

  async #idsOfPath(template: string): Promise<(number | string)[][]> {
    const places = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      PLAIN_PARAMETERS.has(name) ? `<${name}>` : '{}',
    );
    if (!places.includes('{}')) return [];
    const known = Object.keys(PATHS)
      .filter((path) => `${places}/`.startsWith(`${path}/`))
      .sort((a, b) => b.length - a.length)[0];
    assert.ok(
      known !== undefined && known.split('{}').length === places.split('{}').length,
      `Add ${places} to PATHS: which ids fill it?`,
    );
    return this.#keep(known, async () => {
      const rows = await this.#select<{ ids: (number | string)[] }>(PATHS[known]!, 'ids', '1');
      return rows.map(({ ids }) => ids);
    });
  }

  async #idsOfKind(kind: string): Promise<LiveId[]> {
    return this.#keep(`kind ${kind}`, async () => {
      const list = /^GET \/masterdata\/(\w+)$/.exec(REFERENCES[kind]?.source ?? '')?.[1];
      if (list !== undefined) {
        const { body } = await this.#tenant.api.get(`/masterdata/${list}`);
        return (body[list] as { id: number }[]).slice(0, 40).map(({ id }) => ({ id, company: null }));
      }
      const sql = KINDS[kind];
      assert.ok(sql !== undefined, `Add the kind of reference "${kind}" to KINDS.`);
      return this.#select<LiveId>(sql, 'id, company, rank', '3, 1');
    });
  }

  #select<T>(sql: string, columns: string, order: string): Promise<T[]> {
    // Row-level security keeps other tenants' rows away.
    return this.#service.sql<T>(
      `SELECT * FROM (${sql}) AS found (${columns}) ORDER BY ${order}`,
      [],
      this.#tenant.id,
    );
  }

  async #keep<T>(key: string, find: () => Promise<T[]>): Promise<T[]> {
    const kept = this.#kept.get(key) as T[] | undefined;
    if (kept !== undefined) return kept;
    const found = await find();
    this.#kept.set(key, found);
    return found;
  }
}
