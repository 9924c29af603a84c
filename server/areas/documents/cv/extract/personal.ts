import { lineText, type TextLine } from '../text/lines.ts';
import { findPeriods, toFirstDay } from './dates.ts';

export interface CatalogName {
  id: number;
  nameEn: string;
  nameDe: string;
}

const BIRTH =
  /\b(?:geb(?:oren|\.)?(?:\s+am)?|geburts(?:datum|tag)|born(?:\s+on)?|date of birth|d\.?o\.?b\.?|birth ?date|birthday)\b/i;
const BIRTH_PLACE = /(?:geburtsort|place of birth|birthplace)\s*:?\s*(.+)$/i;
const AFTER_BIRTH = /^[\s,]*(?:in|at)\s+(\p{Lu}[\p{L}.'’ -]*(?:\([\p{L}. ]+\))?)/u;
const NATIONALITY =
  /(?:staatsangehörigkeit(?:en)?|nationalität|staatsbürgerschaft|nationality|citizenship)\s*:?\s*(.+)$/i;

export function findBirth(lines: readonly TextLine[]): { birthDate?: string; birthPlace?: string } {
  let birthDate: string | undefined;
  let birthPlace: string | undefined;
  for (const line of lines) {
    const text = lineText(line);
    const mark = BIRTH.exec(text);
    if (mark !== null && birthDate === undefined) {
      const rest = text.slice(mark.index + mark[0].length);
      const date = findPeriods(rest).find((period) => period.isPoint && period.until?.day !== undefined);
      if (date !== undefined) {
        birthDate = toFirstDay(date.until!);
        const place =
          AFTER_BIRTH.exec(rest.slice(date.end)) ??
          /^\s*[:.]?\s*.*?\bin\s+(\p{Lu}[\p{L} ()-]+)$/u.exec(rest.slice(0, date.start));
        birthPlace ??= place?.[1]?.trim();
      }
    }
    birthPlace ??= BIRTH_PLACE.exec(text)?.[1]?.trim();
  }
  return { birthDate, birthPlace };
}

/** Found by the adjective in either language with any ending (deutsch, Deutsche, German), or by the country's name. */
export function findNationality(
  lines: readonly TextLine[],
  nationalities: readonly CatalogName[],
  countries: readonly CatalogName[],
): number | undefined {
  for (const line of lines) {
    const stated = NATIONALITY.exec(lineText(line))?.[1]
      ?.toLowerCase()
      .split(/[\s,;/|(]+/)[0];
    if (stated === undefined || stated === '') continue;
    const stem = stated.replace(/(?:e[rs]?|en)$/, '');
    const found =
      nationalities.find(({ nameDe, nameEn }) =>
        [nameDe.toLowerCase(), nameEn.toLowerCase()].some((name) => name === stated || name === stem),
      ) ??
      countries.find(({ nameDe, nameEn }) => [nameDe.toLowerCase(), nameEn.toLowerCase()].includes(stated));
    if (found !== undefined) return found.id;
  }
  return undefined;
}
