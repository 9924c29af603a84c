import { Button, NativeSelect } from '@mantine/core';
import { type ReactNode, type RefObject, useState } from 'react';
import { BranchFilter } from '../../../core/filters/branch-filter.tsx';
import { QuotesHint } from '../../../core/filters/quotes-hint.tsx';
import { SearchField } from '../../../core/filters/search-field.tsx';
import classes from '../../../core/list/list.module.css';
import type { CandidateSearch } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { isReversedPeriod } from '../../../core/ui/period.tsx';
import { Facets } from './facets.tsx';
import type { FoundPlace } from './place.ts';
import { SORTS } from './search.ts';
import type { ChangeSearch } from './use-change-search.ts';

interface FiltersProps {
  search: CandidateSearch;
  change: ChangeSearch;
  hasOwnBranches: boolean;
  field: RefObject<HTMLInputElement | null>;
  branchField: RefObject<HTMLSelectElement | null>;
  place: FoundPlace;
  views: ReactNode;
}

/** The search field, and everything that limits or sorts the list. */
export function Filters({ search, change, hasOwnBranches, field, branchField, place, views }: FiltersProps) {
  const texts = useTexts();
  const [isOpen, setOpen] = useState(false);
  // A filter with a fault is shown, and stays open while it is corrected.
  if ((place.fault !== undefined || isReversedPeriod(search)) && !isOpen) setOpen(true);
  const { text } = search;
  return (
    <search className={classes.filters}>
      <div className={classes.row}>
        <SearchField
          label={texts.candidates.search}
          placeholder={texts.candidates.searchHelp}
          className={classes.search}
          text={text}
          change={(words) => change({ text: words })}
          field={field}
        />
        <BranchFilter
          chosen={search.branch}
          choose={(branch) => change({ branch })}
          hasOwnBranches={hasOwnBranches}
          more={{ value: 'none', label: texts.candidates.noBranch }}
          field={branchField}
        />
        <NativeSelect
          label={texts.candidates.sort}
          value={search.sort ?? ''}
          onChange={({ currentTarget: { value } }) => change({ sort: SORTS.find((sort) => sort === value) })}
          data={[
            {
              value: '',
              label: text === undefined ? texts.candidates.sorts.usual : texts.candidates.sorts.relevance,
            },
            ...SORTS.filter((sort) => sort !== 'applied' || text !== undefined).map((sort) => ({
              value: sort,
              label: texts.candidates.sorts[sort],
            })),
          ]}
        />
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-controls="facets"
          onClick={() => setOpen((before) => !before)}
        >
          {texts.candidates.filters}
        </Button>
        {views}
      </div>
      <QuotesHint text={text} />
      <div id="facets" hidden={!isOpen}>
        {isOpen && <Facets search={search} change={change} place={place} />}
      </div>
    </search>
  );
}
