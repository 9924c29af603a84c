import { adHtml } from './ad-html.ts';
import { logoPath } from './branding/paths.ts';
import { employmentTypes } from './employment-names.ts';
import { streetText } from './formats.ts';
import type { Frame } from './pages/layout.ts';
import type { Ad } from './queries.ts';
import { TEXTS } from './translations.ts';

/** The names of an ad's country and federal state. Undefined if the ad has none. */
export interface PlaceNames {
  /** ISO 3166-1 alpha-2. */
  countryCode: string | undefined;
  federalState: string | undefined;
}

const UNITS = { hour: 'HOUR', month: 'MONTH', year: 'YEAR' };

/** The entire text of an ad as HTML, with headings in the language of the ads. */
export function adText(ad: Ad, { adLanguage }: Pick<Frame, 'adLanguage'>): string {
  const texts = TEXTS[adLanguage];
  const sections = (['tasks', 'profile', 'benefits', 'contact'] as const).map((name) => {
    const html = name === 'contact' ? ad.contactText : ad[name];
    return html === null || html.trim() === '' ? '' : `<h3>${texts[name]}</h3>${adHtml(html)}`;
  });
  return [ad.introduction === null ? '' : adHtml(ad.introduction), ...sections].join('');
}

/**
 * The ad as a JobPosting of schema.org, in the form that search engines require. Values that the ad does not have are
 * omitted.
 */
export function jobPosting(ad: Ad, frame: Frame, { countryCode, federalState }: PlaceNames): object {
  const { tenant, publicUrl } = frame;
  const url = `${publicUrl}/jobs/${tenant.key}/${ad.id}`;
  const logo = logoPath(tenant.key, frame.settings.branding);
  const types = employmentTypes(ad.employmentType).map(({ code }) => code);
  return {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: ad.title,
    description: adText(ad, frame) || ad.title,
    identifier: { '@type': 'PropertyValue', name: tenant.name, value: String(ad.id) },
    datePosted: (ad.publishedAt ?? ad.modifiedAt).slice(0, 10),
    // The last day is included, in UTC.
    validThrough: ad.endDate === null ? undefined : `${ad.endDate}T23:59:59Z`,
    employmentType: types.length > 0 ? types : undefined,
    workHours: ad.weeklyHours === null ? undefined : `${ad.weeklyHours} h / week`,
    jobStartDate: ad.startDate ?? undefined,
    hiringOrganization: {
      '@type': 'Organization',
      name: tenant.name,
      sameAs: `${publicUrl}/jobs/${tenant.key}`,
      logo: logo && publicUrl + logo,
    },
    jobLocation:
      ad.city === null && ad.zipCode === null
        ? undefined
        : {
            '@type': 'Place',
            address: {
              '@type': 'PostalAddress',
              streetAddress: streetText(ad),
              addressLocality: ad.city ?? undefined,
              addressRegion: federalState,
              postalCode: ad.zipCode ?? undefined,
              addressCountry: countryCode,
            },
            geo:
              ad.geoLat === null || ad.geoLon === null
                ? undefined
                : { '@type': 'GeoCoordinates', latitude: ad.geoLat, longitude: ad.geoLon },
          },
    baseSalary: baseSalary(ad),
    directApply: true,
    url,
  };
}

function baseSalary({ salaryFrom, salaryTo, salaryCurrency, salaryPeriod }: Ad): object | undefined {
  // An amount is useless to a program without its unit.
  if ((salaryFrom === null && salaryTo === null) || salaryPeriod === null) return undefined;
  const amounts =
    salaryFrom === salaryTo
      ? { value: salaryFrom }
      : { minValue: salaryFrom ?? undefined, maxValue: salaryTo ?? undefined };
  return {
    '@type': 'MonetaryAmount',
    currency: salaryCurrency ?? 'EUR',
    value: { '@type': 'QuantitativeValue', ...amounts, unitText: UNITS[salaryPeriod] },
  };
}
