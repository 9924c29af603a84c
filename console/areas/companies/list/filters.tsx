import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { ValueList } from '../../../core/api/queries-candidate.ts';
import { BranchFilter } from '../../../core/filters/branch-filter.tsx';
import { Choices } from '../../../core/filters/choices.tsx';
import { Find } from '../../../core/filters/find.tsx';
import { QuotesHint } from '../../../core/filters/quotes-hint.tsx';
import { SearchField } from '../../../core/filters/search-field.tsx';
import { useUsersOfFilter } from '../../../core/forms/use-choices.ts';
import classes from '../../../core/list/list.module.css';
import type { CompaniesSearch } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { SORTS } from './search.ts';
import type { ChangeSearch } from './use-change-search.ts';

interface FiltersProps {
  search: CompaniesSearch;
  change: ChangeSearch;
  hasOwnBranches: boolean;
  field: RefObject<HTMLInputElement | null>;
}

/** The search field, and everything that limits or sorts the list. */
export function Filters({ search, change, hasOwnBranches, field }: FiltersProps) {
  const { companies, candidates } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { text } = search;
  return (
    <search className={classes.filters}>
      <div className={classes.row}>
        <SearchField
          label={companies.search}
          placeholder={companies.searchHelp}
          className={classes.search}
          text={text}
          change={(words) => change({ text: words })}
          field={field}
        />
        <BranchFilter
          chosen={search.branch}
          choose={(branch) => change({ branch })}
          hasOwnBranches={hasOwnBranches}
        />
        <NativeSelect
          label={candidates.sort}
          value={search.sort ?? ''}
          onChange={({ currentTarget: { value } }) => change({ sort: SORTS.find((sort) => sort === value) })}
          data={[
            { value: '', label: text === undefined ? companies.sorts.usual : companies.sorts.relevance },
            ...SORTS.filter((sort) => sort !== 'name' || text !== undefined || search.sort === 'name').map(
              (sort) => ({ value: sort, label: companies.sorts[sort] }),
            ),
          ]}
        />
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-controls="facets"
          onClick={() => setOpen((before) => !before)}
        >
          {candidates.filters}
        </Button>
      </div>
      <QuotesHint text={text} />
      <div id="facets" hidden={!isOpen}>
        {isOpen && <Facets search={search} change={change} />}
      </div>
    </search>
  );
}

type FacetProps = Pick<FiltersProps, 'search' | 'change'>;

/** The filters by value lists. What has been chosen appears below as a chip. */
function Facets({ search, change }: FacetProps) {
  const { companies } = useTexts();
  const may = useMay();
  return (
    <div className={classes.facets}>
      <ListFacet
        list="customerstatus"
        label={companies.status}
        chosen={search.status}
        choose={(status) => change({ status })}
      />
      <ListFacet
        list="contractstatus"
        label={companies.contractStatus}
        chosen={search.contract}
        choose={(contract) => change({ contract })}
      />
      <ListFacet
        list="industries"
        label={companies.industry}
        chosen={search.industry}
        choose={(industry) => change({ industry })}
      />
      {may('users:read') && <ResponsibleFacet search={search} change={change} />}
    </div>
  );
}

interface ListFacetProps {
  list: ValueList;
  label: string;
  chosen: readonly number[] | undefined;
  choose: (chosen: number[]) => void;
}

function ListFacet({ list, ...props }: ListFacetProps) {
  return <Choices {...props} entries={useQuery(queries.valueList(list)).data ?? []} />;
}

function ResponsibleFacet({ search: { responsible = [] }, change }: FacetProps) {
  const { companies } = useTexts();
  const [words, setWords] = useState('');
  const users = useUsersOfFilter() ?? [];
  const wanted = words.trim().toLocaleLowerCase();
  return (
    <Find
      label={companies.responsible}
      entries={users.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))}
      words={words}
      setWords={setWords}
      pick={({ id }) => change({ responsible: [...new Set([...responsible, id])] })}
    />
  );
}
