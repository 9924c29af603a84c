import { type Markup, markup } from '../../../core/html/markup.ts';
import type { Language } from '../../../core/http/index.ts';
import { employmentText } from '../employment-names.ts';
import { dayText, numberText, placeText, salaryText } from '../formats.ts';
import type { AdList, AdSummary } from '../queries.ts';
import { TEXTS } from '../translations.ts';
import { type Frame, langAttribute, layout } from './layout.ts';

/** The visitor's search, as in the query string. */
export interface Search {
  q: string;
  city: string;
  branch: string;
  type: string;
  page: number;
}

export const PAGE_SIZE = 20;
/** Nobody reads more than 500 pages of 20 ads, and a large offset is expensive. */
export const LAST_PAGE = 500;

/** The pages that can be read. A search finds the ads beyond them. */
export function countPages({ total }: Pick<AdList, 'total'>): number {
  return Math.min(Math.max(1, Math.ceil(total / PAGE_SIZE)), LAST_PAGE);
}

/** The query string of another page of the search. */
export function pageParameters({ page: _, ...filter }: Search, page: number) {
  return { ...filter, page: page > 1 ? String(page) : undefined };
}

export function listPage(frame: Frame, list: AdList, search: Search): string {
  const { language, links, tenant } = frame;
  const texts = TEXTS[language];
  const pages = countPages(list);
  const { page, ...filter } = search;
  const isFiltered = Object.values(filter).some((value) => value !== '');
  const title =
    page > 1 ? `${texts.jobsAt(tenant.name)}, ${texts.page(page, pages)}` : texts.jobsAt(tenant.name);
  return layout({
    language,
    frame,
    title,
    description: texts.listLead(tenant.name),
    // Searches are not canonical, because they show the same ads in endless variations.
    canonical: isFiltered ? undefined : `/jobs/${tenant.key}${page > 1 ? `?page=${page}` : ''}`,
    main: markup`<div class="hero"><div class="wrap">
<h1>${texts.jobs}</h1>
<p class="lead">${texts.listLead(tenant.name)}</p>
${searchForm(frame, list, search)}
</div></div>
<div class="wrap">
<div class="results-head">
<h2 id="results">${texts.results(list.total)}</h2>
${isFiltered && markup`<a href="${links.list()}">${texts.search.reset}</a>`}
</div>
${
  list.ads.length === 0
    ? markup`<p class="empty">${isFiltered ? texts.noResults : texts.noAds}</p>`
    : markup`<ul class="ads" aria-labelledby="results">${list.ads.map((ad) => adItem(frame, ad))}</ul>`
}
${pages > 1 && pageLinks(frame, page, pages, (number) => links.list(pageParameters(search, number)))}
</div>`,
  });
}

function searchForm({ language, links, tenant }: Frame, list: AdList, search: Search): Markup {
  const texts = TEXTS[language].search;
  const choice = (
    name: string,
    label: string,
    values: readonly { value: string; text: string }[],
    chosen: string,
  ) =>
    // A list with a single option is useless. But a selected option must stay visible.
    (values.length > 1 || chosen !== '') &&
    markup`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}">
<option value="">${texts.any}</option>${values.map(
      ({ value, text }) =>
        markup`<option value="${value}"${value === chosen && markup` selected`}>${text}</option>`,
    )}</select></div>`;
  const toOption = (value: string) => ({ value, text: value });
  const filters = [
    choice('city', texts.city, list.cities.map(toOption), search.city),
    choice(
      'branch',
      texts.branch,
      list.branches.map(({ id, name }) => ({ value: String(id), text: name })),
      search.branch,
    ),
    choice('type', texts.employmentType, employmentOptions(list, language), search.type),
  ].filter((filter) => filter !== false);
  const inUse = [search.city, search.branch, search.type].filter((value) => value !== '').length;
  return markup`<form class="search" role="search" method="get" action="/jobs/${tenant.key}" aria-label="${texts.heading}">
<div class="field words"><label for="q">${texts.words}</label>
<input type="search" id="q" name="q" value="${search.q}" maxlength="100" placeholder="${texts.wordsExample}" autocomplete="off"></div>
<button type="submit">${texts.submit}</button>
${links.hiddenFields().map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)}
${
  // The fields follow the element instead of being its content, so that wide windows can show them although it is closed.
  filters.length > 0 &&
  markup`<details class="fold"><summary>${texts.filters(inUse)}</summary></details>
<div class="filters">${filters}</div>`
}
</form>`;
}

/** The employment types of the ads. Two texts with the same translation are told apart by their own words. */
function employmentOptions(
  { employmentTypes }: AdList,
  language: Language,
): { value: string; text: string }[] {
  const options = employmentTypes.map((value) => ({ value, text: employmentText(value, language) }));
  return options.map(({ value, text }) => {
    const isUnique = options.filter((other) => other.text === text).length === 1;
    return { value, text: isUnique ? text : `${text} (${value})` };
  });
}

function adItem(frame: Frame, ad: AdSummary): Markup {
  const { language, links } = frame;
  const texts = TEXTS[language];
  const facts = [
    placeText(ad),
    employmentText(ad.employmentType, language),
    ad.weeklyHours === null ? undefined : texts.hours(numberText(ad.weeklyHours, language)),
  ].filter(Boolean);
  return markup`<li class="ad">
<h3><a class="ad-link" href="${links.ad(ad.id)}"${langAttribute(frame)}>${ad.title}</a></h3>
<p class="facts">${facts.map((fact) => markup`<span>${fact}</span>`)}</p>
${salaryLine(ad, frame)}
${ad.publishedAt !== null && markup`<p class="quiet">${texts.published} <time datetime="${ad.publishedAt.slice(0, 10)}">${dayText(ad.publishedAt, language)}</time></p>`}
</li>`;
}

function salaryLine(ad: AdSummary, { language }: Frame): Markup | false {
  const salary = salaryText(ad, language);
  return salary !== undefined && markup`<p class="salary">${salary}</p>`;
}

function pageLinks({ language }: Frame, page: number, pages: number, href: (page: number) => string): Markup {
  const texts = TEXTS[language];
  return markup`<nav class="pages" aria-label="${texts.pages}">
${page > 1 && markup`<a rel="prev" href="${href(page - 1)}">${texts.previous}</a>`}
<span>${texts.page(page, pages)}</span>
${page < pages && markup`<a rel="next" href="${href(page + 1)}">${texts.next}</a>`}
</nav>`;
}
