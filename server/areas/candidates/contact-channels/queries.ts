import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Channel, ContactColumns } from './rules.ts';

/** Returns the channel's id, or undefined if the candidate already has it. A new primary channel replaces the old one of its kind. */
export async function insertChannel(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  channel: Channel,
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
  const row = await db
    .insertInto('candidate_contact_channel')
    .values({
      tenant_id: tenantId,
      candidate_id: candidateId,
      kind: channel.kind,
      address: channel.address,
      address_match: channel.addressMatch,
      consent_checked: channel.consentChecked,
      is_primary: channel.isPrimary,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'candidate_id', 'kind', 'address_match']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function findMobile(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<string | null> {
  const { mobile } = await db
    .selectFrom('candidate')
    .select('mobile')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .executeTakeFirstOrThrow();
  return mobile;
}

export async function updateContact(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  columns: ContactColumns,
): Promise<void> {
  await db
    .updateTable('candidate')
    .set(columns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .execute();
}
