/** What the service permits in the texts of a job ad. */
const TAGS = new Set(['P', 'UL', 'OL', 'LI', 'STRONG', 'EM', 'B', 'I', 'BR', 'H2', 'H3', 'H4', 'A']);
/** Tags whose contents are no text. */
const HIDDEN = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE', 'NOSCRIPT']);
const LINK_URL = /^(https?:\/\/|mailto:)[^\s]/i;

/**
 * Shows HTML in an element with only the permitted tags. The service sanitizes what it stores, but a text can have come into the
 * database in another way. It is parsed in a document of its own, which runs nothing and loads nothing.
 */
export function show(element: HTMLElement, html: string): void {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  element.replaceChildren(...[...body.childNodes].flatMap(permitted));
}

/** A copy with only the permitted tags. */
export function toPermitted(body: HTMLElement): HTMLElement {
  const copy = document.createElement('div');
  copy.append(...[...body.childNodes].flatMap(permitted));
  return copy;
}

/** The text of HTML, with a line for each paragraph, heading, and entry of a list. */
export function toLines(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const line of body.querySelectorAll('p, div, li, h2, h3, h4, br')) {
    line.before('\n');
    line.after('\n');
  }
  return (body.textContent ?? '').replaceAll(/\s*\n\s*/g, '\n').trim();
}

function permitted(node: Node): Node[] {
  if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.nodeValue ?? '')];
  if (!(node instanceof Element) || HIDDEN.has(node.tagName)) return [];
  const children = [...node.childNodes].flatMap(permitted);
  if (!TAGS.has(node.tagName)) return children;
  const copy = document.createElement(node.tagName);
  const url = node.getAttribute('href');
  if (copy instanceof HTMLAnchorElement && url !== null && LINK_URL.test(url)) copy.href = url;
  copy.append(...children);
  return [copy];
}
