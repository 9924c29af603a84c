import { type Markup, markup } from '../../../core/html/markup.ts';
import type { Language } from '../../../core/http/index.ts';
import { addressInLanguage } from '../../../core/http/language.ts';
import { logoPath, themePath } from '../branding/paths.ts';
import { STYLESHEET_PATH } from '../stylesheet.ts';
import { TEXTS } from '../translations.ts';
import type { Frame } from './frame.ts';
import { previewTags, searchEngineTags } from './head-tags.ts';

export type { Frame } from './frame.ts';

/** The name of the button that changes the language of a form. */
export const LANGUAGE_BUTTON = 'switchLanguage';

interface PageParts {
  language: Language;
  title: string;
  main: Markup;
  description?: string;
  /** The path that search engines should index, without the language. Without it, the page has noindex. */
  canonical?: string;
  /** Additional elements for the head. */
  head?: Markup;
  /** Absent on pages that do not belong to a tenant. */
  frame?: Frame;
  /** The path and query of the request. Only for pages without a frame. */
  address?: string;
  /** The id of a form with values that a link would lose. The form is then sent to change the language. */
  formToKeep?: string;
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
  address = frame?.address ?? '/',
  formToKeep,
}: PageParts): string {
  const texts = TEXTS[language];
  const theme = frame && themePath(frame.tenant.key, frame.settings.branding);
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${description !== undefined && markup`<meta name="description" content="${description}">`}
${searchEngineTags(frame, canonical)}
${frame !== undefined && previewTags(frame, title, description, canonical)}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${STYLESHEET_PATH}">
${theme !== undefined && markup`<link rel="stylesheet" href="${theme}">`}
${head}
</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>
<header class="masthead"><div class="wrap">
${frame === undefined ? markup`<span class="brand">${texts.jobs}</span>` : brand(frame)}
${languageSwitch(language, address, formToKeep)}
</div></header>
<main id="content" tabindex="-1">
${main}
</main>
<footer class="foot">
${frame !== undefined && aboutText(frame)}
<div class="wrap">
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

function brand({ links, tenant, settings: { branding } }: Frame): Markup {
  const { logo } = branding;
  if (logo === null) return markup`<a class="brand" href="${links.list()}">${tenant.name}</a>`;
  return markup`<a class="brand with-logo" href="${links.list()}"><img src="${logoPath(tenant.key, branding)}" alt="${tenant.name}" width="${logo.width}" height="${logo.height}"></a>`;
}

function languageSwitch(language: Language, address: string, formToKeep: string | undefined): Markup {
  const other = language === 'de' ? 'en' : 'de';
  const url = addressInLanguage(address, other);
  const text = TEXTS[language].otherLanguage;
  if (formToKeep === undefined)
    return markup`<a class="language" href="${url}" lang="${other}" hreflang="${other}">${text}</a>`;
  // The Enter key in a field presses the first button of its form. It must send the form and not change the language.
  return markup`<button form="${formToKeep}" hidden>${TEXTS[language].form.submit}</button>
<button class="language" form="${formToKeep}" formaction="${url}" formnovalidate name="${LANGUAGE_BUTTON}" value="true" lang="${other}">${text}</button>`;
}

function aboutText({ settings, language }: Frame): Markup | false {
  const { aboutText: texts } = settings.branding;
  const other = language === 'de' ? 'en' : 'de';
  const text = texts[language] ?? texts[other];
  if (text === null) return false;
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => markup`<p>${paragraph}</p>`);
  return markup`<div class="wrap"><div class="about"${texts[language] === null && markup` lang="${other}"`}>${paragraphs}</div></div>`;
}
