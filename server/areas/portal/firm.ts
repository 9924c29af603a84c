import { LRUCache } from 'lru-cache';
import type { RouteRequest } from '../../core/http/index.ts';
import { preferredLanguage } from '../../core/http/language.ts';
import type { Services } from '../../core/services.ts';
import { sharedList } from '../masterdata/index.ts';
import { findTenant } from '../tenants/index.ts';
import type { PlaceNames } from './job-posting.ts';
import type { Frame } from './pages/layout.ts';
import type { Ad } from './queries.ts';
import type { StoredPortalSettings } from './settings.ts';
import { Links, readCarried } from './visit.ts';

export interface Firm {
  id: number;
  key: string;
  name: string;
}

// A firm that is renamed or new shows within that time; only those that exist are remembered.
const REMEMBERED_MS = 5000;
const REMEMBERED_FIRMS = 1000;
const KEY = /^[a-z0-9][a-z0-9-]{0,62}$/;

export class Firms {
  readonly #services: Services;
  readonly #known = new LRUCache<string, Firm>({ max: REMEMBERED_FIRMS, ttl: REMEMBERED_MS });

  constructor(services: Services) {
    this.#services = services;
  }

  async find(key: string): Promise<Firm | undefined> {
    if (!KEY.test(key)) return undefined;
    let firm = this.#known.get(key);
    if (firm === undefined) {
      firm = await findTenant(this.#services.database.system, key);
      if (firm !== undefined) this.#known.set(key, firm);
    }
    return firm;
  }
}

/** How this request is answered: its language, and the links that carry its particulars on. */
export function toFrame(
  request: RouteRequest,
  firm: Firm,
  settings: StoredPortalSettings,
  publicUrl: string,
): Frame {
  const carried = readCarried(request.query);
  return {
    language: carried.language ?? requestLanguage(request, settings.language),
    adLanguage: settings.language,
    firm,
    settings,
    links: new Links(firm.key, carried),
    publicUrl,
  };
}

export function requestLanguage(request: RouteRequest, otherwise: 'de' | 'en' = 'de'): 'de' | 'en' {
  return preferredLanguage(request.headers['accept-language'], otherwise);
}

/** Answers the names of an ad's country and federal state, in the language of the ads. */
export async function loadPlaceNames(
  { database }: Services,
  language: 'de' | 'en',
): Promise<(ad: Ad) => PlaceNames> {
  const [countries, states] = await Promise.all([
    sharedList(database, 'countries'),
    sharedList(database, 'federalstates'),
  ]);
  return ({ countryId, federalStateId }) => {
    const state = federalStateId === null ? undefined : states.byId.get(federalStateId);
    const country =
      countries.byId.get(countryId ?? Number.NaN) ??
      // A state lies in one country.
      countries.byId.get(Number(state?.attributes?.countryId ?? Number.NaN));
    return {
      countryCode: country?.attributes?.alpha2 as string | undefined,
      federalState: language === 'de' ? state?.name_de : state?.name_en,
    };
  };
}

export async function loadSalutations(
  { database }: Services,
  language: 'de' | 'en',
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sharedList(database, 'salutations');
  return rows
    .filter((row) => !row.is_expired)
    .map((row) => ({ id: row.id, name: language === 'de' ? row.name_de : row.name_en }));
}
