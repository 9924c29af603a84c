import { call } from '../../../core/api/call.ts';
import type { CandidateFilter } from '../../../core/api/records.ts';
import { CSV_PAGE_ROWS, type CsvList } from '../../../core/list/use-csv-file.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { candidateExportSearch } from '../../../generated/operations.ts';
import { toCells, toHead } from './csv-columns.ts';

/** The candidates that match, in a form that can be corrected and imported again. */
export function useCsvList(filter: CandidateFilter): CsvList {
  const { texts, language } = useLanguage();
  const writing = { language, stages: texts.stages };
  return {
    title: texts.screens.candidates,
    head: toHead(language),
    async readPage(cursor, signal) {
      const body = { ...filter, limit: CSV_PAGE_ROWS, cursor };
      const { rows, ...ofList } = await call(candidateExportSearch, { body, language, signal });
      return { ...ofList, rows: rows.map((row) => ({ id: row.id, cells: toCells(row, writing) })) };
    },
  };
}
