import type { TestService, TestTenant } from '../../testing/harness.ts';

// What must be true of the database whatever was sent: no record changes without an entry in the change log, written
// by the same transaction, and no event is without its change.

/** Whose entry a change of the row must have: the record's entity and the column with its id. */
interface Owner {
  entity: string;
  id: string;
}

/** Any entry of the same transaction will do: the row belongs to whatever was changed. */
const ANY = 'any';

const OWNERS: Record<string, Owner | typeof ANY> = {
  branch: { entity: 'branch', id: 'id' },
  candidate: { entity: 'candidate', id: 'id' },
  candidate_status_entry: { entity: 'candidate', id: 'candidate_id' },
  candidate_contact_channel: { entity: 'candidate', id: 'candidate_id' },
  candidate_language: { entity: 'candidate', id: 'candidate_id' },
  candidate_profession: { entity: 'candidate', id: 'candidate_id' },
  candidate_qualification: { entity: 'candidate', id: 'candidate_id' },
  candidate_drivers_license: { entity: 'candidate', id: 'candidate_id' },
  candidate_keyword: { entity: 'candidate', id: 'candidate_id' },
  candidate_picture: { entity: 'candidate', id: 'candidate_id' },
  resume_job: { entity: 'candidate', id: 'candidate_id' },
  resume_education: { entity: 'candidate', id: 'candidate_id' },
  resume_profession_education: { entity: 'candidate', id: 'candidate_id' },
  resume_school_education: { entity: 'candidate', id: 'candidate_id' },
  application: { entity: 'candidate', id: 'candidate_id' },
  communication: { entity: 'candidate', id: 'candidate_id' },
  communication_attachment: {
    entity: 'candidate',
    id: '(SELECT c.candidate_id FROM communication c WHERE c.tenant_id = t.tenant_id AND c.id = t.communication_id)',
  },
  document: { entity: 'document', id: 'id' },
  company: { entity: 'company', id: 'id' },
  // Also tells of sites, work locations and contacts.
  company_activity: ANY,
  site: { entity: 'site', id: 'id' },
  work_location: { entity: 'location', id: 'id' },
  contact: { entity: 'contact', id: 'id' },
  customer_request: { entity: 'request', id: 'id' },
  customer_request_status_entry: { entity: 'request', id: 'request_id' },
  job_ad: { entity: 'jobad', id: 'id' },
  job_ad_publication: { entity: 'jobad', id: 'job_ad_id' },
  user_account: { entity: 'user', id: 'id' },
  user_branch: { entity: 'user', id: 'user_id' },
  user_licence: { entity: 'user', id: 'user_id' },
  // Value lists have no change stream; a call adds a qualification only together with what it changes.
  tenant_catalog_entry: ANY,
};

/** Tables that hold no records: the log itself, what is sent and who read, registrations, settings, counters. */
const NO_RECORDS = new Set([
  'change_log',
  'change_horizon',
  'event',
  'idempotent_answer',
  'pending_blob',
  'document_access',
  'webhook_registration',
  'webhook_setting',
  'webhook_delivery',
  'job_ad_traffic',
  'portal_setting',
]);

interface Row {
  transaction: string;
  digest: string;
  owner: number | null;
}

interface Entry {
  sequence: string;
  transaction: string;
  entity: string;
  id: number;
}

/** Watches what requests of one tenant leave behind. */
export class DatabaseWatch {
  readonly #service: TestService;
  readonly #tenant: TestTenant;
  #tables: string[] = [];
  #rows = new Map<string, Row>();
  /** Entries since the rows were looked at last. */
  #entries: Entry[] = [];
  #sequence = '0';
  /** The latest transaction of which entries or events are known. */
  #transaction = 0;

  constructor(service: TestService, tenant: TestTenant) {
    this.#service = service;
    this.#tenant = tenant;
  }

  /** Takes what is there as given. Answers tables that neither list above knows. */
  async begin(): Promise<string[]> {
    const tables = await this.#sql<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
       WHERE c.relkind = 'r' AND c.relrowsecurity AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
    );
    const unknown = tables.map(({ name }) => name).filter((name) => !OWNERS[name] && !NO_RECORDS.has(name));
    this.#tables = tables.map(({ name }) => name).filter((name) => OWNERS[name] !== undefined);
    this.#rows = await this.#readRows();
    const entries = await this.#newEntries();
    this.#transaction = Math.max(...entries.map(({ transaction }) => Number(transaction)));
    return unknown;
  }

  /** What is wrong with what a single request wrote into the change log and the outbox. */
  async afterRequest(request: { succeeded: boolean; eventId: number | undefined; since: Date }): Promise<{
    faults: string[];
    hasChanged: boolean;
  }> {
    const entries = await this.#newEntries();
    this.#entries.push(...entries);
    const events = await this.#sql<{ transaction: string; type: number }>(
      `SELECT xmin::text AS transaction, event_type_id AS type FROM event
       WHERE tenant_id = $1 AND occurred_at >= $2::timestamptz - interval '1 second' AND xmin::text::bigint > $3`,
      [this.#tenant.id, request.since, this.#transaction],
    );
    for (const { transaction } of [...entries, ...events])
      this.#transaction = Math.max(this.#transaction, Number(transaction));
    const faults: string[] = [];
    if (entries.length > 0 && !request.succeeded) faults.push('was refused and wrote into the change log');
    if (entries.length > 0 && request.eventId === undefined)
      faults.push('declares no event and wrote into the change log');
    const wanted = entries.length > 0 && request.eventId !== undefined ? [request.eventId] : [];
    if (String(events.map(({ type }) => type)) !== String(wanted))
      faults.push(`triggered the events [${events.map(({ type }) => type)}] instead of [${wanted}]`);
    const transactions = new Set([...entries, ...events].map(({ transaction }) => transaction));
    if (transactions.size > 1) faults.push('wrote changes and events in different transactions');
    return { faults, hasChanged: entries.length > 0 };
  }

  /** What is wrong with the rows that have changed since this was asked last. */
  async changedRows(): Promise<string[]> {
    const before = this.#rows;
    const after = await this.#readRows();
    const written = new Set<string>();
    const owners = new Set<string>();
    const transactions = new Set<string>();
    for (const { transaction, entity, id } of this.#entries) {
      written.add(`${transaction} ${entity} ${id}`);
      owners.add(`${entity} ${id}`);
      transactions.add(transaction);
    }
    const faults: string[] = [];
    const changed = new Set<string>();
    for (const [key, row] of after) {
      if (before.get(key)?.digest === row.digest) continue;
      const owner = this.#ownerOf(key, row);
      changed.add(owner ?? `transaction ${row.transaction}`);
      const isLogged =
        owner === undefined ? transactions.has(row.transaction) : written.has(`${row.transaction} ${owner}`);
      if (!isLogged) faults.push(`${key} was written without an entry for ${owner ?? 'anything'}`);
    }
    for (const [key, row] of before) {
      if (after.has(key)) continue;
      const owner = this.#ownerOf(key, row);
      if (owner !== undefined) changed.add(owner);
      if (owner !== undefined && !owners.has(owner))
        faults.push(`${key} is gone without an entry for ${owner}`);
    }
    for (const owner of owners)
      if (!changed.has(owner)) faults.push(`there is an entry for ${owner}, of which no row has changed`);
    this.#rows = after;
    this.#entries = [];
    return faults;
  }

  #ownerOf(key: string, row: Row): string | undefined {
    const owner = OWNERS[key.slice(0, key.indexOf(' '))];
    return owner === undefined || owner === ANY ? undefined : `${owner.entity} ${row.owner}`;
  }

  async #newEntries(): Promise<Entry[]> {
    const entries = await this.#sql<Entry>(
      `SELECT sequence::text, transaction_id::text AS transaction, entity, record_id AS id FROM change_log
       WHERE tenant_id = $1 AND sequence > $2 ORDER BY change_log.sequence`,
      [this.#tenant.id, this.#sequence],
    );
    this.#sequence = entries.at(-1)?.sequence ?? this.#sequence;
    return entries;
  }

  async #readRows(): Promise<Map<string, Row>> {
    const selects = this.#tables.map((table) => {
      const owner = OWNERS[table]!;
      return `SELECT '${table} ' || coalesce(${keyOf(table)}, '') AS key, xmin::text AS transaction,
                     md5(t::text) AS digest, ${owner === ANY ? 'NULL::int' : owner.id} AS owner
              FROM ${table} t WHERE tenant_id = $1`;
    });
    const rows = await this.#sql<Row & { key: string }>(selects.join(' UNION ALL '), [this.#tenant.id]);
    return new Map(rows.map(({ key, ...row }) => [key, row]));
  }

  #sql<T>(text: string, values: unknown[] = []): Promise<T[]> {
    return this.#service.sql<T>(text, values, this.#tenant.id);
  }
}

/** What tells the rows of a table apart. */
function keyOf(table: string): string {
  switch (table) {
    case 'candidate_picture':
      return 'candidate_id::text';
    case 'user_branch':
      return "concat_ws(' ', user_id, branch_id)";
    case 'job_ad_publication':
      return "concat_ws(' ', job_ad_id, published_at)";
    case 'tenant_catalog_entry':
      return "concat_ws(' ', list, id)";
    default:
      return 'id::text';
  }
}
