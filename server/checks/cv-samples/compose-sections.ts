import { periodText } from './cv-dates.ts';
import { COUNTRIES, HEADINGS } from './cv-words.ts';
import type { Block, SampleLanguage } from './document.ts';
import type { Layout, Section } from './layouts.ts';
import type { SampleEntry, SamplePerson } from './person.ts';

/** What decides about every block of a CV. */
export interface Composition {
  person: SamplePerson;
  layout: Layout;
  /** Chooses wordings. */
  seed: number;
}

/** Widths of label and value, as shares of the column. */
export const LABEL_WIDTHS = [0.3, 0.7];

export function label(language: SampleLanguage, de: string, en: string): string {
  return language === 'de' ? de : en;
}

export function lineOf(text: string): Block {
  return { kind: 'line', text };
}

/** `variant` chooses among the headings of the section. */
export function headingOf({ person, layout }: Composition, section: Section, variant: number): Block {
  const texts = HEADINGS[person.language][section];
  return { kind: 'heading', text: texts[variant % texts.length]!, style: layout.heading };
}

/** The given sections with their headings. Empty ones are left out. */
export function composeSections(composition: Composition, sections: readonly Section[]): Block[] {
  return sections.flatMap((section, index): Block[] => {
    const body = bodyOf(section, composition);
    if (body.length === 0) return [];
    return [headingOf(composition, section, composition.seed + index), ...body, { kind: 'gap' }];
  });
}

function bodyOf(section: Section, composition: Composition): Block[] {
  const { person, layout } = composition;
  switch (section) {
    case 'profile':
      return [lineOf(person.profile)];
    case 'jobs':
      return entryBlocks(person.jobs, composition);
    case 'training':
      return entryBlocks(person.trainings, composition);
    case 'school':
      return entryBlocks(person.schools, composition);
    case 'education':
      return entryBlocks([...person.trainings, ...person.schools], composition);
    case 'courses':
      return entryBlocks(person.courses, composition);
    case 'languages':
      return languageBlocks(person, layout);
    case 'skills':
      return skillBlocks(composition);
    case 'licences':
      return licenceBlocks(composition);
    case 'interests':
      return [lineOf(person.interests.join(', '))];
    case 'contact':
      return contactLines(composition).map(lineOf);
    case 'personal':
      return personalBlocks(composition);
  }
}

function entryBlocks(entries: readonly SampleEntry[], { person, layout, seed }: Composition): Block[] {
  const { language } = person;
  return entries.flatMap((entry) =>
    layout.entry({
      entry: layout.hidesCity ? { ...entry, city: undefined } : entry,
      dates: periodText(entry.months, layout.dates, language, seed),
      language,
      sign: bulletSign(seed),
    }),
  );
}

function bulletSign(seed: number): string {
  return ['•', '-', '–', '·'][seed % 4]!;
}

function skillBlocks({ person, layout, seed }: Composition): Block[] {
  const texts = [...person.qualifications.map(({ text }) => text), ...person.skills];
  return texts.map((text) =>
    layout.heading === 'colon' ? lineOf(text) : { kind: 'bullet', text, sign: bulletSign(seed) },
  );
}

function licenceBlocks({ person, layout }: Composition): Block[] {
  if (person.licence === undefined) return [];
  const { text } = person.licence;
  const isLabelled = layout.key === 'europass';
  return [
    lineOf(isLabelled ? `${label(person.language, 'Führerschein', 'Driving licence')}: ${text}` : text),
  ];
}

function personalBlocks(composition: Composition): Block[] {
  const { person, layout } = composition;
  const { language } = person;
  const birth = birthText(person);
  if (layout.side?.sections.includes('personal') && birth !== undefined)
    return narrowPersonalBlocks(person, birth);
  const facts: [string, string | undefined][] = [
    [label(language, 'Geburtsdatum', 'Date of birth'), birth],
    [label(language, 'Geburtsort', 'Place of birth'), birth === undefined ? undefined : person.birthPlace],
    [label(language, 'Staatsangehörigkeit', 'Nationality'), person.nationality?.text],
    [label(language, 'Familienstand', 'Marital status'), label(language, 'ledig', 'single')],
  ];
  return facts
    .filter(([, text]) => text !== undefined)
    .map(([name, text]): Block => ({ kind: 'row', cells: [`${name}:`, text!], widths: LABEL_WIDTHS }));
}

/** Without rows, which a narrow column has no room for. */
function narrowPersonalBlocks({ language, birthPlace, nationality }: SamplePerson, birth: string): Block[] {
  const place = birthPlace ? ` in ${birthPlace}` : '';
  const born = lineOf(label(language, `geb. am ${birth}${place}`, `born ${birth}`));
  if (nationality === undefined) return [born];
  return [born, lineOf(`${label(language, 'Nationalität', 'Nationality')}: ${nationality.text}`)];
}

export function birthText({ birthDate, language }: SamplePerson): string | undefined {
  return birthDate
    ?.split('-')
    .reverse()
    .join(language === 'de' ? '.' : '/');
}

export function streetLine({ country, street, streetNumber }: SamplePerson): string {
  return country === 'gb' || country === 'us' ? `${streetNumber} ${street}` : `${street} ${streetNumber}`;
}

/** Some CVs from Austria and Switzerland have the letters of the country before the postal code. */
export function cityLine({ person, seed }: Composition): string {
  const { country, city, state, zipCode } = person;
  if (country === 'us') return `${city}, ${state} ${zipCode}`;
  if (country === 'gb') return `${city} ${zipCode}`;
  const prefix = seed % 2 !== 0 ? '' : country === 'at' ? 'A-' : country === 'ch' ? 'CH-' : '';
  return `${prefix}${zipCode} ${city}`;
}

/** The country as a list of one, empty for Germany: CVs name only other countries. */
export function foreignCountry({ country, language }: SamplePerson): string[] {
  return country === 'de' ? [] : [COUNTRIES[country][language]];
}

export function contactLines(composition: Composition): string[] {
  const { person, seed } = composition;
  const phones = person.phones.map((phone, index) => {
    if (seed % 3 === 0) return phone;
    const name =
      index === 0 ? label(person.language, 'Mobil', 'Mobile') : label(person.language, 'Telefon', 'Phone');
    return `${name}: ${phone}`;
  });
  return [
    streetLine(person),
    cityLine(composition),
    ...foreignCountry(person),
    ...phones,
    seed % 3 === 1 ? `E-Mail: ${person.email}` : person.email,
  ];
}

function languageBlocks(person: SamplePerson, layout: Layout): Block[] {
  const { languages } = person;
  switch (layout.languageStyle) {
    case 'parentheses':
      return [{ kind: 'line', text: languages.map(({ name, level }) => `${name} (${level})`).join(', ') }];
    case 'colon':
      return languages.map(({ name, level }) => ({ kind: 'line', text: `${name}: ${level}` }));
    case 'dash':
      return languages.map(({ name, level }) => ({ kind: 'line', text: `${name} – ${level}` }));
    case 'row':
      return languages.map(({ name, level }) => ({
        kind: 'row',
        cells: [name, level],
        widths: [0.26, 0.74],
      }));
    case 'sentence':
      return [{ kind: 'line', text: languages.map(({ name, level }) => `${name} ${level}`).join(', ') }];
  }
}
