/** What a spreadsheet could run as a formula, also in the wide letters of East Asian keyboards. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** Spreadsheets take UTF-8 for what it is only with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

/** More rows would keep the page from responding. */
export const MAXIMUM_CSV_ROWS = 10_000;

export type Cell = string | number | null;

/** A table as a file for spreadsheets in the language: German ones separate by semicolons, because the comma is that of decimals. */
export function toCsv(rows: readonly (readonly Cell[])[], language: 'de' | 'en'): string {
  const separator = language === 'de' ? ';' : ',';
  const decimal = language === 'de' ? ',' : '.';
  const write = (cell: Cell): string => {
    if (cell === null) return '';
    if (typeof cell === 'number') return String(cell).replace('.', decimal);
    return `"${(FORMULA.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`;
  };
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(write).join(separator)}\r\n`).join('');
}

/** A calendar date as spreadsheets of the language take it. In English, 02/08 is in February for some and in August for others. */
export function toDay(date: string | null, language: 'de' | 'en'): string | null {
  if (date === null || language === 'en') return date;
  const [year, month, day] = date.split('-');
  return `${day}.${month}.${year}`;
}

/** A time to the minute, in UTC: an import reads times without a zone so. */
export function toTime(utc: string | null, language: 'de' | 'en'): string | null {
  return utc === null ? null : `${toDay(utc.slice(0, 10), language)} ${utc.slice(11, 16)}`;
}
