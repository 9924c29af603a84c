/** What a spreadsheet could run as a formula, also in the wide letters of East Asian keyboards. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
/** Spreadsheets take UTF-8 for what it is only with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

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
