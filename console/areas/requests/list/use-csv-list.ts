import { call } from '../../../core/api/call.ts';
import type { RequestFilter } from '../../../core/api/records.ts';
import { toDay, toTime } from '../../../core/csv.ts';
import { CSV_PAGE_ROWS, type CsvList } from '../../../core/list/use-csv-file.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { requestSearch } from '../../../generated/operations.ts';

/** The requests that match, with what the list shows of each. */
export function useCsvList(filter: RequestFilter): CsvList {
  const { texts, language } = useLanguage();
  const { requests, csv } = texts;
  const { fields } = requests;
  return {
    title: texts.screens.requests,
    head: [
      csv.columns.number,
      fields.title,
      fields.kind,
      fields.companyId,
      csv.columns.city,
      fields.headcount,
      csv.columns.placed,
      fields.startDate,
      fields.endDate,
      fields.statusId,
      fields.responsibility,
      fields.officeId,
      csv.columns.created,
      csv.columns.changed,
    ],
    async readPage(cursor, signal) {
      const body = { ...filter, limit: CSV_PAGE_ROWS, cursor };
      const { requests: found, ...ofList } = await call(requestSearch, { body, language, signal });
      const rows = found.map((request) => ({
        id: request.id,
        cells: [
          request.id,
          request.title,
          requests.kinds[request.kind],
          request.company,
          request.city,
          request.headcount,
          request.placed,
          toDay(request.startDate, language),
          toDay(request.endDate, language),
          request.status,
          request.responsibleUser,
          request.office,
          toTime(request.createdAtUtc, language),
          toTime(request.modifiedAtUtc, language),
        ],
      }));
      return { ...ofList, rows };
    },
  };
}
