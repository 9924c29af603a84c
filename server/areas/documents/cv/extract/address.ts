import { lineText, type TextLine } from '../text/lines.ts';
import type { CvAddress } from './facts.ts';

/** In points, in a PDF. Cells of one column begin at the same x except for rounding. */
const SAME_COLUMN_TOLERANCE = 3;

// ISO 3166 numeric codes, which are the ids of the list of countries.
const GERMANY = 276;
const AUSTRIA = 40;
const SWITZERLAND = 756;
const UNITED_KINGDOM = 826;
const UNITED_STATES = 840;

const COUNTRIES: readonly [RegExp, number][] = [
  [/\b(?:Österreich|Austria)\b|\+43\b|\b0043\b/u, AUSTRIA],
  [/(?:^|[^\p{L}])(?:Österreich)(?:$|[^\p{L}])/u, AUSTRIA],
  [/\b(?:Schweiz|Switzerland)\b|\+41\b|\b0041\b/u, SWITZERLAND],
  [/\b(?:Deutschland|Germany)\b|\+49\b|\b0049\b/u, GERMANY],
  [
    /\b(?:United Kingdom|Great Britain|England|Scotland|Großbritannien|Vereinigtes Königreich|UK)\b|\+44\b/u,
    UNITED_KINGDOM,
  ],
  [/\b(?:USA|United States(?: of America)?|U\.S\.A?)(?:\b|$)|\+1[\s(]/u, UNITED_STATES],
];
const CITY =
  "(\\p{Lu}[\\p{L}.'’-]+(?:[ /](?:an der|am|im|in|ob der|bei|an|auf|der|die|\\p{Lu}[\\p{L}.'’-]+)){0,4}(?: \\(\\p{Lu}[\\p{L}. ]+\\))?)";
const PLACES: readonly [RegExp, (groups: string[]) => Partial<CvAddress>][] = [
  [
    new RegExp(`(?:^|[\\s,|])(?:D|DE)[- ](\\d{5})\\s+${CITY}`, 'u'),
    ([, zipCode, city]) => ({ zipCode, city, countryId: GERMANY }),
  ],
  [
    new RegExp(`(?:^|[\\s,|])(?:A|AT)[- ]([1-9]\\d{3})\\s+${CITY}`, 'u'),
    ([, zipCode, city]) => ({ zipCode, city, countryId: AUSTRIA }),
  ],
  [
    new RegExp(`(?:^|[\\s,|])(?:CH|FL)[- ]([1-9]\\d{3})\\s+${CITY}`, 'u'),
    ([, zipCode, city]) => ({ zipCode, city, countryId: SWITZERLAND }),
  ],
  [
    new RegExp(`(?:^|[\\s,|:])(\\d{5})\\s+${CITY}`, 'u'),
    ([, zipCode, city]) => ({ zipCode, city, countryId: GERMANY }),
  ],
  [
    new RegExp(`${CITY},?\\s+([A-Z]{1,2}\\d[A-Z\\d]?\\s*\\d[A-Z]{2})\\b`, 'u'),
    ([, city, zipCode]) => ({ zipCode, city, countryId: UNITED_KINGDOM }),
  ],
  [
    new RegExp(`${CITY},\\s*[A-Z]{2}\\s+(\\d{5})(?:-\\d{4})?\\b`, 'u'),
    ([, city, zipCode]) => ({ zipCode, city, countryId: UNITED_STATES }),
  ],
];
const FOUR_DIGITS = new RegExp(`(?:^|[\\s,|:])([1-9]\\d{3})\\s+${CITY}`, 'u');

/** The first postal address in the lines. Four digits are a postal code only in a CV that names a country with such codes. */
export function findAddress(lines: readonly TextLine[]): CvAddress | undefined {
  const everything = lines.map(lineText).join('\n');
  const countryId = COUNTRIES.find(([pattern]) => pattern.test(everything))?.[1];
  for (const [index, line] of lines.entries()) {
    for (const cell of line.cells) {
      const found = findPlace(cell.text, countryId);
      if (found === undefined) continue;
      const before = cell.text.slice(0, found.index).trim();
      const above = lines[index - 1];
      // In columns, the street is above, in the same column.
      const aboveCell =
        above?.cells.find(({ x }) => Math.abs(x - cell.x) < SAME_COLUMN_TOLERANCE) ??
        (above?.cells.length === 1 ? above.cells[0] : undefined);
      const street =
        readStreet(before) ??
        (before === '' || /:$/.test(before) ? readStreet(aboveCell?.text ?? '') : undefined);
      return { ...street, ...found.place };
    }
  }
  return undefined;
}

function findPlace(
  text: string,
  countryId: number | undefined,
): { index: number; place: Partial<CvAddress> } | undefined {
  for (const [pattern, make] of PLACES) {
    const match = pattern.exec(text);
    if (match !== null) return { index: match.index, place: make([...match] as string[]) };
  }
  if (countryId !== AUSTRIA && countryId !== SWITZERLAND) return undefined;
  const match = FOUR_DIGITS.exec(text);
  return match === null
    ? undefined
    : { index: match.index, place: { zipCode: match[1], city: match[2], countryId } };
}

const NUMBER_AFTER =
  /^(?:.*[:|]\s*)?(\p{L}[\p{L}\d .'’/-]*?)[\s]+(\d{1,4}\s?[a-z]?(?:\s?[-–/]\s?\d{1,4}\s?[a-z]?)?)$/iu;
const NUMBER_BEFORE = /^(?:.*[:|]\s*)?(\d{1,5}[a-z]?)\s+(\p{L}[\p{L} .'’-]+)$/iu;

function readStreet(source: string): Pick<CvAddress, 'street' | 'streetNumber'> | undefined {
  const text = source
    .replace(/[\s,|·•]+$/u, '')
    .split(/\s*[|·•]\s*/u)
    .at(-1)!
    .replace(/^.*,\s*(?=\p{L}[^,]*\d)/u, '')
    .trim();
  const after = NUMBER_AFTER.exec(text);
  if (after !== null) return { street: after[1], streetNumber: after[2] };
  const before = NUMBER_BEFORE.exec(text);
  return before === null ? undefined : { street: before[2], streetNumber: before[1] };
}
