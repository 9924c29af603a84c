import type { Block, SampleDocument } from '../cv-samples/document.ts';
import { writeDocx } from '../cv-samples/write-others.ts';
import { writePdf } from '../cv-samples/write-pdf.ts';
import { DATE_FORMS, type DateForm } from './dates.ts';
import { canBePromoted, HEADS, isJoinedHead, isStackedHead, writeEntry } from './entry.ts';
import type { Choice } from './heads.ts';
import { type LayoutPerson, PEOPLE } from './people.ts';
import { writeText } from './write-text.ts';

// Draws a layout and writes a CV in it.

type Columns = 'one' | 'side left' | 'side right';
type Headings = 'known' | 'own words';
/** What one job of the list has: the employer of the one above, or a single date. */
type Special = 'none' | 'promotion' | 'one date';

export interface LayoutCv {
  person: LayoutPerson;
  special: Special;
  format: 'pdf' | 'docx' | 'txt';
  head: string;
  columns: Columns;
  headings: Headings;
  choice: Choice;
}

const SEPARATORS = [', ', ' | ', ' · ', ' – ', ' — ', ' - ', ' / ', ' AT ', ' @ '];
const CITY_SEPARATORS = [', ', ', ', ' | ', ' – ', ' in '];
const HEADINGS = {
  de: { known: ['Berufserfahrung', 'Ausbildung'], 'own words': ['Was ich gemacht habe', 'Ausbildung'] },
  en: { known: ['Work Experience', 'Education'], 'own words': ['What I did so far', 'Education'] },
} as const;

/** Draws that depend only on the seed. */
function drawsOf(seed: number): <Item>(items: readonly Item[]) => Item {
  let state = seed;
  return (items) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return items[((mixed ^ (mixed >>> 14)) >>> 0) % items.length]!;
  };
}

function withSpecial(jobs: LayoutPerson['jobs'], special: Special, head: string): LayoutPerson['jobs'] {
  const [first, second, ...others] = jobs;
  const [last, ...earlier] = jobs.toReversed();
  if (special === 'promotion' && canBePromoted(head))
    return [first!, { ...second!, place: first!.place, city: first!.city, isPromotion: true }, ...others];
  if (special === 'one date')
    return [...earlier.reverse(), { ...last!, until: last!.from, hasOneDate: true }];
  return jobs;
}

/** Combinations that nobody could read, or that a text file cannot show, are drawn again. */
function isReadable({ format, head, choice, columns, special }: LayoutCv): boolean {
  if (columns !== 'one' && format === 'txt') return false;
  if (columns !== 'one' && head.includes('narrow')) return false;
  if (special === 'promotion' && !canBePromoted(head)) return false;
  if (special === 'one date' && (isStackedHead(head) || head.startsWith('labels'))) return false;
  // The city has a place already, or would be part of "Employer, Title".
  if (choice.city !== 'none' && (head.includes('city') || head.startsWith('table'))) return false;
  // The dash between title and employer would be the dash between employer and city.
  if (isJoinedHead(head) && choice.city === 'after' && choice.citySeparator === choice.separator)
    return choice.separator === ', ' && head.includes('title + employer');
  if (choice.city === 'right' && (isJoinedHead(head) || isStackedHead(head) || head.includes('employer |')))
    return false;
  // "bei" between them says that the title comes first.
  return !(choice.separator === ' AT ' || choice.separator === ' @ ') || !head.includes('employer + title');
}

export function drawCv(seed: number, format: LayoutCv['format']): LayoutCv {
  const draw = drawsOf(seed);
  for (;;) {
    const choice: Choice = {
      separator: draw(SEPARATORS),
      city: draw(['none', 'after', 'after', 'right']),
      citySeparator: draw(CITY_SEPARATORS),
      dates: draw<DateForm>(DATE_FORMS),
      duties: draw(['none', 'bullets', 'lines', 'indented']),
      isBold: draw([true, false]),
      hasGaps: draw([true, true, false]),
    };
    const person = draw(PEOPLE);
    const head = draw(Object.keys(HEADS));
    const special = draw<Special>(['none', 'none', 'none', 'promotion', 'one date']);
    const cv: LayoutCv = {
      person: { ...person, jobs: withSpecial(person.jobs, special, head) },
      special,
      format,
      head,
      columns: draw(['one', 'one', 'side left', 'side right']),
      headings: draw(['known', 'known', 'known', 'known', 'own words']),
      choice,
    };
    if (isReadable(cv)) return cv;
  }
}

function sideOf({ email, language }: LayoutPerson): Block[] {
  const heading = (text: string): Block => ({ kind: 'heading', text, style: 'bold' });
  const german = language === 'de';
  return [
    heading(german ? 'Kontakt' : 'Contact'),
    { kind: 'line', text: email },
    { kind: 'line', text: german ? '0351 2233445' : '+44 20 7946 0123' },
    heading(german ? 'Sprachen' : 'Languages'),
    { kind: 'line', text: german ? 'Deutsch – Muttersprache' : 'English – native' },
    { kind: 'line', text: german ? 'Englisch – B2' : 'German – B1' },
  ];
}

function toDocument({ person, head, headings, choice, columns }: LayoutCv): SampleDocument {
  const [jobs, educations] = HEADINGS[person.language][headings];
  const list = (heading: string, entries: LayoutPerson['jobs']): Block[] => [
    { kind: 'heading', text: heading, style: 'bold' },
    ...entries.flatMap((entry) =>
      writeEntry(entry, head, choice, {
        language: person.language,
        isEducation: entries === person.educations,
      }),
    ),
  ];
  const main = [...list(jobs, person.jobs), ...list(educations, person.educations)];
  const top: Block[] = [{ kind: 'title', text: person.name }];
  const side = sideOf(person);
  return columns === 'one'
    ? { head: top, main: [...side.slice(1, 3), ...main, ...side.slice(3)], photo: false }
    : {
        head: top,
        main,
        side: { place: columns === 'side left' ? 'left' : 'right', blocks: side },
        photo: false,
      };
}

export async function writeCv(cv: LayoutCv): Promise<Uint8Array> {
  const sample = toDocument(cv);
  if (cv.format === 'pdf') return new Uint8Array(await writePdf(sample));
  if (cv.format === 'docx') return writeDocx(sample);
  return new TextEncoder().encode(writeText([...sample.head, ...sample.main]));
}
