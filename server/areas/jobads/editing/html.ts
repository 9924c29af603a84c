import sanitizeHtml from 'sanitize-html';

const BLOCKS = ['p', 'ul', 'ol', 'li', 'h2', 'h3', 'h4'];
const TAGS = [...BLOCKS, 'strong', 'em', 'b', 'i', 'br', 'a'];

// Deeper nesting is no text for people, and readers that recurse would fail on it.
const DEEPEST_NESTING = 20;

// A page that is linked to must learn nothing about the portal, nor be able to steer it.
const LINK_RELATION = 'noopener noreferrer nofollow';

// A block within a paragraph ends the paragraph when it is read again; what is left of it is gone after two more
// readings. The bound is there for what nobody has thought of.
const MOST_READINGS = 6;

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: DEEPEST_NESTING,
  transformTags: {
    // Editors make lines of div; without a block in its place two lines would become one word.
    div: 'p',
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    a: (tagName, { href = '' }): sanitizeHtml.Tag => ({
      tagName,
      attribs: isAbsolute(href) ? { href: href.trim(), rel: LINK_RELATION } : {},
    }),
  },
  exclusiveFilter: ({ tag, text }) => BLOCKS.includes(tag) && !hasText(text),
};

/**
 * What may be shown of a text in HTML, as it is stored: tags of the list without attributes, links to absolute http,
 * https and mailto addresses. Other tags go and leave their text; scripts, styles and the like go with what is in
 * them. Null when nothing is left to be read. Sanitising what was sanitised changes nothing, so that a text that is
 * read and sent back is no change.
 */
export function toSafeHtml(text: string): string | null {
  let safe = sanitizeHtml(text, OPTIONS);
  for (let reading = 1; reading < MOST_READINGS; reading++) {
    const again = sanitizeHtml(safe, OPTIONS);
    if (again === safe) break;
    safe = again;
  }
  return hasText(safe.replaceAll(/<[^>]*>/g, '')) ? safe : null;
}

// A path would lead to different places on the portal and on the sites that show the job ad as well.
function isAbsolute(href: string): boolean {
  return /^\s*(https?:\/\/|mailto:)[^\s]/i.test(href);
}

/** Something besides white space and invisible characters. */
function hasText(text: string): boolean {
  return text.replaceAll(/&nbsp;|[\s\u00a0\u200b\u2060\ufeff]/g, '') !== '';
}
