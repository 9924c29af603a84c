import { cellInColumn, lineText, type TextLine } from '../text/lines.ts';
import { countryOfCode, findCountry } from './countries.ts';
import type { CvAddress } from './facts.ts';
import { isKnownCity, isState } from './known-names.ts';
import type { CatalogName } from './personal.ts';
import { type FoundPlace, readCity, readPostalCode } from './places.ts';

// Addresses whose parts are set apart by commas, as programs write them: "Street 1, City, 12345, State, Country".

interface Part {
  text: string;
  index: number;
}

const COUNTRY_CODE = /^[A-Z]{2,3}$/;

const isAround = (text: string) =>
  COUNTRY_CODE.test(text) || (isState(text) && !isKnownCity(text)) || /^\(.*\)$/.test(text);

function partsOf(text: string): Part[] {
  return [...text.matchAll(/[^,|·•]+/gu)].flatMap((match) => {
    const trimmed = match[0].trim();
    return trimmed === '' ? [] : [{ text: trimmed, index: match.index + match[0].indexOf(trimmed) }];
  });
}

/** A postal code between commas, with the city before or after it. A state or country is not the city. */
export function findBetweenCommas(
  text: string,
  countryId: number | undefined,
  isStreet: (text: string) => boolean,
): FoundPlace | undefined {
  const parts = partsOf(text);
  const country = countryOfCode(parts.at(-1)?.text ?? '') ?? countryId;
  for (const [order, code] of parts.entries()) {
    const read = readPostalCode(code.text, country);
    if (read === undefined) continue;
    const before = parts.slice(0, order).findLast((part) => !isAround(part.text));
    const after = parts[order + 1];
    const cityAfter = after === undefined || isAround(after.text) ? undefined : readCity(after.text);
    const end = code.index + code.text.length;
    if (before === undefined || isStreet(before.text)) {
      if (after === undefined || cityAfter === undefined) continue;
      return {
        index: code.index,
        end: after.index + after.text.length,
        ...read,
        city: cityAfter,
      };
    }
    const hasStreetBefore = parts.slice(0, order).some((part) => part !== before && isStreet(part.text));
    const city = readCity(before.text);
    if (city === undefined || (cityAfter !== undefined && !hasStreetBefore)) continue;
    return { index: before.index, end, city, ...read };
  }
  return undefined;
}

/** "Kassel, Hessen, DE" */
function readCityOfCountry(
  text: string,
  countries: readonly CatalogName[],
): { city: string; countryId?: number } | undefined {
  const [first, ...others] = partsOf(text).map((part) => part.text);
  const last = others.at(-1);
  const city = first === undefined ? undefined : readCity(first);
  if (city === undefined || last === undefined || others.length > 2) return undefined;
  const countryId = countryOfCode(last) ?? findCountry(last, countries);
  return isAround(last) || countryId !== undefined ? { city, countryId } : undefined;
}

/** A text of a line and what stands after it: on the line, or below it in its column. */
interface Followed {
  text: string;
  next?: string;
}

/** The parts of each text of the lines, and what follows them. */
function piecesOf(lines: readonly TextLine[]): Followed[] {
  return lines.flatMap(({ cells }, index) =>
    cells.flatMap((cell, order) => {
      const parts = partsOf(cell.text.replace(LABEL_BEFORE, '')).map(({ text }) => text);
      const below = cellInColumn(lines[index + 1], cell.x);
      const after = below ?? cells[order + 1];
      const next = after && partsOf(after.text.replace(LABEL_BEFORE, ''))[0]?.text;
      return parts.map((text, at) => ({ text, next: parts[at + 1] ?? next }));
    }),
  );
}

/** A street and its city, with no postal code. A street that no city follows is known by its words. */
function findStreetFirst(
  lines: readonly TextLine[],
  readStreet: (text: string) => Pick<CvAddress, 'street' | 'streetNumber'> | undefined,
): CvAddress | undefined {
  let alone: CvAddress | undefined;
  for (const { text, next } of piecesOf(lines)) {
    if (text.length > MAXIMUM_STREET_LENGTH) continue;
    const isNamed = STREET_WORD.test(text);
    if (!isNamed && (!STREET.test(text) || /(?<!\d)(?:19|20)\d\d(?!\d)/.test(text))) continue;
    const street = readStreet(text);
    if (street === undefined) continue;
    const city = next === undefined ? undefined : readCity(next);
    const isCity = city !== undefined && (isKnownCity(city) || (isNamed && WHOLE_CITY.test(next!)));
    if (isCity) return { ...street, city };
    if (isNamed) alone ??= street;
  }
  return alone;
}

/** A street beside a line of city and country, without a postal code. */
export function findAddressWithoutCode(
  lines: readonly TextLine[],
  countries: readonly CatalogName[],
  readStreet: (text: string) => Pick<CvAddress, 'street' | 'streetNumber'> | undefined,
): CvAddress | undefined {
  for (const [index, line] of lines.entries()) {
    const place = readCityOfCountry(lineText(line), countries);
    if (place === undefined) continue;
    for (const beside of [lines[index + 1], lines[index - 1]]) {
      const text = beside === undefined ? '' : lineText(beside);
      const street = STREET.test(text) ? readStreet(text) : undefined;
      if (street !== undefined) return { ...street, ...place };
    }
  }
  return findStreetFirst(lines, readStreet);
}

const LABEL_BEFORE =
  /^(?:(?:privat|post|wohn)?(?:adresse|anschrift)|stra(?:ß|ss)e|(?:wohn)?ort|stadt|(?:home |postal )?address|street|city|town)\s*:\s*/iu;

/** Names with a number before or after them, and nothing else. */
const NAMES =
  "\\p{Lu}[\\p{L}.'’-]*(?: (?:d[aeou]s?|del|am|an der|im|in den|zum|zur|\\p{Lu}[\\p{L}.'’-]*)){0,5}";
const STREET = new RegExp(`^(?:\\d{1,5}[a-z]?,? ${NAMES}|${NAMES} \\d{1,4} ?[a-z]?)$`, 'u');
/** A number after a word of streets in German, or before one in English. */
const STREET_WORD =
  /^(?:(?:\p{Lu}[\p{L}.'’-]* (?:[\p{L}.'’-]+ ){0,4})?[\p{L}.'’-]*(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|ring|damm|ufer|chaussee|steig|stieg|pfad|promenade) \d{1,4} ?[a-z]?(?: ?[-–/] ?\d{1,4} ?[a-z]?)?|\d{1,5}[a-z]? (?:\p{Lu}[\p{L}.'’-]* ){1,4}(?:street|st\.?|road|rd\.?|drive|lane|avenue|ave\.?|boulevard|way|court|close|place|square|terrace|crescent|gardens|grove|row|mews))$/iu;
/** Letters. */
const MAXIMUM_STREET_LENGTH = 60;
/** A text that is written like the name of a city and has no digits. */
const WHOLE_CITY = /^\p{Lu}\p{Ll}[\p{L}.'’-]*(?: [\p{L}.'’-]+){0,3}$/u;
