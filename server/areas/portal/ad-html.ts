import { escapeMarkup, type Markup, trusted } from '../../core/html/markup.ts';

// The HTML of an ad is cleaned when it is written. Here it is put together anew, from nothing but the tags below: a
// text that came into the table another way is as harmless, and none can break out of its place on the page.

/** Permitted tags and what becomes of them: headings move below those of the page. */
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

// No part of it can run on beyond the next angle bracket, so that the time grows with the length alone.
const TAG = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>/gi;
/** What stands in these is no text. */
const UNSHOWN = new Set(['script', 'style', 'template', 'title']);
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const ADDRESS = /^(https?:\/\/|mailto:|tel:)[^\s]+$/i;
const ENTITY = /&amp;((?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});)/gi;

/** HTML of an ad as markup of the page: only the permitted tags, no attributes but the addresses of links, all closed. */
export function adHtml(html: string): Markup {
  const open: string[] = [];
  let text = '';
  let position = 0;
  let unshown: string | undefined;
  for (const match of html.matchAll(TAG)) {
    const name = match[2]!.toLowerCase();
    if (unshown === undefined) text += keepEntities(html.slice(position, match.index));
    position = match.index + match[0].length;
    if (unshown !== undefined) {
      if (name === unshown && match[1] === '/') unshown = undefined;
      continue;
    }
    if (UNSHOWN.has(name) && match[1] === '') unshown = name;
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
  if (unshown === undefined) text += keepEntities(html.slice(position));
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
  const address = (href?.[1] ?? href?.[2] ?? '').trim();
  return ADDRESS.test(address) ? `<a href="${keepEntities(address)}" rel="nofollow noopener">` : '<a>';
}

/** Escaped, but for what is an escape already. */
function keepEntities(text: string): string {
  return escapeMarkup(text).replaceAll(ENTITY, '&$1');
}
