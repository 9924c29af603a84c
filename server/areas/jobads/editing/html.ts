import type sanitizeHtml from 'sanitize-html';
import { onFirstUse } from '../../../core/first-use.ts';

const BLOCKS = ['p', 'ul', 'ol', 'li', 'h2', 'h3', 'h4'];
const TAGS = [...BLOCKS, 'strong', 'em', 'b', 'i', 'br', 'a'];

/** Blocks that become paragraphs. */
const OTHER_BLOCKS =
  'div section article header footer main aside nav address blockquote pre center figure figcaption caption details summary fieldset legend dt dd tr';
/** The beginning of a cell. A space before it keeps its first word apart from the last one of the cell before. */
const CELL = /<(?=t[dh][\s/>])/gi;

// No real text nests deeper, and recursive parsers would fail on it.
const MAXIMUM_NESTING = 20;

// The parser compares each closing tag with every open one, so the time is quadratic in a text with many of both. No real text
// leaves so many tags open, and 65,535 characters take some 30 ms for each pass.
const MAXIMUM_OPEN_TAGS = 500;

// A linked page must not receive a referrer or get access to the window of the portal.
const LINK_RELATION = 'noopener noreferrer nofollow';

// A block inside a paragraph ends the paragraph in the next pass, and two more passes remove the rest of it. Six leave a
// margin for cases that we have not found.
const MAXIMUM_PASSES = 6;

const sanitizer = onFirstUse<typeof sanitizeHtml>('sanitize-html');

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: MAXIMUM_NESTING,
  transformTags: {
    // Editors put each line into a div. Without a block element, the last word of a line would join the first of the next.
    ...Object.fromEntries(OTHER_BLOCKS.split(' ').map((tag) => [tag, 'p'])),
    hr: 'br',
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    a: (tagName, { href = '' }): sanitizeHtml.Tag => ({
      tagName,
      attribs: isAbsolute(href) ? { href: encodeSpaces(href.trim()), rel: LINK_RELATION } : {},
    }),
  },
  exclusiveFilter: ({ tag, text }) => BLOCKS.includes(tag) && !hasText(text),
};

/**
 * Returns the safe part of an HTML text: the allowed tags without attributes, and links to absolute http, https, and mailto
 * URLs. Other tags are removed but their text stays. Scripts, styles, and similar elements are removed with their contents.
 * Returns null if no visible text is left. Of a text with more than 500 tags open at the same time, only the text between the
 * tags is kept. Sanitizing a sanitized text changes nothing, so that sending back a text that was read is not a change.
 */
export function toSafeHtml(text: string): string | null {
  const spaced = text.replaceAll(CELL, ' <');
  let safe = sanitize(spaced) ?? sanitizer()(withoutTags(spaced), OPTIONS);
  for (let pass = 1; pass < MAXIMUM_PASSES; pass++) {
    // It has no more open tags than the nesting that is allowed.
    const again = sanitizer()(safe, OPTIONS);
    if (again === safe) break;
    safe = again;
  }
  return hasText(safe.replaceAll(/<[^>]*>/g, '')) ? safe : null;
}

/** Returns undefined if too many tags are open at the same time. */
function sanitize(html: string): string | undefined {
  let open = 0;
  const tooMany = new Error('too many open tags');
  try {
    return sanitizer()(html, {
      ...OPTIONS,
      // The parser reports each closing tag that it adds as well, so this is the number of tags that it keeps.
      onOpenTag() {
        open += 1;
        if (open > MAXIMUM_OPEN_TAGS) throw tooMany;
      },
      onCloseTag() {
        open -= 1;
      },
    });
  } catch (error) {
    if (error === tooMany) return undefined;
    throw error;
  }
}

/** Linear, because no match continues past the next angle bracket. What is left of a tag in a tag becomes text. */
function withoutTags(html: string): string {
  return html.replaceAll(/(?:<[^<>]*>)+/g, ' ').replaceAll('<', '&lt;');
}

// Other sites show the job ad too. A relative URL would resolve to a different page on each of them.
function isAbsolute(href: string): boolean {
  return /^\s*(https?:\/\/|mailto:)[^\s]/i.test(href);
}

/** A URL has no white space: other readers of the text would end it there. Editors write it, for example in subjects of mails. */
function encodeSpaces(href: string): string {
  return href.replaceAll(/\s/g, '%20');
}

/** Whether the text contains anything besides white space and invisible characters. */
function hasText(text: string): boolean {
  return text.replaceAll(/&nbsp;|[\s\u00a0\u200b\u2060\ufeff]/g, '') !== '';
}
