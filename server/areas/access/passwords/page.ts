import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Markup, markup } from '../../../core/html/markup.ts';
import type { Language, RouteGroup, RouteRequest, RouteResponse } from '../../../core/http/index.ts';
import { preferredLanguage } from '../../../core/http/language.ts';
import { PASSWORD_LENGTH } from '../../users/index.ts';
import { PAGE_TEXTS } from './page-texts.ts';

const SCRIPT = readFileSync(join(import.meta.dirname, 'page-script.js'), 'utf8');
const SCRIPT_VERSION = createHash('sha256').update(SCRIPT).digest('base64url').slice(0, 12);

// The link to the page is a secret: nothing keeps the page, and no other site learns its address.
const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
};

/**
 * The page on which users set a password with a link, or request one if the installation sends mails. `stylesheet` is the path of the
 * portal's.
 */
export function passwordRoutes(stylesheet: string, sendsMails: boolean): RouteGroup {
  return {
    routes: [
      {
        method: 'GET',
        path: '/password',
        handle: (request) => passwordPage(request, stylesheet, sendsMails),
      },
      {
        method: 'GET',
        path: '/password.js',
        handle: () => ({
          type: 'text/javascript; charset=utf-8',
          headers: { 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' },
          body: SCRIPT,
        }),
      },
    ],
  };
}

function passwordPage(
  { query, headers }: RouteRequest,
  stylesheet: string,
  sendsMails: boolean,
): RouteResponse {
  const { lang } = query;
  const language =
    lang === 'de' || lang === 'en' ? lang : preferredLanguage(headers['accept-language'], 'de');
  return {
    type: 'text/html; charset=utf-8',
    headers: { ...HEADERS, 'content-language': language },
    body: html(language, stylesheet, sendsMails),
  };
}

function html(language: Language, stylesheet: string, sendsMails: boolean): string {
  const texts = PAGE_TEXTS[language];
  const other = language === 'de' ? 'en' : 'de';
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${texts.title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylesheet}">
<script src="/password.js?v=${SCRIPT_VERSION}" defer></script>
</head>
<body>
<header class="masthead"><div class="wrap">
<span class="brand">Stellwerk</span>
<a class="language" id="language" href="/password?lang=${other}" lang="${other}" hreflang="${other}">${texts.otherLanguage}</a>
</div></header>
<main id="content"><div class="wrap narrow">
<noscript><p class="error">${texts.needsScript}</p></noscript>
${setSection(language)}
${sendsMails ? requestSection(language) : noMailSection(language)}
<section id="sent" hidden><h1 tabindex="-1">${texts.sent.title}</h1><p class="lead">${texts.sent.lead}</p></section>
<section id="done" hidden><p class="tick" aria-hidden="true"></p><h1 tabindex="-1">${texts.done.title}</h1><p class="lead">${texts.done.lead}</p>
<p><a class="button" href="/app/">${texts.done.signIn}</a></p></section>
<section id="invalid" hidden><h1 tabindex="-1">${texts.invalid.title}</h1><p class="lead">${texts.invalid.lead}</p>
<p><button id="again" type="button">${texts.invalid.again}</button></p></section>
</div></main>
</body>
</html>
`.text;
}

// No maxlength: the browser would cut a longer password that is pasted, unseen.
function setSection(language: Language): Markup {
  const { set } = PAGE_TEXTS[language];
  const { minimum } = PASSWORD_LENGTH;
  return markup`<section id="set" hidden>
<h1>${set.title}</h1>
<form class="application" id="set-form"><fieldset><div class="grid">
<div class="field wide"><label for="new-password">${set.password}</label><p class="hint" id="password-hint">${set.hint(minimum)}</p>
<input id="new-password" type="password" autocomplete="new-password" required minlength="${minimum}" aria-describedby="password-hint"></div>
<div class="field wide"><label for="repeated-password">${set.repeat}</label>
<input id="repeated-password" type="password" autocomplete="new-password" required></div>
</div></fieldset>
${problem(language)}
<div class="send"><button type="submit">${set.submit}</button></div></form>
</section>`;
}

function requestSection(language: Language): Markup {
  const { request } = PAGE_TEXTS[language];
  return markup`<section id="request" hidden>
<h1>${request.title}</h1>
<p class="lead">${request.lead}</p>
<form class="application" id="request-form"><fieldset><div class="grid">
<div class="field wide"><label for="email">${request.email}</label>
<input id="email" type="email" autocomplete="username" required maxlength="320"></div>
</div></fieldset>
${problem(language)}
<div class="send"><button type="submit">${request.submit}</button></div></form>
</section>`;
}

function noMailSection(language: Language): Markup {
  const { request, noMail } = PAGE_TEXTS[language];
  return markup`<section id="request" hidden><h1 tabindex="-1">${request.title}</h1><p class="lead">${noMail}</p></section>`;
}

function problem(language: Language): Markup {
  const { different, length, toomany, failed } = PAGE_TEXTS[language].problems;
  const { minimum, maximum } = PASSWORD_LENGTH;
  return markup`<p class="error" role="alert" hidden data-different="${different}" data-length="${length(minimum, maximum)}" data-toomany="${toomany}" data-failed="${failed}"></p>`;
}
