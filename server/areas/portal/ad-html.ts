import { escapeMarkup, type Markup, trusted } from '../../core/html/markup.ts';

// The HTML of an ad is sanitized when it is stored. Here it is rebuilt using only the tags below. So a text that entered the
// database in another way is also harmless, and no text can break the page around it.

/** The permitted tags and their replacements. Headings move below the headings of the page. */
const TAGS: Record<string, string> = {
  p: 'p',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  strong: 'strong',
  em: 'em',
  b: 'strong',
  i: 'em',
  br: 'br',
  h1: 'h3',
  h2: 'h3',
  h3: 'h4',
  h4: 'h5',
  a: 'a',
};

// No part of the pattern matches past the next angle bracket, so that the time is linear in the length.
const TAG = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>/gi;
/** Tags whose contents are not shown. */
const HIDDEN_TAGS = new Set(['script', 'style', 'template', 'title']);
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const LINK_URL = /^(https?:\/\/|mailto:|tel:)[^\s]+$/i;
const ENTITY = /&amp;((?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});)/gi;

/**
 * Rebuilds the HTML of an ad with only the permitted tags. All tags are closed, and only links keep an attribute, their URL.
 */
export function adHtml(html: string): Markup {
  const open: string[] = [];
  let text = '';
  let position = 0;
  let hiddenTag: string | undefined;
  for (const match of html.matchAll(TAG)) {
    const name = match[2]!.toLowerCase();
    if (hiddenTag === undefined) text += escapeText(html.slice(position, match.index));
    position = match.index + match[0].length;
    if (hiddenTag !== undefined) {
      if (name === hiddenTag && match[1] === '/') hiddenTag = undefined;
      continue;
    }
    if (HIDDEN_TAGS.has(name) && match[1] === '') hiddenTag = name;
    const tag = TAGS[name];
    if (tag === undefined) continue;
    if (tag === 'br') text += '<br>';
    else if (match[1] === '') {
      text += tag === 'a' ? linkStart(match[3]!) : `<${tag}>`;
      open.push(tag);
    } else if (open.includes(tag)) {
      for (let closed = ''; closed !== tag; ) {
        closed = open.pop()!;
        text += `</${closed}>`;
      }
    }
  }
  if (hiddenTag === undefined) text += escapeText(html.slice(position));
  return trusted(
    text +
      open
        .reverse()
        .map((tag) => `</${tag}>`)
        .join(''),
  );
}

function linkStart(attributes: string): string {
  const href = HREF.exec(attributes);
  const url = (href?.[1] ?? href?.[2] ?? '').trim();
  return LINK_URL.test(url) ? `<a href="${escapeText(url)}" rel="nofollow noopener">` : '<a>';
}

/** Escapes the text, but keeps entities that it already contains. */
function escapeText(text: string): string {
  return escapeMarkup(text).replaceAll(ENTITY, '&$1');
}
