import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { Language } from '../../core/http/index.ts';
import { lengthOf } from '../../core/text/truncate.ts';

/** A tenant's settings for its job portal. Null omits a link or selects the built-in text. */
export interface PortalSettings {
  /** The language of the ads, and of the pages for visitors who prefer neither German nor English. */
  language: Language;
  privacyUrl: string | null;
  imprintUrl: string | null;
  /** The text that an applicant agrees to. Plain text, with empty lines between paragraphs. */
  privacyText: Record<Language, string | null>;
  termsText: Record<Language, string | null>;
  whatsAppText: Record<Language, string | null>;
}

/** How a tenant's portal looks. Null selects the built-in color, or omits the logo or text. */
export interface Branding {
  /** #rrggbb in lower case. White text on it is readable. */
  color: string | null;
  /** Plain text, with empty lines between paragraphs. */
  aboutText: Record<Language, string | null>;
  logo: { sha256: string; type: string; width: number; height: number; sizeBytes: number } | null;
}

/** The version is 0 if the tenant has not stored any settings. */
export type StoredPortalSettings = PortalSettings & { version: number; branding: Branding };

type Texts = Omit<StoredPortalSettings, 'branding'>;
/** What settingsJson selects. */
export interface SettingsJson {
  texts: Texts | null;
  branding: Branding | null;
}

const BUILT_IN_TEXT: Record<Language, null> = { de: null, en: null };
const DEFAULTS: Texts = {
  version: 0,
  language: 'de',
  privacyUrl: null,
  imprintUrl: null,
  privacyText: BUILT_IN_TEXT,
  termsText: BUILT_IN_TEXT,
  whatsAppText: BUILT_IN_TEXT,
};
const NO_BRANDING: Branding = { color: null, aboutText: BUILT_IN_TEXT, logo: null };

/** SQL that selects the current settings as JSON. For queries that read them together with a page. */
export function settingsJson(tenantId: number) {
  return sql`json_build_object('texts', (SELECT json_build_object(
      'version', s.version, 'language', s.language, 'privacyUrl', s.privacy_url, 'imprintUrl', s.imprint_url,
      'privacyText', json_build_object('de', s.privacy_text_de, 'en', s.privacy_text_en),
      'termsText', json_build_object('de', s.terms_text_de, 'en', s.terms_text_en),
      'whatsAppText', json_build_object('de', s.whatsapp_text_de, 'en', s.whatsapp_text_en))
    FROM portal_setting AS s WHERE s.tenant_id = ${tenantId} ORDER BY s.version DESC LIMIT 1),
    'branding', (SELECT json_build_object('color', b.color,
        'aboutText', json_build_object('de', b.about_de, 'en', b.about_en),
        'logo', CASE WHEN b.logo_sha256 IS NOT NULL THEN json_build_object('sha256', b.logo_sha256, 'type', b.logo_type,
          'width', b.logo_width, 'height', b.logo_height, 'sizeBytes', octet_length(b.logo)) END)
      FROM portal_branding AS b WHERE b.tenant_id = ${tenantId}))`;
}

export function toSettings({ texts, branding }: SettingsJson): StoredPortalSettings {
  return { ...(texts ?? DEFAULTS), branding: branding ?? NO_BRANDING };
}

export async function readPortalSettings(
  db: TenantDatabase,
  tenantId: number,
): Promise<StoredPortalSettings> {
  const { rows } = await sql<{ settings: SettingsJson }>`
    SELECT ${settingsJson(tenantId)} AS settings`.execute(db);
  return toSettings(rows[0]!.settings);
}

export const CONSENT_TEXT_LENGTH = 10_000;

/** What is wrong with a consent text, as the end of a sentence. The text is trimmed. */
export function consentTextFault(text: string): string | undefined {
  return text === '' || lengthOf(text) > CONSENT_TEXT_LENGTH
    ? `must have between 1 and ${CONSENT_TEXT_LENGTH} characters.`
    : undefined;
}

/** The properties that an applicant sees when agreeing. The link to the privacy policy is beside the texts. */
const AGREED = ['privacyUrl', 'privacyText', 'termsText', 'whatsAppText'] as const;

/**
 * Stores settings in place of those that were read under the lock. What applicants agree to becomes a new version. The rest changes in
 * place, so that nobody who fills in a form must agree again because of the imprint.
 */
export async function replacePortalSettings(
  db: TenantDatabase,
  tenantId: number,
  { version, branding: _, ...stored }: StoredPortalSettings,
  next: PortalSettings,
): Promise<void> {
  const isSame = (properties: readonly (keyof PortalSettings)[]) =>
    properties.every((property) => isDeepStrictEqual(next[property], stored[property]));
  if (isSame([...AGREED, 'language', 'imprintUrl'])) return;
  if (version === 0 || !isSame(AGREED)) await insertPortalSettings(db, tenantId, next);
  else
    await db
      .updateTable('portal_setting')
      .set({ language: next.language, imprint_url: next.imprintUrl })
      .where('tenant_id', '=', tenantId)
      .where('version', '=', version)
      .execute();
}

/** Without this lock, two concurrent transactions would use the same version. */
export async function lockPortalSettings(db: TenantDatabase, tenantId: number): Promise<true> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`portal_setting ${tenantId}`}, 0))`.execute(db);
  return true;
}

/** Stores the settings as a new version. Earlier versions are kept. */
async function insertPortalSettings(
  db: TenantDatabase,
  tenantId: number,
  { language, privacyUrl, imprintUrl, privacyText, termsText, whatsAppText }: PortalSettings,
): Promise<void> {
  await sql`
      INSERT INTO portal_setting (tenant_id, version, language, privacy_url, imprint_url, privacy_text_de, privacy_text_en,
                                  terms_text_de, terms_text_en, whatsapp_text_de, whatsapp_text_en)
      SELECT ${tenantId}, coalesce(max(version), 0) + 1, ${language}, ${privacyUrl}, ${imprintUrl}, ${privacyText.de},
             ${privacyText.en}, ${termsText.de}, ${termsText.en}, ${whatsAppText.de}, ${whatsAppText.en}
        FROM portal_setting WHERE tenant_id = ${tenantId}`.execute(db);
}
