import type { TenantDatabase } from '../../../core/db/connection.ts';
import { markup } from '../../../core/html/markup.ts';
import { employmentTypes, salaryText, streetText } from '../formats.ts';
import { adText, type PlaceNames } from '../job-posting.ts';
import type { Frame } from '../pages/layout.ts';
import { type Ad, readAdsAfter } from '../queries.ts';

/** Ads in memory at once while the feed is being sent. */
const BATCH = 100;

/**
 * The active ads as XML in the form that job boards read, piece by piece. Each batch is a query of its own: an ad
 * that is published or taken off in the meantime may or may not be in it.
 */
export async function* adFeed(
  db: TenantDatabase,
  tenantId: number,
  frame: Frame,
  namesOf: (ad: Ad) => PlaceNames,
  now: Date,
): AsyncGenerator<string> {
  const { firm, publicUrl } = frame;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${
    markup`<source>
<publisher>${firm.name}</publisher>
<publisherurl>${publicUrl}/jobs/${firm.key}</publisherurl>
<lastBuildDate>${now.toUTCString()}</lastBuildDate>
`.text
  }`;
  for (let after = 0; ; ) {
    const ads = await readAdsAfter(db, tenantId, after, BATCH);
    if (ads.length > 0) yield ads.map((ad) => job(frame, ad, namesOf(ad))).join('');
    if (ads.length < BATCH) break;
    after = ads.at(-1)!.id;
  }
  yield '</source>\n';
}

function job(frame: Frame, ad: Ad, { countryCode, federalState }: PlaceNames): string {
  const { firm, publicUrl, links, adLanguage } = frame;
  // Every element is there in every job, empty where the ad says nothing: readers ask for them by name.
  return markup`<job>
<title>${ad.title}</title>
<date>${new Date(ad.publishedAt ?? ad.modifiedAt).toUTCString()}</date>
<referencenumber>${ad.id}</referencenumber>
<url>${publicUrl}${links.ad(ad.id)}</url>
<applyurl>${publicUrl}${links.form(ad.id)}</applyurl>
<company>${firm.name}</company>
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
