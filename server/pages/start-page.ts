import { findOnlyTenant } from '../areas/tenants/index.ts';
import { type Markup, markup } from '../core/html/markup.ts';
import { describeCause } from '../core/http/describe-cause.ts';
import { contentTag, matches } from '../core/http/entity-tag.ts';
import type { Language, Route, RouteRequest, RouteResponse } from '../core/http/index.ts';
import { addressInLanguage, preferredLanguage } from '../core/http/language.ts';
import type { Services } from '../core/services.ts';
import { START_PAGE_TEXTS } from './start-page-texts.ts';

// The page at the origin and the page for unknown addresses, for people who open the service in a browser.

export const PAGE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

export function startPageRoute(services: Services): Route {
  return {
    method: 'GET',
    path: '/',
    async handle(request) {
      const language = languageOf(request);
      const html = startPage(language, services.settings.publicUrl, await findPortal(services));
      const etag = contentTag(html);
      const headers = {
        ...PAGE_HEADERS,
        etag,
        // The only tenant can get company, and its portal must not be named any longer.
        'cache-control': 'no-cache',
        vary: 'accept-language, accept-encoding',
      };
      if (matches(request.headers['if-none-match'], etag)) return { status: 304, headers };
      return { type: 'text/html; charset=utf-8', headers, body: html };
    },
  };
}

/** The page for an address that nothing is at. */
export function unknownPage(request: RouteRequest): RouteResponse {
  const language = languageOf(request);
  const texts = START_PAGE_TEXTS[language].unknown;
  const html = layout(
    language,
    texts.title,
    request.message.url ?? '/',
    markup`<h1>${texts.title}</h1>
<p class="lead">${texts.text}</p>
</header>
<main>
<ul class="ways"><li><a href="/">${texts.start}</a></li><li><a href="/docs">${texts.docs}</a></li></ul>
</main>`,
  );
  return {
    status: 404,
    type: 'text/html; charset=utf-8',
    headers: { ...PAGE_HEADERS, 'cache-control': 'no-store', vary: 'accept, accept-language' },
    body: html,
  };
}

function languageOf({ query, headers }: RouteRequest): Language {
  if (query.lang === 'de' || query.lang === 'en') return query.lang;
  return preferredLanguage(headers['accept-language'], 'en');
}

interface Portal {
  key: string;
  name: string;
}

/** The only tenant. With several tenants the page names none, because tenants must not learn of each other. */
async function findPortal({ database, log }: Services): Promise<Portal | undefined> {
  try {
    return await findOnlyTenant(database);
  } catch (error) {
    // The page shows how to find out what is wrong, so it must not fail with the database.
    log.warn({ cause: describeCause(error) }, 'start page without the job portal');
    return undefined;
  }
}

function startPage(language: Language, publicUrl: string, portal: Portal | undefined): string {
  const texts = START_PAGE_TEXTS[language];
  const card = (href: string, title: string, text: Markup | string) =>
    markup`<li><a href="${href}">${title}</a><p>${text}</p></li>`;
  return layout(
    language,
    'Stellwerk',
    '/',
    markup`<h1>Stellwerk</h1>
<p class="lead">${texts.lead}</p>
</header>
<main>
<nav aria-label="${texts.parts}"><ul class="cards">
${card('/app/', texts.console, texts.consoleText)}
${
  portal === undefined
    ? markup`<li><strong>${texts.portal}</strong><p>${texts.portalOfSeveral}</p></li>`
    : card(`/jobs/${portal.key}`, texts.portalOf(portal.name), texts.portalText)
}
${card('/docs', texts.reference, texts.referenceText)}
${card('/v3/openapi.json', texts.openApi, markup`${texts.openApiText} <a href="/v3/openapi.yaml">YAML</a>.`)}
${card('/health/ready', texts.health, texts.healthText)}
</ul></nav>
<section aria-labelledby="first-call">
<h2 id="first-call">${texts.firstCall}</h2>
<p>${texts.credentials}</p>
<pre tabindex="0"><code>curl -s ${publicUrl}/oauth/token \\
  -A 'Mozilla/5.0 (YourCompany)' \\
  -d grant_type=client_credentials \\
  -d client_id=YOUR_CLIENT_ID \\
  -d client_secret=YOUR_CLIENT_SECRET \\
  -d audience=${publicUrl}/api/v3</code></pre>
<p>${texts.read}</p>
<pre tabindex="0"><code>curl -s ${publicUrl}/v3/masterdata/languages \\
  -A 'Mozilla/5.0 (YourCompany)' \\
  -H 'Authorization: Bearer ACCESS_TOKEN'</code></pre>
<p>${texts.keep}</p>
</section>
</main>`,
  );
}

/** The contents begin inside the header, after the mark, and end it. */
function layout(language: Language, title: string, address: string, contents: Markup): string {
  const texts = START_PAGE_TEXTS[language];
  const other = language === 'de' ? 'en' : 'de';
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${texts.description}">
<title>${title === 'Stellwerk' ? title : `${title} – Stellwerk`}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/welcome.css">
</head>
<body>
<header>
<p class="language"><a href="${addressInLanguage(address, other)}" lang="${other}" hreflang="${other}">${texts.otherLanguage}</a></p>
<p class="mark" aria-hidden="true"><span></span><span></span></p>
${contents}
</body>
</html>
`.text;
}
