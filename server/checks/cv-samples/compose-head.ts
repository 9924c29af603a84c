import {
  birthText,
  type Composition,
  cityLine,
  contactLines,
  foreignCountry,
  headingOf,
  LABEL_WIDTHS,
  label,
  lineOf,
  streetLine,
} from './compose-sections.ts';
import { COUNTRIES } from './cv-words.ts';
import type { Block } from './document.ts';
import type { SamplePerson } from './person.ts';

const EUROPASS_WIDTHS = [0.32, 0.68];
const TWO_COLUMN_WIDTHS = [0.55, 0.45];

export function fullNameOf({ title, firstName, lastName }: SamplePerson): string {
  return [title, firstName, lastName].filter(Boolean).join(' ');
}

/** Name and contact details above the sections. */
export function composeHead(composition: Composition): Block[] {
  return [...identityBlocks(composition), ...contactBlocks(composition), { kind: 'gap' }];
}

function identityBlocks(composition: Composition): Block[] {
  const { person, layout } = composition;
  const fullName = fullNameOf(person);
  const title: Block = { kind: 'title', text: label(person.language, 'Lebenslauf', 'Curriculum Vitae') };
  switch (layout.header) {
    case 'titled':
      return [title, { kind: 'line', text: fullName, bold: true }];
    case 'labelled':
      return [title, headingOf(composition, 'personal', composition.seed), ...labelledRows(composition)];
    case 'europass':
      return europassBlocks(composition);
    default:
      return [{ kind: 'title', text: fullName, centered: layout.header === 'centered' }];
  }
}

function labelledRows(composition: Composition): Block[] {
  const { person } = composition;
  const rows = [
    ['Name:', fullNameOf(person)],
    ['Anschrift:', `${streetLine(person)}, ${cityLine(composition)}`],
    ...foreignCountry(person).map((country) => ['Land:', country]),
    ['Telefon:', person.phones.join(', ')],
    ['E-Mail:', person.email],
  ];
  return rows.map((cells) => ({ kind: 'row', cells, widths: LABEL_WIDTHS }));
}

function europassBlocks(composition: Composition): Block[] {
  const { person, seed } = composition;
  const { language } = person;
  const country = COUNTRIES[person.country][language];
  const rows: [string, string | undefined][] = [
    [
      label(language, 'Nachname / Vorname', 'Surname / First name'),
      `${person.lastName}, ${[person.title, person.firstName].filter(Boolean).join(' ')}`,
    ],
    [label(language, 'Adresse', 'Address'), `${streetLine(person)}, ${cityLine(composition)}, ${country}`],
    [label(language, 'Telefon', 'Telephone'), person.phones.join(', ')],
    ['E-Mail', person.email],
    [label(language, 'Staatsangehörigkeit', 'Nationality'), person.nationality?.text],
    [label(language, 'Geburtsdatum', 'Date of birth'), birthText(person)],
  ];
  return [
    { kind: 'title', text: label(language, 'Europass Lebenslauf', 'Europass Curriculum Vitae') },
    headingOf(composition, 'personal', seed),
    ...rows
      .filter(([, text]) => text !== undefined)
      .map((cells): Block => ({ kind: 'row', cells: cells as string[], widths: EUROPASS_WIDTHS })),
  ];
}

/** Nothing where a section or the rows above have the contact details. */
function contactBlocks(composition: Composition): Block[] {
  const { person, layout } = composition;
  const sections = [...layout.main, ...(layout.side?.sections ?? [])];
  if (sections.includes('contact')) return [];
  const address = [streetLine(person), cityLine(composition)];
  const country = foreignCountry(person);
  const reach = [...person.phones, person.email];
  switch (layout.header) {
    case 'labelled':
    case 'europass':
      return [];
    case 'oneLine': {
      const text = [address.join(', '), ...country, ...reach].join(' | ');
      return [{ kind: 'line', text, small: true }];
    }
    case 'twoColumns':
      return twoColumns([...address, ...country], reach);
    case 'centered':
      return [
        { kind: 'line', text: [...address, ...country].join(', '), centered: true },
        { kind: 'line', text: reach.join(' · '), centered: true },
      ];
    default:
      return contactLines(composition).map(lineOf);
  }
}

function twoColumns(left: readonly string[], right: readonly string[]): Block[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => ({
    kind: 'row',
    cells: [left[index] ?? '', right[index] ?? ''],
    widths: TWO_COLUMN_WIDTHS,
  }));
}
