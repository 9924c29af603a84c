import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { queries } from '../../../core/api/queries.ts';
import type { NamedValue } from '../../../core/api/queries-candidates.ts';
import { ChipList, type FilterChip } from '../../../core/filters/chip-list.tsx';
import { useUserNames } from '../../../core/forms/use-choices.ts';
import { type CompaniesSearch, paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { readCompaniesSearch } from './search.ts';
import type { ChangeSearch } from './use-change-search.ts';

type ListName = 'status' | 'contract' | 'industry' | 'responsible';

/** The filters that are active, each with a button that removes it. */
export function Chips({ search, change }: { search: CompaniesSearch; change: ChangeSearch }) {
  const { companies: texts } = useTexts();
  const navigate = useNavigate();
  const may = useMay();
  const { text, branch, sort } = search;
  const lists: Record<ListName, readonly NamedValue[] | undefined> = {
    status: useQuery(queries.valueList('customerstatus')).data,
    contract: useQuery(queries.valueList('contractstatus')).data,
    industry: useQuery(queries.valueList('industries')).data,
    responsible: useUserNames(may('users:read'), search.responsible ?? []),
  };
  const labels: Record<ListName, string> = {
    status: texts.status,
    contract: texts.contractStatus,
    industry: texts.industry,
    responsible: texts.responsible,
  };
  const chipsOf = (name: ListName): FilterChip<CompaniesSearch>[] => {
    const ids = search[name] ?? [];
    return ids.map((id) => ({
      key: `${name} ${id}`,
      // Until the name is known, and if it is gone, the id.
      text: `${labels[name]}: ${lists[name]?.find((entry) => entry.id === id)?.name ?? id}`,
      without: { [name]: ids.filter((other) => other !== id) },
    }));
  };
  return (
    <ChipList
      chips={(Object.keys(labels) as ListName[]).flatMap(chipsOf)}
      change={change}
      reset={() =>
        void navigate({
          to: paths.companies,
          search: readCompaniesSearch({ text, branch, sort }),
          replace: true,
        })
      }
    />
  );
}
