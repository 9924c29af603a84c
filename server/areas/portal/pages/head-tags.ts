import { type Markup, markup } from '../../../core/html/markup.ts';
import type { Language } from '../../../core/http/index.ts';
import { logoPath } from '../branding/paths.ts';
import type { Frame } from './frame.ts';

const LOCALES: Record<Language, string> = { de: 'de_DE', en: 'en_GB' };

function inLanguage(path: string, language: Language | null): string {
  if (language === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
}

/** The address that search engines should show: with the language if the visitor chose it. */
function canonicalUrl({ publicUrl, chosenLanguage }: Frame, path: string): string {
  return publicUrl + inLanguage(path, chosenLanguage);
}

/** Tells search engines which address of the page to show, and where the page is in the other language. */
export function searchEngineTags(frame: Frame | undefined, path: string | undefined): Markup {
  if (frame === undefined || path === undefined) return markup`<meta name="robots" content="noindex">`;
  // Without a language in the address, the page is in the one that the browser prefers.
  const alternates = [
    ['de', inLanguage(path, 'de')],
    ['en', inLanguage(path, 'en')],
    ['x-default', path],
  ] as const;
  return markup`<link rel="canonical" href="${canonicalUrl(frame, path)}">
${alternates.map(([name, url]) => markup`<link rel="alternate" hreflang="${name}" href="${frame.publicUrl}${url}">\n`)}`;
}

/** Tags of Open Graph and Twitter cards, for the preview of a link that is shared. */
export function previewTags(
  frame: Frame,
  title: string,
  description: string | undefined,
  path: string | undefined,
): Markup {
  const { tenant, language, publicUrl, settings } = frame;
  const logo = logoPath(tenant.key, settings.branding);
  const image = logo && publicUrl + logo;
  const property = (name: string, content: string | undefined) =>
    content !== undefined && markup`<meta property="og:${name}" content="${content}">\n`;
  return markup`${property('title', title)}${property('description', description)}${property('type', 'website')}${property(
    'url',
    path === undefined ? undefined : canonicalUrl(frame, path),
  )}${property('site_name', tenant.name)}${property('locale', LOCALES[language])}${property(
    'locale:alternate',
    LOCALES[language === 'de' ? 'en' : 'de'],
  )}${property('image', image)}${image !== undefined && property('image:alt', tenant.name)}<meta name="twitter:card" content="summary">`;
}
