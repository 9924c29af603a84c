import { hasForm, toQualificationForms, toSearchedText } from '../catalog/qualifications.ts';
import type { CvCatalogs } from '../extract/extract.ts';
import type { CvFacts } from '../extract/facts.ts';
import { readLanguageLevel } from '../extract/languages.ts';
import { toWords } from '../words.ts';
import type { ReadLine } from './page-text.ts';
import type { Evidence } from './signals.ts';

const LICENCE =
  /führerschein|fahrerlaubnis|driv\p{L}*[’' ]*s? licen[cs]e|klassen?\b|class(?:es)?\b|categor|pkw|lkw|stapler|flurförder|forklift|fahrerkarte|personenbeförd|p-schein/iu;
const SKILLS = new Set<ReadLine['section']>(['skills', 'courses', 'other']);
/** Letters. Longer lines are running text, which mentions more than the person can do. */
const MAXIMUM_LIST_LINE = 200;
/** A longer list has something else as well, such as levels of languages that look like classes. */
const MAXIMUM_LICENCE_LINES = 6;

/** What speaks for languages, licences, qualifications and keywords. */
export function listEvidence(facts: CvFacts, lines: readonly ReadLine[], catalogs: CvCatalogs): Evidence[] {
  return [
    ...languageEvidence(facts, lines, catalogs),
    ...licenceEvidence(facts, lines),
    ...qualificationEvidence(facts, lines, catalogs),
    ...keywordEvidence(facts, lines),
  ];
}

/** The names of an entry of a value list, also without what they have in parentheses or after a slash. */
function namesOf(...names: string[]): string[] {
  return names
    .flatMap((name) => [
      name,
      ...name.split('/'),
      name.replace(/\s*\(.*$/, ''),
      name.replaceAll('/in', ''),
      name.replaceAll('/in', 'in'),
    ])
    .map((name) => toWords(name))
    .filter((words) => words.trim().length > 2);
}

function languageEvidence(
  { languages }: CvFacts,
  lines: readonly ReadLine[],
  catalogs: CvCatalogs,
): Evidence[] {
  const inSection = lines.filter(({ section }) => section === 'languages');
  return languages.map(({ languageId, languageLevelId }, index) => {
    const entry = catalogs.languages.find(({ id }) => id === languageId);
    const names = (entry === undefined ? [] : namesOf(entry.nameDe, entry.nameEn)).flatMap((name) => [
      name,
      ...['kenntnisse', 'e', 'er', 'en'].map((ending) => `${name.trimEnd()}${ending} `),
    ]);
    const has = (words: string) => names.some((name) => words.includes(name));
    const line = inSection.find(({ words }) => has(words)) ?? lines.find(({ words }) => has(words));
    return {
      property: 'languages',
      index,
      signals: {
        isUnderHeading: line?.section === 'languages',
        isLevelBeside:
          line !== undefined && levelBeside(line, lines[line.index + 1], has) === languageLevelId,
        isInList: line !== undefined && line.text.length <= MAXIMUM_LIST_LINE,
      },
      lines: line === undefined ? [] : [line.index],
    };
  });
}

/** Signs between the languages of a line. A comma in parentheses is none. */
const BETWEEN = /[,;|•](?![^(]*\))| {2,}/;

/** The level that is written with a language: in its part of the line, after it, or below it if the line has nothing else. */
function levelBeside(
  { text }: ReadLine,
  next: ReadLine | undefined,
  has: (words: string) => boolean,
): number | undefined {
  const parts = text.split(BETWEEN).filter((part) => part.trim() !== '');
  const at = parts.findIndex((part) => has(toWords(part)));
  const below = parts.length === 1 ? next?.text : undefined;
  return readLanguageLevel(parts[at] ?? '') ?? readLanguageLevel(parts[at + 1] ?? below ?? '');
}

function licenceEvidence({ driversLicenseIds }: CvFacts, lines: readonly ReadLine[]): Evidence[] {
  const inSection = lines.filter(({ section }) => section === 'licences');
  const mentions = lines.filter(({ text, section }) => section !== 'jobs' && LICENCE.test(text));
  const line = inSection[0] ?? mentions[0];
  return driversLicenseIds.map((_, index) => ({
    property: 'driversLicences',
    index,
    signals: {
      isUnderHeading: inSection.length > 0,
      isNamed: mentions.length > 0,
      isInList: line !== undefined && line.text.length <= MAXIMUM_LIST_LINE,
      isBrief: inSection.length <= MAXIMUM_LICENCE_LINES,
    },
    lines: line === undefined ? [] : [line.index],
  }));
}

function qualificationEvidence(
  { qualificationIds }: CvFacts,
  lines: readonly ReadLine[],
  catalogs: CvCatalogs,
): Evidence[] {
  if (qualificationIds.length === 0) return [];
  const forms = new Map(toQualificationForms(catalogs.qualifications).map((entry) => [entry.id, entry]));
  const texts = new Map(lines.map((line) => [line, toSearchedText(line.text)]));
  return qualificationIds.map((qualificationId, index) => {
    const { own = [], synonyms = [] } = forms.get(qualificationId) ?? {};
    const isNamed = (line: ReadLine) => hasForm(texts.get(line)!, own);
    const has = (line: ReadLine) => isNamed(line) || hasForm(texts.get(line)!, synonyms);
    const line =
      lines.find((one) => one.section === 'skills' && has(one)) ??
      lines.find((one) => SKILLS.has(one.section) && has(one)) ??
      lines.find(has);
    return {
      property: 'qualifications',
      index,
      signals: {
        isUnderHeading: line?.section === 'skills',
        isNamed: line !== undefined && isNamed(line),
        isInKnownSection: line !== undefined && SKILLS.has(line.section),
        isInList: line !== undefined && line.text.length <= MAXIMUM_LIST_LINE,
      },
      lines: line === undefined ? [] : [line.index],
    };
  });
}

function keywordEvidence({ keywords }: CvFacts, lines: readonly ReadLine[]): Evidence[] {
  const inSection = lines.filter(({ section }) => section === 'skills');
  return keywords.map((keyword, index) => {
    // What a line break parts is found by its first word.
    const [first] = keyword.split(/[\s-]/);
    const line =
      inSection.find(({ text }) => text.includes(keyword)) ??
      inSection.find(({ text }) => text.includes(first!));
    return {
      property: 'keywords',
      index,
      signals: {
        isWhole: line?.text.includes(keyword) === true,
        isInList: line !== undefined && line.text.length <= MAXIMUM_LIST_LINE,
      },
      lines: line === undefined ? [] : [line.index],
    };
  });
}
