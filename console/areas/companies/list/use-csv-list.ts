import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import type { CompanyFilter } from '../../../core/api/records.ts';
import { toTime } from '../../../core/csv.ts';
import { CSV_PAGE_ROWS, type CsvList } from '../../../core/list/use-csv-file.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { companySearch } from '../../../generated/operations.ts';

/** The companies that match, with what the list shows of each. */
export function useCsvList(filter: CompanyFilter): CsvList {
  const { texts, language } = useLanguage();
  const queryClient = useQueryClient();
  const { companies, csv } = texts;
  return {
    title: texts.screens.companies,
    head: [
      csv.columns.number,
      texts.companyPage.properties.customerNumber,
      companies.name,
      texts.companyPage.properties.name2,
      csv.columns.zipCode,
      csv.columns.city,
      companies.status,
      companies.industry,
      companies.branch,
      companies.responsible,
      csv.columns.created,
      csv.columns.changed,
    ],
    async readPage(cursor, signal) {
      const statuses = await queryClient.ensureQueryData(queries.valueList('customerstatus'));
      const body = { ...filter, limit: CSV_PAGE_ROWS, cursor };
      const { companies: found, ...ofList } = await call(companySearch, { body, language, signal });
      const rows = found.map((company) => ({
        id: company.id,
        cells: [
          company.id,
          company.customerNumber,
          company.name,
          company.name2,
          company.zipCode,
          company.city,
          statuses.find(({ id }) => id === company.statusId)?.name ?? null,
          company.industry,
          company.office,
          company.responsibleUser,
          toTime(company.createdAtUtc, language),
          toTime(company.modifiedAtUtc, language),
        ],
      }));
      return { ...ofList, rows };
    },
  };
}
