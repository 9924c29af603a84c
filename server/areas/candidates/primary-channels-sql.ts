import { type QueryCreator, sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { DB } from '../../core/db/generated/database.ts';

/** The kinds of channels whose primary one contact shows, by the column that matches it. The number of WhatsApp can be another one. */
const SHOWN = { email_match: 'email', mobile_e164: 'sms' } as const;

type ShownColumns = { [Column in keyof typeof SHOWN]?: unknown };

/**
 * Begins a statement that writes these columns of the candidate. It then also makes the channels primary that contact shows: of each kind
 * the one with the same address, or none. It is a part of the statement, so it costs no round trip of its own, and nothing if the columns
 * are not written.
 */
export function withPrimaryChannels(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  columns: ShownColumns,
): QueryCreator<DB> {
  const stale = Object.entries(SHOWN).flatMap(([column, kind]) => {
    const address = columns[column as keyof typeof SHOWN];
    if (address === undefined) return [];
    const isShown = address === null ? sql`false` : sql`(address_match = ${address})`;
    return [sql`(kind = ${sql.lit(kind)} AND is_primary <> ${isShown})`];
  });
  if (stale.length === 0) return db;
  const aligned = db.with('channels', (query) =>
    query
      .updateTable('candidate_contact_channel')
      .set({ is_primary: sql<boolean>`NOT is_primary` })
      .where('tenant_id', '=', tenantId)
      .where('candidate_id', '=', candidateId)
      .where(sql<boolean>`(${sql.join(stale, sql` OR `)})`),
  );
  return aligned as unknown as QueryCreator<DB>;
}
