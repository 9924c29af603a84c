/** Text that is markup already. Only `markup` and `trusted` make it, so that whatever else is shown gets escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

/** What a template takes: texts and numbers are escaped; null, undefined and false leave no trace. */
type Part = Markup | string | number | null | undefined | false | readonly Part[];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// No XML 1.0 document may contain these, escaped or not, and no page has a use for them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** The text as it may stand between tags or inside a quoted attribute, in HTML and in XML. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(FORBIDDEN, '').replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/**
 * Template tag for HTML and XML: everything put in is escaped unless it is Markup. Attributes must be quoted, and
 * nothing may be put into scripts, styles, comments or the names of tags: there escaping means something else.
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = strings[0]!;
  for (const [index, part] of parts.entries()) text += render(part) + strings[index + 1]!;
  return new Markup(text);
}

function render(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string') return escapeMarkup(part);
  if (typeof part === 'number') return String(part);
  if (Array.isArray(part)) return part.map(render).join('');
  return '';
}

/** Declares a text to be markup. The caller vouches for every character of it. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

/**
 * A data block for other programs: no script, and never run as one. `<` is written as an escape of JSON, so that no
 * value can end the element.
 */
export function jsonData(type: 'application/ld+json', value: unknown): Markup {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
  return new Markup(`<script type="${type}">${json}</script>`);
}
