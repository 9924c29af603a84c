import type { Branding } from '../settings-queries.ts';
import { themeVersion } from './theme.ts';

// A hash in the query gives every version its own URL, which browsers can cache forever.

const VERSION_LENGTH = 12;

export function logoVersion(sha256: string): string {
  return sha256.slice(0, VERSION_LENGTH);
}

/** The path of the logo, or undefined without one. */
export function logoPath(tenantKey: string, { logo }: Branding): string | undefined {
  return logo === null ? undefined : `/jobs/${tenantKey}/logo?v=${logoVersion(logo.sha256)}`;
}

/** The path of the style sheet with the tenant's color, or undefined for the built-in color. */
export function themePath(tenantKey: string, { color }: Branding): string | undefined {
  return color === null ? undefined : `/jobs/${tenantKey}/theme.css?v=${themeVersion(color)}`;
}
