import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import {
  type SettingsJson,
  type StoredPortalSettings,
  settingsJson,
  toSettings,
} from '../settings-queries.ts';
import type { Logo } from './logo.ts';

export interface BrandingColumns {
  color?: string | null;
  about_de?: string | null;
  about_en?: string | null;
  /** Null removes the logo. */
  logo?: Logo | null;
}

/** Stores the given columns and keeps the others. */
export async function saveBranding(
  db: TenantDatabase,
  tenantId: number,
  { logo, ...columns }: BrandingColumns,
): Promise<void> {
  const values = { ...columns, ...(logo === undefined ? {} : logoColumns(logo)) };
  if (Object.keys(values).length === 0) return;
  await db
    .insertInto('portal_branding')
    .values({ tenant_id: tenantId, ...values })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ ...values, modified_at: sql`excluded.modified_at` }),
    )
    .execute();
}

function logoColumns(logo: Logo | null) {
  return {
    logo: logo?.bytes ?? null,
    logo_type: logo?.type ?? null,
    logo_width: logo?.width ?? null,
    logo_height: logo?.height ?? null,
    logo_sha256: logo?.sha256 ?? null,
  };
}

export interface StoredLogo {
  bytes: Buffer;
  type: string;
  sha256: string;
}

/** Reads the logo. The bytes of `known` are read again only if the logo is another one now. */
export async function findLogo(
  db: TenantDatabase,
  tenantId: number,
  known: StoredLogo | undefined,
): Promise<StoredLogo | undefined> {
  const row = await db
    .selectFrom('portal_branding')
    .select(['logo_type', 'logo_sha256'])
    .select(
      sql<Buffer | null>`CASE WHEN logo_sha256 IS DISTINCT FROM ${known?.sha256 ?? null} THEN logo END`.as(
        'logo',
      ),
    )
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  if (row === undefined || row.logo_sha256 === null) return undefined;
  if (row.logo === null) return known;
  return { bytes: row.logo, type: row.logo_type!, sha256: row.logo_sha256 };
}

/** The tenant and the settings of its portal. */
export async function readPortal(
  db: TenantDatabase,
  tenantId: number,
): Promise<{ tenant: { key: string; name: string }; settings: StoredPortalSettings }> {
  const { rows } = await sql<{ key: string; name: string; settings: SettingsJson }>`
    SELECT t.key, t.name, ${settingsJson(tenantId)} AS settings FROM tenant AS t WHERE t.id = ${tenantId}`.execute(
    db,
  );
  const { settings, ...tenant } = rows[0]!;
  return { tenant, settings: toSettings(settings) };
}
