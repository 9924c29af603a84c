import type { TenantDatabase } from '../../../core/db/connection.ts';
import { markup } from '../../../core/html/markup.ts';
import { employmentTypes } from '../employment-names.ts';
import { salaryText, streetText } from '../formats.ts';
import { adText, type PlaceNames } from '../job-posting.ts';
import type { Frame } from '../pages/layout.ts';
import { type Ad, readAdsAfter } from '../queries.ts';

/** Number of ads in memory while the feed is sent. */
const BATCH = 100;

/**
 * Generates the active ads as XML in the format of job boards. Each batch is a separate query, so an ad that is published or
 * unpublished meanwhile can be in the feed or not.
 */
export async function* adFeed(
  db: TenantDatabase,
  tenantId: number,
  frame: Frame,
  namesOf: (ad: Ad) => PlaceNames,
  now: Date,
): AsyncGenerator<string> {
  const { tenant, publicUrl } = frame;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${
    markup`<source>
<publisher>${tenant.name}</publisher>
<publisherurl>${publicUrl}/jobs/${tenant.key}</publisherurl>
<lastBuildDate>${now.toUTCString()}</lastBuildDate>
`.text
  }`;
  for (let after = 0; ; ) {
    const ads = await readAdsAfter(db, tenantId, after, BATCH, now);
    if (ads.length > 0) yield ads.map((ad) => job(frame, ad, namesOf(ad))).join('');
    if (ads.length < BATCH) break;
    after = ads.at(-1)!.id;
  }
  yield '</source>\n';
}

function job(frame: Frame, ad: Ad, { countryCode, federalState }: PlaceNames): string {
  const { tenant, publicUrl, links, adLanguage } = frame;
  // Every job has every element, because readers look them up by name. Elements without a value are empty.
  return markup`<job>
<title>${ad.title}</title>
<date>${new Date(ad.publishedAt ?? ad.modifiedAt).toUTCString()}</date>
<expirationdate>${ad.endDate}</expirationdate>
<referencenumber>${ad.id}</referencenumber>
<url>${publicUrl}${links.ad(ad.id)}</url>
<applyurl>${publicUrl}${links.form(ad.id)}</applyurl>
<company>${tenant.name}</company>
<city>${ad.city}</city>
<state>${federalState}</state>
<country>${countryCode}</country>
<postalcode>${ad.zipCode}</postalcode>
<streetaddress>${streetText(ad)}</streetaddress>
<description>${adText(ad, frame)}</description>
<salary>${salaryText(ad, adLanguage)}</salary>
<jobtype>${employmentTypes(ad.employmentType)
    .map(({ feed }) => feed)
    .join(', ')}</jobtype>
<category>${ad.employmentType}</category>
</job>
`.text;
}
