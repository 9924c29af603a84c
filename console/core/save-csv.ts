import { type Cell, toCsv } from './csv.ts';
import { saveAs } from './documents/save.ts';

/** Saves a table as a file. Returns its name, which consists of the parts. */
export function saveCsv(
  parts: readonly (string | undefined)[],
  rows: readonly (readonly Cell[])[],
  language: 'de' | 'en',
): string {
  const name = `${parts.filter(Boolean).join('_').replaceAll(/\s/g, '-')}.csv`;
  saveAs(new Blob([toCsv(rows, language)], { type: 'text/csv;charset=utf-8' }), name);
  return name;
}
