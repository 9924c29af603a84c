import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Language } from '../../core/http/index.ts';
import type { TemplateName } from './templates.ts';
import type { MailText } from './texts.ts';

interface TenantMailSettings {
  replyTo: string | null;
  contactAddress: string | null;
  confirmsPortalApplications: boolean;
  confirmsApiApplications: boolean;
}

const DEFAULTS: TenantMailSettings = {
  replyTo: null,
  contactAddress: null,
  confirmsPortalApplications: true,
  confirmsApiApplications: false,
};

export async function readMailSettings(db: TenantDatabase, tenantId: number): Promise<TenantMailSettings> {
  const row = await db
    .selectFrom('mail_setting')
    .select([
      'reply_to as replyTo',
      'contact_address as contactAddress',
      'confirms_portal_applications as confirmsPortalApplications',
      'confirms_api_applications as confirmsApiApplications',
    ])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row ?? DEFAULTS;
}

/**
 * Locks the settings until the transaction ends. Only for a transaction that changes them: a tenant that has the defaults has no row, so
 * this inserts one.
 */
export async function lockMailSettings(db: TenantDatabase, tenantId: number): Promise<{ tenant_id: number }> {
  await db
    .insertInto('mail_setting')
    .values({ tenant_id: tenantId, ...toColumns(DEFAULTS) })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute();
  return db
    .selectFrom('mail_setting')
    .select('tenant_id')
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

const toColumns = (settings: TenantMailSettings) => ({
  reply_to: settings.replyTo,
  contact_address: settings.contactAddress,
  confirms_portal_applications: settings.confirmsPortalApplications,
  confirms_api_applications: settings.confirmsApiApplications,
});

/** Changes the settings that are not undefined. One statement. */
export async function changeMailSettings(
  db: TenantDatabase,
  tenantId: number,
  changes: Partial<TenantMailSettings>,
): Promise<void> {
  const set = toColumns({ ...DEFAULTS, ...changes });
  const changed = {
    ...(changes.replyTo === undefined ? {} : { reply_to: set.reply_to }),
    ...(changes.contactAddress === undefined ? {} : { contact_address: set.contact_address }),
    ...(changes.confirmsPortalApplications === undefined
      ? {}
      : { confirms_portal_applications: set.confirms_portal_applications }),
    ...(changes.confirmsApiApplications === undefined
      ? {}
      : { confirms_api_applications: set.confirms_api_applications }),
  };
  if (Object.keys(changed).length === 0) return;
  await db
    .insertInto('mail_setting')
    .values({ tenant_id: tenantId, ...set })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(changed))
    .execute();
}

interface SenderOfTenant {
  company: string;
  replyTo: string | null;
  /** The language of the tenant's job ads. */
  language: Language;
}

/** What every mail of a tenant needs. */
export async function readSender(db: TenantDatabase, tenantId: number): Promise<SenderOfTenant> {
  const { rows } = await sql<SenderOfTenant>`
    SELECT tenant.name AS company,
           (SELECT reply_to FROM mail_setting WHERE tenant_id = ${tenantId}) AS "replyTo",
           coalesce((SELECT language FROM portal_setting WHERE tenant_id = ${tenantId} ORDER BY version DESC LIMIT 1),
                    'de') AS language
      FROM tenant WHERE id = ${tenantId}`.execute(db);
  return rows[0]!;
}

export async function findTemplate(
  db: TenantDatabase,
  tenantId: number,
  name: TemplateName,
  language: Language,
): Promise<MailText | undefined> {
  return db
    .selectFrom('mail_template')
    .select(['subject', 'body'])
    .where('tenant_id', '=', tenantId)
    .where('name', '=', name)
    .where('language', '=', language)
    .executeTakeFirst();
}

/** Locks the texts of a tenant until the transaction ends. A built-in text has no row that could be locked. */
export async function lockTemplates(db: TenantDatabase, tenantId: number): Promise<true> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mail_template ${tenantId}`}, 0))`.execute(db);
  return true;
}

/** The texts that the tenant has stored. */
export function listTemplates(db: TenantDatabase, tenantId: number) {
  return db
    .selectFrom('mail_template')
    .select(['name', 'language', 'subject', 'body'])
    .where('tenant_id', '=', tenantId)
    .execute();
}

export async function storeTemplate(
  db: TenantDatabase,
  tenantId: number,
  { name, language }: { name: TemplateName; language: Language },
  { subject, body }: MailText,
): Promise<void> {
  await db
    .insertInto('mail_template')
    .values({ tenant_id: tenantId, name, language, subject, body })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'name', 'language']).doUpdateSet({ subject, body }),
    )
    .execute();
}

export async function deleteTemplate(
  db: TenantDatabase,
  tenantId: number,
  { name, language }: { name: TemplateName; language: Language },
): Promise<void> {
  await db
    .deleteFrom('mail_template')
    .where('tenant_id', '=', tenantId)
    .where('name', '=', name)
    .where('language', '=', language)
    .execute();
}
