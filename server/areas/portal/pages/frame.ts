import type { Language } from '../../../core/http/index.ts';
import type { StoredPortalSettings } from '../settings-queries.ts';
import type { Links } from '../visit.ts';

/** The context of every page of a tenant's portal. */
export interface Frame {
  language: Language;
  /** The language of the ads. */
  adLanguage: Language;
  tenant: { key: string; name: string };
  settings: StoredPortalSettings;
  links: Links;
  /** The public origin of the portal. */
  publicUrl: string;
  /** The path and query of the request. */
  address: string;
  /** The language that the query names. Null if the browser or the portal decided. */
  chosenLanguage: Language | null;
}
