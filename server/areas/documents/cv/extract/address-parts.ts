import { lineText, type TextLine } from '../text/lines.ts';
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
  return undefined;
}

/** Names with a number before or after them, and nothing else. */
const NAMES =
  "\\p{Lu}[\\p{L}.'’-]*(?: (?:d[aeou]s?|del|am|an der|im|in den|zum|zur|\\p{Lu}[\\p{L}.'’-]*)){0,5}";
const STREET = new RegExp(`^(?:\\d{1,5}[a-z]?,? ${NAMES}|${NAMES} \\d{1,4} ?[a-z]?)$`, 'u');
