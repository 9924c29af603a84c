import { type Markup, markup } from '../../../core/html/markup.ts';
import type { Language } from '../../../core/http/index.ts';
import type { StoredPortalSettings } from '../settings.ts';
import { STYLESHEET_PATH } from '../stylesheet.ts';
import { TEXTS } from '../translations.ts';
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
}

interface PageParts {
  language: Language;
  title: string;
  main: Markup;
  description?: string;
  /** The path that search engines should index. Without it, the page has noindex. */
  canonical?: string;
  /** Additional elements for the head. */
  head?: Markup;
  /** Absent on pages that do not belong to a tenant. */
  frame?: Frame;
  /** The URL of this page in the other language. Absent if a link cannot show the page again. */
  otherLanguage?: string;
}

/** Renders a complete page. */
export function layout({
  language,
  title,
  main,
  description,
  canonical,
  head,
  frame,
  otherLanguage,
}: PageParts): string {
  const texts = TEXTS[language];
  const other = language === 'de' ? 'en' : 'de';
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${description !== undefined && markup`<meta name="description" content="${description}">`}
${
  canonical === undefined || frame === undefined
    ? markup`<meta name="robots" content="noindex">`
    : markup`<link rel="canonical" href="${frame.publicUrl}${canonical}">`
}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${STYLESHEET_PATH}">
${head}
</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>
${
  frame !== undefined &&
  markup`<header class="masthead"><div class="wrap">
<a class="brand" href="${frame.links.list()}">${frame.tenant.name}</a>
${otherLanguage !== undefined && markup`<a class="language" href="${otherLanguage}" lang="${other}" hreflang="${other}">${texts.otherLanguage}</a>`}
</div></header>`
}
<main id="content" tabindex="-1">
${main}
</main>
<footer class="foot"><div class="wrap">
${frame !== undefined && footerLinks(frame)}
<p>${texts.footer}</p>
</div></footer>
</body>
</html>
`.text;
}

function footerLinks({ settings, language }: Frame): Markup | false {
  const { imprint, privacy } = TEXTS[language];
  const links = [
    { href: settings.imprintUrl, text: imprint },
    { href: settings.privacyUrl, text: privacy },
  ].filter(({ href }) => href !== null);
  return (
    links.length > 0 &&
    markup`<ul>${links.map(({ href, text }) => markup`<li><a href="${href}">${text}</a></li>`)}</ul>`
  );
}

/** The lang attribute for text of an ad, if its language differs from that of the page. */
export function langAttribute({ language, adLanguage }: Frame): Markup | false {
  return adLanguage !== language && markup` lang="${adLanguage}"`;
}
