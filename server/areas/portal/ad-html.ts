import { escapeMarkup, type Markup, trusted } from '../../core/html/markup.ts';

// The HTML of an ad is sanitized when it is stored. Here it is rebuilt using only the tags below. So a text that entered the
// database in another way is also harmless, and no text can break the page around it.

/** The permitted tags and their replacements. Headings move below the headings of the page. */
const TAGS = new Map([
  ['p', 'p'],
  ['ul', 'ul'],
  ['ol', 'ol'],
  ['li', 'li'],
  ['strong', 'strong'],
  ['em', 'em'],
  ['b', 'strong'],
  ['i', 'em'],
  ['br', 'br'],
  ['h1', 'h3'],
  ['h2', 'h3'],
  ['h3', 'h4'],
  ['h4', 'h5'],
  ['a', 'a'],
]);

// The time is linear in the length: no part matches past the next angle bracket, and no two parts can share the same text.
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:[^a-z0-9<>][^<>]*)?)>/gi;
/** Tags whose contents are not shown. */
const HIDDEN_TAGS = new Set(['script', 'style', 'template', 'title']);
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const LINK_URL = /^(https?:\/\/|mailto:|tel:)[^\s]+$/i;
const ENTITY = /&amp;((?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});)/gi;

/**
 * Rebuilds the HTML of an ad with only the permitted tags. All tags are closed, and only links keep an attribute, their URL.
 */
export function adHtml(html: string): Markup {
  const open = new OpenTags();
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
    const tag = TAGS.get(name);
    if (tag === undefined) continue;
    if (tag === 'br') text += '<br>';
    else if (match[1] === '') {
      text += tag === 'a' ? linkStart(match[3]!) : `<${tag}>`;
      open.push(tag);
    } else text += open.closeUntil(tag);
  }
  if (hiddenTag === undefined) text += escapeText(html.slice(position));
  return trusted(text + open.closeAll());
}

/** The tags that are open, innermost last. Counts them, so that a closing tag without an opening one costs no search. */
class OpenTags {
  readonly #tags: string[] = [];
  readonly #counts = new Map<string, number>();

  push(tag: string): void {
    this.#tags.push(tag);
    this.#counts.set(tag, (this.#counts.get(tag) ?? 0) + 1);
  }

  /** Closes the innermost of these tags with all tags in it. Returns nothing if none is open. */
  closeUntil(tag: string): string {
    if (!this.#counts.get(tag)) return '';
    let text = '';
    for (let closed = ''; closed !== tag; text += `</${closed}>`) closed = this.#pop();
    return text;
  }

  closeAll(): string {
    let text = '';
    while (this.#tags.length > 0) text += `</${this.#pop()}>`;
    return text;
  }

  #pop(): string {
    const tag = this.#tags.pop()!;
    this.#counts.set(tag, this.#counts.get(tag)! - 1);
    return tag;
  }
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
