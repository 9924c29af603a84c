import { lineText, type TextLine } from '../text/lines.ts';
import { toFirstDay } from './date-points.ts';
import { findPeriods } from './dates.ts';

export interface CatalogName {
  id: number;
  nameEn: string;
  nameDe: string;
}

const BIRTH =
  /\b(?:geb(?:oren|\.)?(?:\s+am)?|geburts(?:datum|tag)|born(?:\s+on)?|date (?:and|&|\/) place of birth|date of birth|d\.?o\.?b\.?|birth ?date|birthday)\b/i;
const BIRTH_PLACE = /(?:geburtsort|place of birth|birthplace)\s*:?\s*([^\d]+)$/i;
const AFTER_BIRTH =
  /^(?:[\s,]*(?:in|at)|\s*[,/|])\s+(?!(?:Nationalit|Staats|Sex|Gender|Geschlecht|Familienstand|Marital|Citizen|Civil|Religion|Konfession|Phone|Tel|E-?[Mm]ail))(\p{Lu}[\p{L}.'’ -]*(?:\([\p{L}. ]+\))?)(?![\p{L}:])/u;
/** "am 01.02.1990 in Berlin geboren": the date comes first. */
const BEFORE_BIRTH = /^[\s,]*(?:in|at)\s+(\p{Lu}[\p{L}.'’ -]*?)\s*(?:geboren|born)/u;
/** A line that begins with a date, after a sign for birth that was read as a bullet: "* 01.02.1990 Berlin". */
const BIRTH_SIGN = /^(?:\*|geb\.?)?\s*(?=\d)/u;
const AFTER_SIGN = /^[\s,]*(?:in\s+)?(\p{Lu}[\p{L}.'’ -]*?)\s*(?:,|\(|$)/u;
/** A person who writes a CV was born in these years before now. Other dates are those of documents. */
const LATEST_BIRTH_YEAR = 2012;
/** No document of a person who applies now is older than this, except at the end of a long life. */
const LATEST_LONE_YEAR = 2008;
const NATIONALITY =
  /(?:staatsang(?:eh(?:örigkeit(?:en)?|\.)?|\.)|nationalität|staatsbürgerschaft|nationality|citizenship)(?![a-zäöüß])\s*:?\s*(.+)$/i;
const NATIONALITY_LABEL =
  /^(?:staatsangehörigkeit|nationalität|staatsbürgerschaft|nationality|citizenship)\s*:?$/iu;
/** "die polnische Staatsangehörigkeit", "Polish national" */
const NATIONAL =
  /(\p{L}{4,})\s+(?:staatsangehörige[rn]?|staatsangehörigkeit|staatsbürger(?:in|schaft)?|nationality|citizen|national)(?!\p{L})/iu;

const MARITAL_STATUS =
  /^(?:familienstand|konfession|religion|marital status|ledig|verheiratet|geschieden|verwitwet|single|married|divorced|(?:röm(?:isch)?|ev)\.?[ -](?:kath|luth)\p{L}*)(?![\p{L}-])/iu;

/** Whether a line says when somebody was born, or the like: it can be beside entries, and is no part of one. */
export function statesPerson(text: string): boolean {
  return BIRTH.test(text) || NATIONALITY.test(text) || MARITAL_STATUS.test(text);
}

export function findBirth(
  lines: readonly TextLine[],
  isAboutPerson: (line: TextLine) => boolean,
): { birthDate?: string; birthPlace?: string } {
  let birthDate: string | undefined;
  let birthPlace: string | undefined;
  for (const [index, line] of lines.entries()) {
    const text = lineText(line);
    const below = lines[index + 1];
    const found =
      birthDate !== undefined
        ? undefined
        : (readBirth(text, below) ??
          readBelowLabel(lines, index) ??
          (isAboutPerson(line) ? readSign(text, line.isBullet) : undefined));
    if (found !== undefined) {
      birthDate = found.birthDate;
      birthPlace ??= found.birthPlace;
    }
    birthPlace ??= BIRTH_PLACE.exec(text)?.[1]?.trim();
  }
  return {
    birthDate: birthDate ?? loneBirthDate(lines.filter(isAboutPerson)),
    birthPlace: ownCell(birthPlace),
  };
}

/** A place without the text of the cell beside it, which is set off by two spaces. */
const ownCell = (place: string | undefined) => place?.split(/\s{2,}/u)[0];

/** Without a label, as beside a picture: the only day among the data of the person, if it is too long ago to be another. */
function loneBirthDate(lines: readonly TextLine[]): string | undefined {
  const days = lines.flatMap(({ cells }) =>
    cells.flatMap(({ text }) => {
      const [date] = findPeriods(text);
      const isAlone = date?.start === 0 && date.end === text.trim().length;
      return isAlone && date.isPoint && date.until?.day !== undefined ? [date.until] : [];
    }),
  );
  const [only] = days;
  return only !== undefined && days.length === 1 && only.year <= LATEST_LONE_YEAR
    ? toFirstDay(only)
    : undefined;
}

/** A line that is only a place. */
const IN_PLACE = /^in \p{Lu}[\p{L}.'’-]+(?: [\p{L}.'’()/-]+){0,3}\)?$/u;

interface Birth {
  birthDate: string;
  birthPlace?: string;
}

function readBirth(text: string, below: TextLine | undefined): Birth | undefined {
  const mark = BIRTH.exec(text);
  if (mark === null) return undefined;
  const rest = text.slice(mark.index + mark[0].length);
  const date = findPeriods(rest).find((period) => period.isPoint && period.until?.day !== undefined);
  if (date === undefined) {
    const before = findPeriods(text).find(({ isPoint, until }) => isPoint && until?.day !== undefined);
    if (before === undefined || before.start > mark.index) return undefined;
    const place = BEFORE_BIRTH.exec(text.slice(before.end))?.[1];
    return { birthDate: toFirstDay(before.until!), birthPlace: place };
  }
  // The line can end with "in", or with the date, and the next one is "in Husum".
  const next = below === undefined ? '' : lineText(below);
  const isBroken = /\bin$/.test(rest) || (rest.slice(date.end).trim() === '' && IN_PLACE.test(next));
  const after = isBroken ? `${rest} ${next}` : rest;
  const place =
    AFTER_BIRTH.exec(after.slice(date.end)) ??
    /^\s*[:.]?\s*.*?\bin\s+(\p{Lu}[\p{L} ()-]+)$/u.exec(rest.slice(0, date.start));
  return { birthDate: toFirstDay(date.until!), birthPlace: place?.[1]?.trim() };
}

/** A label with nothing beside it. */
const BIRTH_LABEL =
  /^(?:geburtsdatum|geburtstag|geboren(?: am)?|date of birth|birth ?date|born(?: on)?)\s*:?$/iu;
const BIRTH_AND_PLACE_LABEL =
  /^(?:geburts(?:datum|tag)\s*(?:\/|und|&|,)\s*-?\s*(?:geburts)?ort|date\s*(?:\/|and|&)\s*place of birth|date of birth\s*(?:\/|and|&)\s*place(?: of birth)?)\s*:?$/iu;

export const isBirthLabel = (text: string): boolean =>
  BIRTH_LABEL.test(text) || BIRTH_AND_PLACE_LABEL.test(text);

/** The date below such a label, and the place below the date. */
function readBelowLabel(lines: readonly TextLine[], index: number): Birth | undefined {
  const [label = '', date = '', place = ''] = lines.slice(index, index + 3).map(lineText);
  const hasPlace = BIRTH_AND_PLACE_LABEL.test(label);
  if (!hasPlace && !BIRTH_LABEL.test(label)) return undefined;
  const [found] = findPeriods(date);
  if (found?.start !== 0 || !found.isPoint || found.until?.day === undefined) return undefined;
  const name = hasPlace ? /^(?:in )?(\p{Lu}[\p{L}.'’ -]*)$/u : /^in (\p{Lu}[\p{L}.'’ -]*)$/u;
  const beside = AFTER_BIRTH.exec(date.slice(found.end))?.[1];
  return { birthDate: toFirstDay(found.until), birthPlace: beside ?? name.exec(place)?.[1]?.trim() };
}

/** A date that begins a line about the person, after a star or with a place after it. */
function readSign(text: string, isAfterSign: boolean): Birth | undefined {
  const start = BIRTH_SIGN.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const [date] = findPeriods(text.slice(start));
  const until = date?.until;
  if (date === undefined || date.start !== 0 || !date.isPoint || until?.day === undefined) return undefined;
  const rest = text.slice(start + date.end);
  const isMarked = isAfterSign || /^\s+in\s+\p{Lu}/u.test(rest);
  if (!isMarked || until.year > LATEST_BIRTH_YEAR) return undefined;
  return { birthDate: toFirstDay(until), birthPlace: AFTER_SIGN.exec(rest)?.[1] };
}

/** Letters. Shorter beginnings of words are those of several nationalities. */
const MINIMUM_STEM = 6;

/** Found by the adjective in either language with any ending (deutsch, Deutsche, German), or by the country's name. */
export function findNationality(
  lines: readonly TextLine[],
  nationalities: readonly CatalogName[],
  countries: readonly CatalogName[],
): number | undefined {
  for (const [index, line] of lines.entries()) {
    const own = lineText(line);
    const below = lines[index + 1];
    const text = NATIONALITY_LABEL.test(own) && below !== undefined ? `${own}: ${lineText(below)}` : own;
    for (const [, stated = ''] of [NATIONALITY.exec(text) ?? [], NATIONAL.exec(text) ?? []]) {
      const found = nationalityOf(stated, nationalities, countries);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Of its first word. */
function nationalityOf(
  text: string,
  nationalities: readonly CatalogName[],
  countries: readonly CatalogName[],
): number | undefined {
  const [first = ''] = text.toLowerCase().split(/[\s,;/|(]+/);
  const stated = first.replace(/\.$/, '').replace(/^dt$/, 'deutsch');
  if (stated === '') return undefined;
  const stem = stated.replace(/(?:e[rs]?|en)$/, '');
  const found =
    nationalities.find(({ nameDe, nameEn }) =>
      [nameDe.toLowerCase(), nameEn.toLowerCase()].some((name) => name === stated || name === stem),
    ) ??
    nationalities.find(
      ({ nameDe }) => stem.length >= MINIMUM_STEM && nameDe.toLowerCase().startsWith(stem),
    ) ??
    countries.find(({ nameDe, nameEn }) => [nameDe.toLowerCase(), nameEn.toLowerCase()].includes(stated));
  return found?.id;
}
