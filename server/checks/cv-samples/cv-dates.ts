import { MONTHS, SHORT_MONTHS_DE } from './cv-words.ts';
import type { SampleLanguage } from './document.ts';
import type { DateStyle } from './layouts.ts';
import type { Months } from './person.ts';

const two = (value: number) => String(value).padStart(2, '0');

function dateText(month: number, style: DateStyle, language: SampleLanguage, isEnd: boolean): string {
  const year = Math.floor(month / 12);
  const index = month % 12;
  switch (style) {
    case 'years':
      return String(year);
    case 'numericTo':
      return `${two(index + 1)}.${year}`;
    case 'full': {
      const day = isEnd ? new Date(Date.UTC(year, index + 1, 0)).getUTCDate() : 1;
      return language === 'de'
        ? `${two(day)}.${two(index + 1)}.${year}`
        : `${two(day)}/${two(index + 1)}/${year}`;
    }
    case 'monthName':
      return `${MONTHS[language][index]} ${year}`;
    case 'shortMonth':
      return `${language === 'de' ? SHORT_MONTHS_DE[index] : MONTHS.en[index]!.slice(0, 3)} ${year}`;
    default:
      return `${two(index + 1)}/${year}`;
  }
}

/** What a CV has between the two dates of a period. */
function separatorOf(style: DateStyle, language: SampleLanguage, isCurrent: boolean): string {
  switch (style) {
    case 'padded':
    case 'full':
      return ' - ';
    case 'numericTo':
      return language === 'de' ? ' bis ' : ' to ';
    case 'years':
      return isCurrent ? ' – ' : '–';
    default:
      return ' – ';
  }
}

/** A period as the style has it. A course has only an end, which is its date. `seed` chooses the word for "today". */
export function periodText(
  { from, until }: Months,
  style: DateStyle,
  language: SampleLanguage,
  seed: number,
): string {
  if (Number.isNaN(from)) return dateText(until!, style, language, true);
  const start = dateText(from, style, language, false);
  const isCurrent = until === undefined;
  if (isCurrent && style === 'since') return language === 'de' ? `seit ${start}` : `since ${start}`;
  const today = language === 'de' ? ['heute', 'aktuell', 'dato'] : ['present', 'Present', 'today'];
  const end = isCurrent ? today[seed % today.length] : dateText(until, style, language, true);
  return `${start}${separatorOf(style, language, isCurrent)}${end}`;
}
