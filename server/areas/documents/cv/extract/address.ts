import { cellInColumn, isSameColumn, lineText, type TextCell, type TextLine } from '../text/lines.ts';
import { findAddressWithoutCode, findBetweenCommas } from './address-parts.ts';
import { findCallingCode, findCountry } from './countries.ts';
import { hasLegalForm } from './evidence.ts';
import type { CvAddress } from './facts.ts';
import type { CatalogName } from './personal.ts';
import { type FoundPlace, findPlace } from './places.ts';

/** A recipient has its name and department in so many lines above the postal code. */
const RECIPIENT_LINES = 5;
/** Lines below a postal code in which the country can be. */
const COUNTRY_LINES = 2;
/** Lines over which a narrow column breaks an address. */
const MAXIMUM_BROKEN_LINES = 3;
const RECIPIENT =
  /(?:^|\s)(?:an (?:die|das|den)|z\. ?h(?:d|\.)|zu händen|personalabteilung|personalwesen|human resources|recruiting|attn|hiring manager|hr department)(?:\s|[.:,]|$)/iu;

/**
 * The first postal address in the lines that is not the recipient's of a letter. A code that several countries have is
 * read as one of the country that is named beside it, or else near it, or by a telephone number.
 */
export function findAddress(
  lines: readonly TextLine[],
  countries: readonly CatalogName[],
): CvAddress | undefined {
  const texts = lines.map(lineText);
  const everything = texts.join('\n');
  const general = findCallingCode(everything) ?? findCountry(everything, countries);
  for (const isReversed of [false, true]) {
    let ofRecipient: CvAddress | undefined;
    for (const [index, line] of lines.entries()) {
      for (const cell of line.cells.map((own) => joinCity(lines, index, own))) {
        const below = texts.slice(index + 1, index + 1 + COUNTRY_LINES);
        const near = findCountry([cell.text, ...below].join('\n'), countries);
        const country = near ?? general;
        const joined = isReversed ? joinAbove(lines, index, cell) : joinOpen(lines, index, cell);
        const parted = findBetweenCommas(joined.text, country, isStreet);
        const whole = parted !== undefined || isReversed ? joined : cell;
        const place = parted ?? findPlace(whole.text, country, isReversed) ?? placeBelow(lines, index, cell);
        if (place === undefined) continue;
        const address = { ...findStreet(lines, index, whole, place), ...toAddress(place) };
        if (!isRecipient(lines, index, cell)) return address;
        ofRecipient ??= address;
      }
    }
    if (ofRecipient !== undefined) return ofRecipient;
  }
  return undefined;
}

function toAddress({ zipCode, city, countryId }: FoundPlace): CvAddress {
  return { zipCode, city, countryId };
}

/** A narrow column breaks an address anywhere: "Parkweg 2 Bad", "Muster 12345 DE". */
function joinAbove(lines: readonly TextLine[], index: number, cell: TextCell): TextCell {
  const texts = [cell.text];
  const comma = cell.text.indexOf(',');
  if (comma > 0 && isStreet(cell.text.slice(0, comma))) return cell;
  for (let above = index; above > index - MAXIMUM_BROKEN_LINES && above > 0; above--) {
    const upper = cellAbove(lines, above, cell);
    if (upper === undefined || lines[above]!.hasGapBefore || /@|:$/.test(upper.text)) break;
    texts.unshift(upper.text);
    if (/\d/.test(upper.text)) break;
  }
  return { ...cell, text: texts.join(' ') };
}

/** A narrow column breaks an address after the postal code, or within the name of the city. */
const ENDS_WITH_CODE = /^(?:(.*\d.*?)[\s,]+(?:\p{Lu}{1,3}-)?\d{4,5}|(?:\p{Lu}{1,3}-)?\d{5})$/u;
const CITY_BEGIN = /^\p{Lu}\p{Ll}[\p{L} .'’-]*(?:,|$)/u;
const ENDS_IN_CITY =
  /(?:^|[\s,])\d{4,5} \p{Lu}[\p{L} .-]*\s(?:am|an|an der|im|in|in der|ob|ob der|bei|vor der|auf der|unter|bad|sankt|st\.)$/iu;

/** A cell with the postal code above it, or with the rest of the name of its city, which is below. */
function joinCity(lines: readonly TextLine[], index: number, cell: TextCell): TextCell {
  const above = cellAbove(lines, index, cell)?.text ?? '';
  const code = ENDS_WITH_CODE.exec(above);
  const isAfterStreet = code !== null && (code[1] === undefined || isStreet(code[1]));
  if (isAfterStreet && CITY_BEGIN.test(cell.text)) return { ...cell, text: `${above} ${cell.text}` };
  if (!ENDS_IN_CITY.test(cell.text)) return cell;
  const below = cellInColumn(lines[index + 1], cell.x);
  return below !== undefined && /^\p{Lu}\p{Ll}+$/u.test(below.text)
    ? { ...cell, text: `${cell.text} ${below.text}` }
    : cell;
}

/** An address that goes on below: its line ends with a comma, or within a postal code. */
function joinOpen(lines: readonly TextLine[], index: number, cell: TextCell): TextCell {
  const above = cellAbove(lines, index, cell)?.text ?? '';
  if (/,$/.test(above)) return { ...cell, text: `${above} ${cell.text}` };
  return /(?:^|[\s,])\d{2,5}-$/.test(above) && /^\d{3}(?!\d)/.test(cell.text)
    ? { ...cell, text: above + cell.text }
    : cell;
}

const isStreet = (text: string) => readStreet(text) !== undefined;

/** An address in the lines that has no postal code. */
export function findStreetAndCity(
  lines: readonly TextLine[],
  countries: readonly CatalogName[],
): CvAddress | undefined {
  return findAddressWithoutCode(lines, countries, readStreet);
}

const BRITISH_ALONE = /^(?:[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}|[A-Z]\d[\dW] ?(?=\d*[A-Z])[\dA-Z]{4})$/;
const CITY_ALONE = /(?:^|,\s*)(\p{Lu}[\p{L}.'’-]+(?: \p{Lu}[\p{L}.'’-]+){0,2})(?: \d{1,2}W?)?,?$/u;

/** British and Irish postal codes have a line of their own, below the city. */
function placeBelow(lines: readonly TextLine[], index: number, cell: TextCell): FoundPlace | undefined {
  if (!BRITISH_ALONE.test(cell.text.trim())) return undefined;
  const city = CITY_ALONE.exec(cellAbove(lines, index, cell)?.text ?? '')?.[1];
  return city === undefined ? undefined : findPlace(`${city} ${cell.text.trim()}`, undefined);
}

/** In columns, what is above a cell is in the same column. */
function cellAbove(lines: readonly TextLine[], index: number, cell: TextCell): TextCell | undefined {
  const above = lines[index - 1];
  const at = above?.cells.findIndex(({ x }) => isSameColumn(x, cell.x)) ?? -1;
  const found = above?.cells[at] ?? (above?.cells.length === 1 ? above.cells[0] : undefined);
  const value = at === -1 ? undefined : above!.cells[at + 1];
  return value !== undefined && LABEL.test(found!.text) ? value : found;
}

/** A text goes on below its label where the page is narrow: "Address" beside "Mill Lane 8", and "Leeds" below the label. */
const LABEL =
  /^(?:address|adresse|(?:post|wohn)?anschrift|location|standort|wohnort|residence|e-?mail(?:-?adresse)?|phone|telefon)\s*:?$/iu;

function isRecipient(lines: readonly TextLine[], index: number, cell: TextCell): boolean {
  for (let above = index - 1; above >= Math.max(0, index - RECIPIENT_LINES); above--) {
    const line = lines[above]!;
    const own = cellInColumn(line, cell.x);
    if (own === undefined) return false;
    if (hasLegalForm(own.text) || RECIPIENT.test(own.text)) return true;
    if (line.hasGapBefore) return false;
  }
  return false;
}

function findStreet(
  lines: readonly TextLine[],
  index: number,
  cell: TextCell,
  place: FoundPlace,
): Pick<CvAddress, 'street' | 'streetNumber'> | undefined {
  const before = cell.text.slice(0, place.index).trim();
  const own = readStreet(before.replace(/(?<!\p{L})\p{Lu}{1,3}[- –]$/u, ''));
  if (own !== undefined) return own;
  const beside = line(lines, index).find(
    (other) => other.x !== cell.x && readStreet(other.text) !== undefined,
  );
  const isAlone = before === '' || /:$/.test(before) || BRITISH_ALONE.test(cell.text.trim());
  const above = isAlone || /^\p{Lu}{1,3}[- –]?$/u.test(before) ? cellAbove(lines, index, cell) : undefined;
  const ofAbove = readStreet(above?.text ?? '') ?? (isAlone ? onlyStreet(lines[index - 1]) : undefined);
  // "Dublin 9" is a district.
  const isDistrict = ofAbove !== undefined && ofAbove.street === place.city;
  return (
    (isDistrict ? readStreet(cellAbove(lines, index - 1, cell)?.text ?? '') : ofAbove) ??
    readStreet(beside?.text ?? '') ??
    readStreet(cell.text.slice(place.end).replace(/^[\s,|·•]+/u, ''))
  );
}

const line = (lines: readonly TextLine[], index: number) => lines[index]!.cells;

/** The street beside another text, such as a name: lines that end at the same place begin at different ones. */
function onlyStreet(above: TextLine | undefined): Pick<CvAddress, 'street' | 'streetNumber'> | undefined {
  const streets = above?.cells.map(({ text }) => (/@|\+/.test(text) ? undefined : readStreet(text))) ?? [];
  const found = streets.filter((street) => street !== undefined);
  return found.length === 1 ? found[0] : undefined;
}

const NUMBER_AFTER =
  /^(?:.*[:|]\s*)?(\p{L}[\p{L}\d .'’/-]*?)[\s]+(\d{1,4}\s?[a-z]?(?:\s?[-–/]\s?\d{1,4}\s?[a-z]?){0,3})$/iu;
const NUMBER_BEFORE = /^(?:.*[:|]\s*)?(\d{1,5}[a-z]?),?\s+(\p{L}[\p{L} .'’-]+)$/iu;
/** "Flat 3, 12 Mill Lane": a part of a house is not the number of the house. */
const PART_OF_HOUSE = /^(?:flat|apartment|apt\.?|unit|suite|wohnung|whg\.?)\s/i;

/** "February 17, 1979 Brno" has a birth, not an address. */
const DAY =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}$/iu;

function readStreet(source: string): Pick<CvAddress, 'street' | 'streetNumber'> | undefined {
  const text = source
    .replace(/[\s,|·•—–/-]+$/u, '')
    .replace(/^(?:address|adresse|anschrift|wohnort|wohnhaft)\s+/iu, '')
    .split(/\s*[|·•]\s*|\s[—/]\s/u)
    .at(-1)!
    .replace(/^.*,\s*(?=\p{L}[^,]*\d)/u, '')
    .replace(/^(?:.*,\s*)(?=\d{1,5}[a-z]?\s+\p{L})/iu, '')
    .trim();
  if (PART_OF_HOUSE.test(text) || DAY.test(text)) return undefined;
  const after = NUMBER_AFTER.exec(text);
  if (after !== null) return { street: after[1], streetNumber: after[2] };
  const before = NUMBER_BEFORE.exec(text);
  return before === null ? undefined : { street: before[2], streetNumber: before[1] };
}
