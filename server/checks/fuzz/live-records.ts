import assert from 'node:assert/strict';
import type { TestService, TestTenant } from '../../core/testing/harness.ts';
import { REFERENCES } from '../../endpoints.ts';

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

/** Kinds of reference that are no value list. */
const KINDS: Record<string, string> = {
  branch: 'SELECT id FROM branch',
  user: 'SELECT id FROM user_account WHERE is_active',
  'job ad': 'SELECT id FROM job_ad WHERE deleted_at IS NULL',
  candidate: 'SELECT id FROM candidate',
  company: 'SELECT id FROM company',
  site: 'SELECT id FROM site',
  location: 'SELECT id FROM work_location WHERE deleted_at IS NULL',
  'work location': 'SELECT id FROM work_location WHERE deleted_at IS NULL',
  contact: 'SELECT id FROM contact',
  'customer request': 'SELECT id FROM customer_request',
};

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
  async fillPath(template: string, given: Record<string, string>, pick: number): Promise<string> {
    const ids = await this.#idsOfPath(template);
    const chosen = ids[pick % Math.max(ids.length, 1)];
    let position = 0;
    return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = given[name] ?? '';
      if (PLAIN_PARAMETERS.has(name))
        return value === 'today' ? this.#service.clock.now().toISOString().slice(0, 10) : value;
      const id = chosen?.[position++] ?? 2_147_483_000;
      return value === '' ? String(id) : value;
    });
  }

  /** The id of an existing record of a kind; one that never exists where there is none. */
  async id(kind: string, pick: number, wanted?: unknown): Promise<unknown> {
    const ids = await this.#idsOfKind(kind);
    if (wanted !== undefined && ids.includes(wanted)) return wanted;
    return ids[pick % Math.max(ids.length, 1)] ?? 2_147_483_000;
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
      const rows = await this.#select<{ ids: (number | string)[] }>(PATHS[known]!, 'ids');
      return rows.map(({ ids }) => ids);
    });
  }

  async #idsOfKind(kind: string): Promise<unknown[]> {
    return this.#keep(`kind ${kind}`, async () => {
      const list = /^GET \/masterdata\/(\w+)$/.exec(REFERENCES[kind]?.source ?? '')?.[1];
      if (list !== undefined) {
        const { body } = await this.#tenant.api.get(`/masterdata/${list}`);
        return (body[list] as { id: number }[]).slice(0, 40).map(({ id }) => id);
      }
      const sql = KINDS[kind];
      assert.ok(sql !== undefined, `Add the kind of reference "${kind}" to KINDS.`);
      return (await this.#select<{ id: number }>(sql, 'id')).map(({ id }) => id);
    });
  }

  #select<T>(sql: string, column: string): Promise<T[]> {
    // Row-level security keeps other tenants' rows away.
    return this.#service.sql<T>(
      `SELECT x AS ${column} FROM (${sql}) AS found (x) ORDER BY 1`,
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
