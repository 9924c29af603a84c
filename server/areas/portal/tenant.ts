import { LRUCache } from 'lru-cache';
import type { RouteRequest } from '../../core/http/index.ts';
import { preferredLanguage } from '../../core/http/language.ts';
import type { Services } from '../../core/services.ts';
import { sharedList } from '../masterdata/index.ts';
import { findTenant } from '../tenants/index.ts';
import type { PlaceNames } from './job-posting.ts';
import type { Frame } from './pages/layout.ts';
import type { Ad } from './queries.ts';
import type { StoredPortalSettings } from './settings-queries.ts';
import { Links, readVisit } from './visit.ts';

export interface PortalTenant {
  id: number;
  key: string;
  name: string;
}

// The portal shows a new name of a tenant after at most this time. Unknown keys are not cached, so a new tenant is found at
// once.
const CACHE_TTL_MS = 5000;
const MAXIMUM_CACHED_TENANTS = 1000;
const KEY = /^[a-z0-9][a-z0-9-]{0,62}$/;

export class TenantCache {
  readonly #services: Services;
  readonly #known = new LRUCache<string, PortalTenant>({ max: MAXIMUM_CACHED_TENANTS, ttl: CACHE_TTL_MS });

  constructor(services: Services) {
    this.#services = services;
  }

  async find(key: string): Promise<PortalTenant | undefined> {
    if (!KEY.test(key)) return undefined;
    let tenant = this.#known.get(key);
    if (tenant === undefined) {
      tenant = await findTenant(this.#services.database, key);
      if (tenant !== undefined) this.#known.set(key, tenant);
    }
    return tenant;
  }
}

/** The context of a page: its tenant, its language, and links that keep the channel and the chosen language. */
export function toFrame(
  request: RouteRequest,
  tenant: PortalTenant,
  settings: StoredPortalSettings,
  publicUrl: string,
): Frame {
  const visit = readVisit(request.query);
  return {
    language: visit.language ?? requestLanguage(request, settings.language),
    adLanguage: settings.language,
    tenant,
    settings,
    links: new Links(tenant.key, visit),
    publicUrl,
    address: request.message.url ?? '/',
    chosenLanguage: visit.language,
  };
}

export function requestLanguage(request: RouteRequest, otherwise: 'de' | 'en' = 'de'): 'de' | 'en' {
  return preferredLanguage(request.headers['accept-language'], otherwise);
}

/**
 * Returns a function that looks up the names of an ad's country and federal state, in the language of the ads. An ad without both is in
 * the country that its form has selected, because search engines and job boards require one.
 */
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
      // The federal state determines the country.
      countries.byId.get(Number(state?.attributes?.countryId ?? Number.NaN)) ??
      countries.byId.get(defaultCountryId({ countryId }));
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

// ISO 3166 numeric, as in the list of countries.
const GERMANY = 276;
const FIRST_COUNTRIES = [GERMANY, 40, 756];

/** The countries in the order of the form: Germany, Austria and Switzerland, then the others by name. */
export async function loadCountries(
  { database }: Services,
  language: 'de' | 'en',
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sharedList(database, 'countries');
  const names = rows
    .filter((row) => !row.is_expired)
    .map((row) => ({ id: row.id, name: language === 'de' ? row.name_de : row.name_en }));
  const collator = new Intl.Collator(language);
  const rank = ({ id }: { id: number }) => FIRST_COUNTRIES.indexOf(id) + 1 || FIRST_COUNTRIES.length + 1;
  return names.sort((a, b) => rank(a) - rank(b) || collator.compare(a.name, b.name));
}

/** The country that a new form has selected: that of the job. */
export function defaultCountryId({ countryId }: Pick<Ad, 'countryId'>): number {
  return countryId ?? GERMANY;
}
