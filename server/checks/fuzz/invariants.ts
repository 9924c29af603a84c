import type { TestService, TestTenant } from '../../testing/harness.ts';
import { ANY, type RecordTable, readRecordTables } from '../records/record-owners.ts';

// Invariants of the database, whatever was sent: no record changes without an entry in the change log from the same
// transaction, and the entries of a request have the event that its operation declares.

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
  /** Of the event that announces it. */
  event: number | null;
}

/** Watches what requests of one tenant write. */
export class DatabaseWatch {
  readonly #service: TestService;
  readonly #tenant: TestTenant;
  #tables: ReadonlyMap<string, RecordTable> = new Map();
  #rows = new Map<string, Row>();
  /** Entries since the rows were last checked. */
  #entries: Entry[] = [];
  #sequence = '0';

  constructor(service: TestService, tenant: TestTenant) {
    this.#service = service;
    this.#tenant = tenant;
  }

  /** Accepts the current rows as given. Returns the tables whose owner is unknown. */
  async begin(): Promise<string[]> {
    const { tables, unknown } = await readRecordTables(this.#service);
    this.#tables = new Map(tables.map((table) => [table.name, table]));
    this.#rows = await this.#readRows();
    await this.#newEntries();
    return unknown;
  }

  /** Checks what a single request wrote to the change log and the outbox. */
  async afterRequest(request: { succeeded: boolean; eventId: number | undefined }): Promise<{
    faults: string[];
    hasChanged: boolean;
  }> {
    const entries = await this.#newEntries();
    this.#entries.push(...entries);
    const faults: string[] = [];
    if (entries.length > 0 && !request.succeeded) faults.push('was refused and wrote into the change log');
    if (entries.length > 0 && request.eventId === undefined)
      faults.push('declares no event and wrote into the change log');
    const events = entries.flatMap(({ event }) => event ?? []);
    // Only a document has changes without an event, such as decisions about its proposals.
    const isAnnounced = entries.some(({ entity, event }) => entity !== 'document' || event !== null);
    const wanted = isAnnounced && request.eventId !== undefined ? [request.eventId] : [];
    if (String(events) !== String(wanted))
      faults.push(`triggered the events [${events}] instead of [${wanted}]`);
    if (new Set(entries.map(({ transaction }) => transaction)).size > 1)
      faults.push('wrote changes in different transactions');
    return { faults, hasChanged: entries.length > 0 };
  }

  /** Checks the rows that have changed since the last call. */
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
    const owner = this.#tables.get(key.slice(0, key.indexOf(' ')))?.owner;
    return owner === undefined || owner === ANY ? undefined : `${owner.entity} ${row.owner}`;
  }

  async #newEntries(): Promise<Entry[]> {
    const entries = await this.#sql<Entry>(
      `SELECT sequence::text, transaction_id::text AS transaction, entity, record_id AS id,
              event_type_id AS event
         FROM change_log
       WHERE tenant_id = $1 AND sequence > $2 ORDER BY change_log.sequence`,
      [this.#tenant.id, this.#sequence],
    );
    this.#sequence = entries.at(-1)?.sequence ?? this.#sequence;
    return entries;
  }

  async #readRows(): Promise<Map<string, Row>> {
    const selects = [...this.#tables.values()].map(
      ({ name, owner, key }) =>
        `SELECT '${name} ' || ${key} AS key, xmin::text AS transaction, md5(t::text) AS digest,
                ${owner === ANY ? 'NULL::int' : owner.id} AS owner
         FROM ${name} t WHERE tenant_id = $1`,
    );
    const rows = await this.#sql<Row & { key: string }>(selects.join(' UNION ALL '), [this.#tenant.id]);
    return new Map(rows.map(({ key, ...row }) => [key, row]));
  }

  #sql<T>(text: string, values: unknown[] = []): Promise<T[]> {
    return this.#service.sql<T>(text, values, this.#tenant.id);
  }
}
