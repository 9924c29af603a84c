import { toPermitted } from './safe-html.ts';

// Programs write what they copy as HTML with styles of their own. Only lists, headings, bold and italic words, and links are kept.

/** The paragraph of a list in Word, which writes no lists. */
const LIST_ITEM = /^MsoList/;
const NUMBER = /^\s*(?:\d+|[a-z])[.)]/i;
const BLOCKS =
  'div, section, article, header, footer, main, aside, address, blockquote, pre, center, dt, dd, tr';
const OTHER_HEADINGS: Readonly<Record<string, string>> = { h1: 'h2', h5: 'h4', h6: 'h4' };

/** The HTML to insert for what was copied, or undefined if its plain text says the same. */
export function readPasted(html: string): string | undefined {
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html');
  for (const cell of body.querySelectorAll('td, th')) cell.before(' ');
  makeLists(body);
  makeWeights(body);
  for (const [from, to] of Object.entries(OTHER_HEADINGS))
    for (const heading of body.querySelectorAll(from)) replaceTag(heading, to);
  // A block that has blocks is no paragraph.
  for (const block of body.querySelectorAll(BLOCKS))
    if (block.querySelector(`p, ul, ol, li, h2, h3, h4, ${BLOCKS}`) === null) replaceTag(block, 'p');
  for (const empty of body.querySelectorAll('p, li, h2, h3, h4, b, i, strong, em'))
    if ((empty.textContent ?? '').trim() === '') empty.remove();
  const permitted = toPermitted(body);
  const blocks = [...permitted.children];
  if (permitted.querySelector('ul, ol, h2, h3, h4, b, i, strong, em, a') === null) return undefined;
  // A single line continues the one that it is pasted into.
  const [only] = blocks;
  return blocks.length === 1 && only!.tagName === 'P' ? only!.innerHTML : permitted.innerHTML;
}

/** The content security policy of the page applies to what is parsed. So styles are read as text. */
const withoutStyles = (html: string): string =>
  html
    .replaceAll(/<style\b[^>]*>.*?<\/style\s*>/gis, '')
    .replaceAll(/<[^<>]*>/g, (tag) => tag.replaceAll(/\sstyle\s*=/gi, ' data-style='));

const styleOf = (element: Element): string => element.getAttribute('data-style') ?? '';

function makeLists(body: HTMLElement): void {
  for (const item of body.querySelectorAll('p')) {
    if (!LIST_ITEM.test(item.className) && !/mso-list:/.test(styleOf(item))) continue;
    const mark = [...item.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)));
    // A paragraph of the style without a mark continues the entry before it.
    if (mark === undefined) continue;
    const tag = NUMBER.test(mark.textContent ?? '') ? 'OL' : 'UL';
    mark.remove();
    const before = item.previousElementSibling;
    const list = before?.tagName === tag ? before : document.createElement(tag);
    if (list !== before) item.before(list);
    list.append(item);
    replaceTag(item, 'li');
  }
}

/** Google Docs writes what is bold and italic as styles, and wraps everything in a <b> that is not bold. */
function makeWeights(body: HTMLElement): void {
  for (const part of body.querySelectorAll('b, strong, span')) {
    const style = styleOf(part);
    if (part.tagName !== 'SPAN') {
      if (/font-weight:\s*(?:normal|[1-4]00)/i.test(style)) part.replaceWith(...part.childNodes);
      continue;
    }
    if (/font-style:\s*italic/i.test(style)) wrapContents(part, 'em');
    if (/font-weight:\s*(?:bold|[6-9]00)/i.test(style)) wrapContents(part, 'strong');
  }
}

function wrapContents(element: Element, tag: string): void {
  const wrapper = document.createElement(tag);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

function replaceTag(element: Element, tag: string): void {
  const copy = document.createElement(tag);
  copy.append(...element.childNodes);
  element.replaceWith(copy);
}
