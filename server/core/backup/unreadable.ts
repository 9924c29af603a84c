import type pg from 'pg';
import type { BlobStore } from '../blobs/index.ts';
import type { BackedUpTable } from './catalog.ts';

/** Keeps reports short if a whole store is missing. */
export const MAXIMUM_LISTED = 10_000;

/** `missing`: the store does not have the file. `damaged`: it has a file that cannot be opened. */
export type BlobProblem = 'missing' | 'damaged';

/** A record whose contents nobody can read. */
export interface UnreadableDocument {
  problem: BlobProblem;
  /** The key of the tenant. */
  tenant: string;
  kind: string;
  /** Null for a picture, which is named by its candidate. */
  id: number | null;
  candidateId: number | null;
  key: string;
  /** Where the file belongs: see BlobStore.locate(). */
  file: string;
}

/** "document", "picture", or "attachment", at the end of the name of a table, which can be quoted. */
const KIND = /([a-z]+)"?$/;

export interface UnreadableRow {
  key: string;
  id: string | null;
  candidateId: string | null;
}

/** What names a record of any table with blobs, called `r`. `tenant` is an expression for the tenant's id. */
export function recordColumns(tenant: string): string {
  return `r.blob_key AS key, to_jsonb(r) ->> 'id' AS id,
    coalesce(to_jsonb(r) ->> 'candidate_id',
      (SELECT c.candidate_id::text FROM public.communication AS c
        WHERE c.tenant_id = ${tenant} AND c.id = (to_jsonb(r) ->> 'communication_id')::integer)) AS "candidateId"`;
}

export function toUnreadable(
  { key, id, candidateId }: UnreadableRow,
  about: { problem: BlobProblem; tenant: string; table: string; store: BlobStore },
): UnreadableDocument {
  const { problem, tenant, table, store } = about;
  return {
    problem,
    tenant,
    kind: KIND.exec(table)![1]!,
    id: id === null ? null : Number(id),
    candidateId: candidateId === null ? null : Number(candidateId),
    key,
    file: store.locate(key),
  };
}

export interface UnreadableRecords {
  missing: number;
  damaged: number;
  /** At most MAXIMUM_LISTED. */
  unreadable: UnreadableDocument[];
}

/** Adds those of another server. */
export function addUnreadable(
  to: UnreadableRecords,
  { missing, damaged, unreadable }: UnreadableRecords,
): void {
  to.missing += missing;
  to.damaged += damaged;
  to.unreadable.push(...unreadable.slice(0, MAXIMUM_LISTED - to.unreadable.length));
}

const KEYS_PER_INSERT = 500;

/**
 * The documents that a restore has written on one server. They can be many, so they are in a table, which only its transaction
 * has. It is no temporary one, which the login may not be allowed to create.
 */
export class RestoredKeys {
  readonly #client: pg.ClientBase;
  #unsaved: { key: string; isDamaged: boolean }[] = [];

  private constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  static async begin(client: pg.ClientBase): Promise<RestoredKeys> {
    await client.query(
      'CREATE UNLOGGED TABLE public.restored_blob (key text NOT NULL, is_damaged boolean NOT NULL)',
    );
    return new RestoredKeys(client);
  }

  async add(key: string): Promise<void> {
    if (this.#unsaved.length === KEYS_PER_INSERT) await this.#save();
    this.#unsaved.push({ key, isDamaged: false });
  }

  /** Marks the key that was added last. */
  markDamaged(): void {
    this.#unsaved.at(-1)!.isDamaged = true;
  }

  async #save(): Promise<void> {
    await this.#client.query(
      'INSERT INTO public.restored_blob SELECT * FROM unnest($1::text[], $2::boolean[])',
      [this.#unsaved.map(({ key }) => key), this.#unsaved.map(({ isDamaged }) => isDamaged)],
    );
    this.#unsaved = [];
  }

  /** The restored records without a document that can be read. Call it last, while the transaction sees the rows of all tenants. */
  async findUnreadable(tables: readonly BackedUpTable[], store: BlobStore): Promise<UnreadableRecords> {
    await this.#save();
    await this.#client.query('ANALYZE public.restored_blob');
    const found: UnreadableRecords = { missing: 0, damaged: 0, unreadable: [] };
    for (const { name } of tables.filter(({ hasBlobs }) => hasBlobs)) {
      const records = `FROM public.${name} AS r LEFT JOIN public.restored_blob AS b ON b.key = r.blob_key
        WHERE r.blob_key IS NOT NULL AND b.is_damaged IS NOT FALSE`;
      const { rows: counts } = await this.#client.query(
        `SELECT count(*) FILTER (WHERE b.key IS NULL)::int AS missing, count(b.key)::int AS damaged ${records}`,
      );
      const { missing, damaged } = counts[0];
      found.missing += missing;
      found.damaged += damaged;
      if (missing + damaged === 0) continue;
      const { rows } = await this.#client.query(
        `SELECT ${recordColumns('r.tenant_id')}, b.key IS NOT NULL AS "isDamaged",
                (SELECT key FROM public.tenant WHERE id = r.tenant_id) AS tenant
           ${records} ORDER BY r.tenant_id, r.blob_key LIMIT ${MAXIMUM_LISTED - found.unreadable.length}`,
      );
      for (const row of rows) {
        const problem = row.isDamaged ? 'damaged' : 'missing';
        found.unreadable.push(toUnreadable(row, { problem, tenant: row.tenant, table: name, store }));
      }
    }
    await this.#client.query('DROP TABLE public.restored_blob');
    return found;
  }
}
