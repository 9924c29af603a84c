/** Text that is already markup. Only this file creates it, so all other text is escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

/** A value in a template. Strings are escaped. Null, undefined and false add nothing. */
type Part = Markup | string | number | null | undefined | false | readonly Part[];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// XML 1.0 forbids these characters, escaped or not, and no page needs them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters on purpose.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes text for use between tags or in a quoted attribute, in HTML and XML. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(FORBIDDEN, '').replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/**
 * Template tag for HTML and XML. It escapes every interpolated value that is not Markup. Quote all attributes. Never
 * interpolate into scripts, styles, comments or tag names: their escaping rules differ.
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

/** Declares that a text is markup. The caller is responsible for every character of it. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

/**
 * A data block for other programs. Browsers never run it as a script. `<` and `>` are written as JSON escapes, so no value can
 * end the element.
 */
export function jsonData(type: 'application/ld+json', value: unknown): Markup {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
  return new Markup(`<script type="${type}">${json}</script>`);
}
