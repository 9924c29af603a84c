import { jsonData, type Markup, markup } from '../../../core/html/markup.ts';
import { adHtml } from '../ad-html.ts';
import { employmentText } from '../employment-names.ts';
import { dayText, numberText, placeText, salaryText, streetText } from '../formats.ts';
import { jobPosting, type PlaceNames } from '../job-posting.ts';
import type { Ad, AdFacts, AdTexts } from '../queries.ts';
import { TEXTS } from '../translations.ts';
import { type Frame, langAttribute, layout } from './layout.ts';

export function detailPage(frame: Frame, ad: Ad, names: PlaceNames): string {
  const { language, links, tenant } = frame;
  const texts = TEXTS[language];
  return layout({
    language,
    frame,
    title: `${ad.title} – ${tenant.name}`,
    description: [ad.title, placeText(ad), salaryText(ad, language)].filter(Boolean).join(' · '),
    canonical: `/jobs/${tenant.key}/${ad.id}`,
    head: jsonData('application/ld+json', jobPosting(ad, frame, names)),
    main: markup`<article class="job">
<div class="hero"><div class="wrap">
<p class="back"><a href="${links.list()}">${texts.backToList}</a></p>
<h1${langAttribute(frame)}>${ad.title}</h1>
<p class="lead facts">${leadFacts(frame, ad).map((fact) => markup`<span>${fact}</span>`)}</p>
<p class="actions"><a class="button" href="${links.form(ad.id)}">${texts.apply}</a></p>
</div></div>
<div class="wrap columns">
<div class="prose"${langAttribute(frame)}>
${adTexts(frame, ad)}
</div>
<aside class="glance" aria-labelledby="glance">
<h2 id="glance">${texts.atAGlance}</h2>
<dl>${glance(frame, ad)}</dl>
<p><a class="button" href="${links.form(ad.id)}">${texts.apply}</a></p>
</aside>
</div>
<p class="apply-bar"><a class="button" href="${links.form(ad.id)}">${texts.apply}</a></p>
</article>`,
  });
}

/** The line below the title. */
export function leadFacts({ language }: Pick<Frame, 'language'>, ad: AdFacts): string[] {
  const facts = [placeText(ad), employmentText(ad.employmentType, language), salaryText(ad, language)];
  return facts.filter((fact) => fact != null);
}

/** The texts of an ad with their headings. */
export function adTexts(frame: Pick<Frame, 'adLanguage'>, ad: AdTexts): Markup {
  return markup`${ad.introduction !== null && markup`<div class="intro">${adHtml(ad.introduction)}</div>`}
${section(frame, 'tasks', ad.tasks)}
${section(frame, 'profile', ad.profile)}
${section(frame, 'benefits', ad.benefits)}
${section(frame, 'contact', ad.contactText)}`;
}

function section(
  { adLanguage: language }: Pick<Frame, 'adLanguage'>,
  name: 'tasks' | 'profile' | 'benefits' | 'contact',
  html: string | null,
): Markup | false {
  // The heading is in the language of the ad, because it belongs to the ad's text.
  return (
    html !== null &&
    html.trim() !== '' &&
    markup`<section aria-labelledby="${name}"><h2 id="${name}">${TEXTS[language][name]}</h2>${adHtml(html)}</section>`
  );
}

function glance({ language }: Frame, ad: Ad): Markup[] {
  const texts = TEXTS[language];
  const place = placeText(ad);
  const street = streetText(ad);
  const hours = ad.weeklyHours === null ? undefined : texts.hours(numberText(ad.weeklyHours, language));
  const rows: [label: string, value: Markup | string | undefined][] = [
    [texts.place, place && street ? markup`${street}<br>${place}` : place],
    [
      texts.kind,
      [employmentText(ad.employmentType, language), hours].filter(Boolean).join(', ') || undefined,
    ],
    [texts.salary, salaryText(ad, language)],
    [texts.start, ad.startDate === null ? undefined : dayText(ad.startDate, language)],
    [texts.branch, ad.office],
    [texts.lastDay, ad.endDate === null ? undefined : dayText(ad.endDate, language)],
    [
      texts.published,
      ad.publishedAt === null
        ? undefined
        : markup`<time datetime="${ad.publishedAt.slice(0, 10)}">${dayText(ad.publishedAt, language)}</time>`,
    ],
    [texts.reference, String(ad.id)],
  ];
  return rows
    .filter(([, value]) => value !== undefined)
    .map(([label, value]) => markup`<div><dt>${label}</dt><dd>${value}</dd></div>`);
}
