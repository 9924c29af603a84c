import { type QueryCreator, type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { DB } from '../../core/db/generated/database.ts';

/** The kinds of channels whose primary one contact shows, by the column that matches it. The number of WhatsApp can be another one. */
const SHOWN = { email_match: 'email', mobile_e164: 'sms' } as const;

type ShownColumns = { [Column in keyof typeof SHOWN]?: unknown } & {
  has_whatsapp?: unknown;
  whatsapp_consent_checked?: unknown;
};

const IS_PRIMARY_WHATSAPP = sql<boolean>`(kind = 'whatsapp' AND is_primary)`;

/**
 * Begins a statement that writes these columns of the candidate. It then also makes the channels primary that contact shows: of each kind
 * the one with the same address, or none. The primary WhatsApp number has the consent of contact, because a mirror may read it there, and
 * none is primary if the candidate does not use WhatsApp. It is a part of the statement, so it costs no round trip of its own, and nothing
 * if the columns are not written.
 */
export function withPrimaryChannels(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  columns: ShownColumns,
): QueryCreator<DB> {
  const moved = movedConditions(columns);
  const { whatsapp_consent_checked: consent } = columns;
  const isMoved = moved.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(moved, sql` OR `)})`;
  const isAnswered = consent === undefined ? sql<boolean>`false` : IS_PRIMARY_WHATSAPP;
  if (!canMove(columns)) return db;
  const aligned = db.with('channels', (query) =>
    query
      .updateTable('candidate_contact_channel')
      .set({
        is_primary: sql<boolean>`is_primary <> ${isMoved}`,
        consent_checked: sql<
          boolean | null
        >`CASE WHEN ${isAnswered} THEN ${consent ?? null}::boolean ELSE consent_checked END`,
      })
      .where('tenant_id', '=', tenantId)
      .where('candidate_id', '=', candidateId)
      .where(sql<boolean>`(${isMoved} OR ${isAnswered})`)
      .returning('id'),
  );
  return aligned as unknown as QueryCreator<DB>;
}

/**
 * The names of the properties that such a statement changes: `properties`, which the columns stand for, and contactChannels if one of
 * them changes.
 */
export function propertiesWithChannels(
  columns: ShownColumns,
  properties: readonly string[],
): readonly string[] | RawBuilder<readonly string[]> {
  if (!canMove(columns)) return properties;
  return sql<readonly string[]>`
    CASE WHEN EXISTS (SELECT FROM channels) THEN ${['contactChannels', ...properties]}::text[] ELSE ${properties}::text[] END`;
}

const canMove = (columns: ShownColumns): boolean =>
  columns.whatsapp_consent_checked !== undefined || movedConditions(columns).length > 0;

function movedConditions(columns: ShownColumns): RawBuilder<boolean>[] {
  const moved = Object.entries(SHOWN).flatMap(([column, kind]) => {
    const address = columns[column as keyof typeof SHOWN];
    if (address === undefined) return [];
    const isShown = address === null ? sql`false` : sql`(address_match = ${address})`;
    return [sql<boolean>`(kind = ${sql.lit(kind)} AND is_primary <> ${isShown})`];
  });
  const { has_whatsapp: hasWhatsApp } = columns;
  if (hasWhatsApp !== undefined && hasWhatsApp !== true) moved.push(IS_PRIMARY_WHATSAPP);
  return moved;
}
