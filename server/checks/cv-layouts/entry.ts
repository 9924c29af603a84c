import type { Block } from '../cv-samples/document.ts';
import { endText, periodText } from './dates.ts';
import { type Choice, type Head, type HeadParts, line, PLAIN_HEADS, RIGHT, row } from './heads.ts';
import type { LayoutEntry, LayoutPerson } from './people.ts';
import { TEMPLATE_HEADS } from './template-heads.ts';

// Writes an entry with its head, and what describes it.

export const HEADS: Readonly<Record<string, Head>> = { ...PLAIN_HEADS, ...TEMPLATE_HEADS };

/** Heads in which a sign or word parts the title and the employer. */
export const isJoinedHead = (key: string): boolean => key.includes('+');
/** Heads in which the beginning is above the end. */
export const isStackedHead = (key: string): boolean => key.startsWith('from over');

/** What an entry is printed as if the one above was at the same employer, which is printed once. */
const PROMOTED: Readonly<Record<string, Head>> = {
  'employer / title / dates': (p) => [line(p.title), line(p.dates)],
  'employer / dates / title': (p) => [line(p.title), line(p.dates)],
  'employer / title | dates right': (p) => [row([p.title, p.dates], RIGHT)],
  'employer | city right / title | dates right': (p) => [row([p.title, p.dates], RIGHT)],
  'employer | city right / dates right / title': (p) => [
    row([p.title, p.anyCity], RIGHT, p.isBold),
    row(['', p.dates], RIGHT),
  ],
};

export const canBePromoted = (key: string): boolean => Object.hasOwn(PROMOTED, key);

const INDENT = [0.03, 0.97];

export function writeEntry(
  entry: LayoutEntry,
  key: string,
  choice: Choice,
  { language, isEducation }: { language: LayoutPerson['language']; isEducation: boolean },
): Block[] {
  const place = choice.city === 'after' ? `${entry.place}${choice.citySeparator}${entry.city}` : entry.place;
  const parts: HeadParts = {
    title: entry.title,
    place,
    city: choice.city === 'right' ? entry.city : undefined,
    anyCity: entry.city,
    language,
    isEducation,
    duties: choice.duties === 'none' ? [] : [...entry.duties],
    dates: periodText(entry, choice.dates, language),
    from: choice.dates.point(entry.from, language),
    until: endText(entry, choice.dates, language),
    separator: choice.separator.replace('AT', language === 'de' ? 'bei' : 'at'),
    isBold: choice.isBold,
  };
  const blocks = (entry.isPromotion ? PROMOTED[key]! : HEADS[key]!)(parts);
  const widths = blocks.find((block) => block.kind === 'row' && block.widths !== RIGHT) as
    | (Block & { kind: 'row' })
    | undefined;
  const below = parts.duties.map((text) => describe(text, choice, widths?.widths));
  return [...blocks, ...below, ...(choice.hasGaps ? [{ kind: 'gap' } as const] : [])];
}

/** A line about the entry, in the column of its texts. */
function describe(text: string, { duties }: Choice, widths: number[] | undefined): Block {
  if (duties === 'bullets' && widths === undefined) return { kind: 'bullet', text, sign: '•' };
  if (duties === 'indented' && widths === undefined) return row(['', text], INDENT);
  const marked = duties === 'bullets' ? `• ${text}` : `${text}.`;
  return widths === undefined ? line(marked) : row(['', marked], [widths[0]!, 1 - widths[0]!]);
}
