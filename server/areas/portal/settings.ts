import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Language } from '../../core/http/index.ts';

/** What a firm says about its job portal. Null: nothing, or the built-in text. */
export interface PortalSettings {
  /** Of the ads, and of the pages for visitors who prefer neither German nor English. */
  language: Language;
  privacyUrl: string | null;
  imprintUrl: string | null;
  /** What an applicant agrees to, in plain text; an empty line begins a paragraph. */
  privacyText: Record<Language, string | null>;
  termsText: Record<Language, string | null>;
  whatsAppText: Record<Language, string | null>;
}

/** Version 0 is that of a firm that has said nothing yet. */
export type StoredPortalSettings = PortalSettings & { version: number };

const NOTHING: Record<Language, null> = { de: null, en: null };
const DEFAULTS: StoredPortalSettings = {
  version: 0,
  language: 'de',
  privacyUrl: null,
  imprintUrl: null,
  privacyText: NOTHING,
  termsText: NOTHING,
  whatsAppText: NOTHING,
};

/** SQL of the settings in force as JSON, null without any; for queries that read them along with a page. */
export function settingsJson(tenantId: number) {
  return sql`(SELECT json_build_object(
      'version', s.version, 'language', s.language, 'privacyUrl', s.privacy_url, 'imprintUrl', s.imprint_url,
      'privacyText', json_build_object('de', s.privacy_text_de, 'en', s.privacy_text_en),
      'termsText', json_build_object('de', s.terms_text_de, 'en', s.terms_text_en),
      'whatsAppText', json_build_object('de', s.whatsapp_text_de, 'en', s.whatsapp_text_en))
    FROM portal_setting AS s WHERE s.tenant_id = ${tenantId} ORDER BY s.version DESC LIMIT 1)`;
}

export function toSettings(json: StoredPortalSettings | null): StoredPortalSettings {
  return json ?? DEFAULTS;
}

export async function readPortalSettings(
  db: TenantDatabase,
  tenantId: number,
): Promise<StoredPortalSettings> {
  const { rows } = await sql<{ settings: StoredPortalSettings | null }>`
    SELECT ${settingsJson(tenantId)} AS settings`.execute(db);
  return toSettings(rows[0]!.settings);
}

const LONGEST_TEXT = 10_000;

/** What speaks against settings, one sentence each. */
export function portalSettingsFaults(settings: PortalSettings): string[] {
  const faults: string[] = [];
  if (settings.language !== 'de' && settings.language !== 'en')
    faults.push('The language of the ads must be de or en.');
  for (const url of [settings.privacyUrl, settings.imprintUrl]) {
    // Nothing else may stand behind a link of the page.
    if (url !== null && (!/^https?:\/\//i.test(url) || !URL.canParse(url)))
      faults.push('A link must be an address beginning with https:// or http://.');
  }
  for (const { de, en } of [settings.privacyText, settings.termsText, settings.whatsAppText]) {
    for (const text of [de, en]) {
      if (text !== null && (text.trim() === '' || text.length > LONGEST_TEXT))
        faults.push(`A text must have 1 to ${LONGEST_TEXT} characters.`);
    }
  }
  return faults;
}

/** Puts settings in force as a new version and answers its number; the versions before it stay. */
export async function savePortalSettings(
  db: TenantDatabase,
  tenantId: number,
  { language, privacyUrl, imprintUrl, privacyText, termsText, whatsAppText }: PortalSettings,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    // Two at once would take the same number.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`portal_setting ${tenantId}`}, 0))`.execute(
      transaction,
    );
    const { rows } = await sql<{ version: number }>`
      INSERT INTO portal_setting (tenant_id, version, language, privacy_url, imprint_url, privacy_text_de, privacy_text_en,
                                  terms_text_de, terms_text_en, whatsapp_text_de, whatsapp_text_en)
      SELECT ${tenantId}, coalesce(max(version), 0) + 1, ${language}, ${privacyUrl}, ${imprintUrl}, ${privacyText.de},
             ${privacyText.en}, ${termsText.de}, ${termsText.en}, ${whatsAppText.de}, ${whatsAppText.en}
        FROM portal_setting WHERE tenant_id = ${tenantId}
      RETURNING version`.execute(transaction);
    return rows[0]!.version;
  });
}
