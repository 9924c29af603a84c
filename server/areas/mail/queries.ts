import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Language } from '../../core/http/index.ts';
import type { TemplateName } from './templates.ts';
import type { MailText } from './texts.ts';

export interface TenantMailSettings {
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

/** Changes the settings that are not undefined. One statement. */
export async function changeMailSettings(
  db: TenantDatabase,
  tenantId: number,
  changes: Partial<TenantMailSettings>,
): Promise<void> {
  const next = { ...DEFAULTS, ...changes };
  const set = {
    reply_to: next.replyTo,
    contact_address: next.contactAddress,
    confirms_portal_applications: next.confirmsPortalApplications,
    confirms_api_applications: next.confirmsApiApplications,
  };
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
