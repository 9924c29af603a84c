import { CloseButton, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { queries } from '../../../core/api/queries.ts';
import { BranchFilter } from '../../../core/filters/branch-filter.tsx';
import { SearchField } from '../../../core/filters/search-field.tsx';
import { useUsersOfFilter } from '../../../core/forms/use-choices.ts';
import type { RequestsSearch } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import classes from './page.module.css';
import { KINDS, SORTS } from './search.ts';
import type { ChangeSearch } from './use-change-search.ts';

interface FilterProps {
  search: RequestsSearch;
  change: ChangeSearch;
}

interface FiltersProps extends FilterProps {
  hasOwnBranches: boolean;
  field: RefObject<HTMLInputElement | null>;
}

/** The search field, and everything that limits or sorts the list. */
export function Filters({ search, change, hasOwnBranches, field }: FiltersProps) {
  const { requests: texts } = useTexts();
  const may = useMay();
  return (
    <search className={classes.filters}>
      <SearchField
        label={texts.search}
        placeholder={texts.searchHelp}
        className={classes.search}
        text={search.text}
        change={(words) => change({ text: words })}
        field={field}
      />
      <StatusFilter search={search} change={change} />
      <NativeSelect
        label={texts.fields.kind}
        value={search.kind ?? ''}
        onChange={({ currentTarget: { value } }) => change({ kind: KINDS.find((kind) => kind === value) })}
        data={[
          { value: '', label: texts.allKinds },
          ...KINDS.map((kind) => ({ value: kind, label: texts.kinds[kind] })),
        ]}
      />
      <div className={classes.branch}>
        <BranchFilter
          chosen={search.branch}
          choose={(branch) => change({ branch })}
          hasOwnBranches={hasOwnBranches}
        />
      </div>
      {may('users:read') && <ResponsibleFilter search={search} change={change} />}
      <NativeSelect
        label={texts.sort}
        value={search.sort ?? ''}
        onChange={({ currentTarget: { value } }) => change({ sort: SORTS.find((sort) => sort === value) })}
        data={[
          { value: '', label: texts.sorts.created },
          ...SORTS.map((sort) => ({ value: sort, label: texts.sorts[sort] })),
        ]}
      />
      {search.company !== undefined && <CompanyFilter companyId={search.company} change={change} />}
    </search>
  );
}

function StatusFilter({ search: { status }, change }: FilterProps) {
  const { requests: texts } = useTexts();
  const statuses = useQuery(queries.valueList('requeststatus'));
  return (
    <NativeSelect
      label={texts.fields.statusId}
      value={String(status ?? '')}
      onChange={({ currentTarget: { value } }) =>
        change({
          status: value === '' ? undefined : value === 'over' || value === 'all' ? value : Number(value),
        })
      }
      data={[
        { value: '', label: texts.states.open },
        { value: 'over', label: texts.states.over },
        { value: 'all', label: texts.states.all },
        ...(statuses.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}

function ResponsibleFilter({ search: { responsible }, change }: FilterProps) {
  const { requests: texts, candidate } = useTexts();
  const users = useUsersOfFilter();
  // The browser would show that the list has everybody's requests.
  const isListed = responsible === undefined || users?.some(({ id }) => id === responsible) === true;
  return (
    <NativeSelect
      label={texts.fields.responsibility}
      value={String(responsible ?? '')}
      onChange={({ currentTarget: { value } }) =>
        change({ responsible: value === '' ? undefined : Number(value) })
      }
      data={[
        { value: '', label: texts.everybody },
        ...(isListed
          ? []
          : [{ value: String(responsible), label: users === undefined ? '…' : candidate.someone }]),
        ...(users ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}

function CompanyFilter({ companyId, change }: { companyId: number; change: ChangeSearch }) {
  const { requests: texts } = useTexts();
  const may = useMay();
  const company = useQuery({ ...queries.companyName(companyId), enabled: may('customers:read') });
  const text = texts.ofCompany(company.data ?? String(companyId));
  return (
    <p className={classes.chip}>
      {text}
      <CloseButton
        size="sm"
        aria-label={texts.removeFilter(text)}
        onClick={() => change({ company: undefined })}
      />
    </p>
  );
}
