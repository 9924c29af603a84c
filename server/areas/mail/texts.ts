import { type Markup, markup } from '../../core/html/markup.ts';
import type { Language } from '../../core/http/index.ts';
import { truncate } from '../../core/text/truncate.ts';

/** The text of a mail, in which {{name}} stands for a value. */
export interface MailText {
  subject: string;
  /** Plain text, with empty lines between paragraphs. */
  body: string;
}

export type MailTexts = Readonly<Record<Language, MailText>>;

// No two parts can match the same text, and a match begins only at the first of several blanks: the time is linear in the length.
const PLACEHOLDER = /(?<![ \t])([ \t]*)\{\{([^{}]*)\}\}/g;

/** The names of the placeholders in a text. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => match[2]!.trim());
}

/** Whether braces belong to no placeholder, such as those of {{name}, or the outer ones of {{{name}}}, which other systems have. */
export function hasLooseBraces(text: string): boolean {
  return /\{{3}|\}{3}/.test(text) || /\{\{|\}\}/.test(text.replaceAll(PLACEHOLDER, ''));
}

/** Replaces the placeholders. The space before an empty value disappears with it: "Hello {{name}}," becomes "Hello,". */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(PLACEHOLDER, (_all, space: string, name: string) => {
    const value = values[name.trim()] ?? '';
    return value === '' ? '' : space + value;
  });
}

/** The subject and both parts of a mail. Everything in the HTML is escaped, and only URLs become links. */
export function renderMail(
  { subject, body }: MailText,
  values: Readonly<Record<string, string>>,
  language: Language,
): { subject: string; text: string; html: string; language: Language } {
  const title = fill(subject, values);
  const text = fill(body, values).replaceAll('\r\n', '\n').trim();
  return { subject: title, text: `${text}\n`, html: toHtml(title, text, language), language };
}

function toHtml(title: string, text: string, language: Language): string {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => paragraph.split('\n'));
  return markup`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="margin:0;padding:24px;font:16px/1.6 system-ui,-apple-system,'Segoe UI',sans-serif;color:#1c2126">
<div style="max-width:36em">
${paragraphs.map((lines) => markup`<p>${lines.map((line, index) => [index > 0 && markup`<br>\n`, ...withLinks(line)])}</p>\n`)}</div>
</body>
</html>
`.text;
}

const URL_IN_TEXT = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/;

function withLinks(line: string): (string | Markup)[] {
  // Splitting at a group puts the matches at the odd positions.
  return line
    .split(URL_IN_TEXT)
    .map((part, index) => (index % 2 === 1 ? markup`<a href="${part}">${part}</a>` : part));
}

const LONGEST_NAME = 60;

/**
 * A name that a stranger has entered, for a mail to an address that the stranger has entered too. Only what names consist of
 * remains, so that the mail cannot carry a message or a link. A mail program would make a link of "example.com".
 */
export function toSafeName(name: string | null | undefined): string {
  const safe = (name ?? '')
    .replaceAll(/[^\p{L}\p{M}'’.\- ]/gu, ' ')
    .replaceAll(/\.(?=\S)/g, '. ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return truncate(safe, LONGEST_NAME).toWellFormed();
}
