import type { QueryClient } from '@tanstack/react-query';
import { companySearch } from '../../generated/operations.ts';
import { call } from '../api/call.ts';
import type { CompanyFilter } from '../api/records.ts';
import { refreshFirst } from './refresh-shown.ts';

/** Reads the beginning of the lists of companies that are shown, as those of candidates are read. */
export async function refreshCompanies(queryClient: QueryClient): Promise<void> {
  await refreshFirst(queryClient, ['companies', 'list'], 'companies', ([, , filter, language], part) =>
    call(companySearch, {
      body: { ...(filter as CompanyFilter), ...part },
      language: language as string,
    }),
  );
}
