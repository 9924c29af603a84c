import type { TenantDatabase } from '../../../core/db/connection.ts';
import { notFound } from '../../../core/http/index.ts';
import { withPrimaryChannels } from '../primary-channels-sql.ts';
import type { Channel, ContactColumns } from './rules.ts';

/**
 * Returns the channel's id, or undefined if the candidate already has it. A new primary channel replaces the old one of its kind.
 * `replaced` is what contact showed before. It becomes a channel too, unless it already is one.
 */
export async function insertChannel(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  channel: Channel,
  replaced?: Channel,
): Promise<number | undefined> {
  if (channel.isPrimary) {
    await db
      .updateTable('candidate_contact_channel')
      .set({ is_primary: false })
      .where('tenant_id', '=', tenantId)
      .where('candidate_id', '=', candidateId)
      .where('kind', '=', channel.kind)
      .where('is_primary', '=', true)
      .execute();
  }
  const rows = await db
    .insertInto('candidate_contact_channel')
    .values((replaced === undefined ? [channel] : [replaced, channel]).map(toRow(tenantId, candidateId)))
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'candidate_id', 'kind', 'address_match']).doNothing(),
    )
    .returning(['id', 'address_match'])
    .execute();
  return rows.find((row) => row.address_match === channel.addressMatch)?.id;
}

/** Whether the candidate has the channel, in whatever notation. */
export async function hasChannel(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  { kind, addressMatch }: Channel,
): Promise<boolean> {
  const row = await db
    .selectFrom('candidate_contact_channel')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('candidate_id', '=', candidateId)
    .where('kind', '=', kind)
    .where('address_match', '=', addressMatch)
    .executeTakeFirst();
  return row !== undefined;
}

const toRow = (tenantId: number, candidateId: number) => (channel: Channel) => ({
  tenant_id: tenantId,
  candidate_id: candidateId,
  kind: channel.kind,
  address: channel.address,
  address_match: channel.addressMatch,
  consent_checked: channel.consentChecked,
  is_primary: channel.isPrimary,
});

/** Returns what a primary channel can change, and locks the candidate until the transaction ends. Throws 404 if it does not exist. */
export async function lockContact(db: TenantDatabase, tenantId: number, candidateId: number) {
  const row = await db
    .selectFrom('candidate')
    .select(['email', 'mobile', 'has_whatsapp', 'whatsapp_consent_checked'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound('Candidate');
  return row;
}

/** Sets what a primary channel shows in contact. A WhatsApp number that becomes contact.mobile can also be an SMS channel. */
export async function updateContact(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  columns: ContactColumns,
): Promise<void> {
  await withPrimaryChannels(db, tenantId, candidateId, columns)
    .updateTable('candidate')
    .set(columns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .execute();
}
