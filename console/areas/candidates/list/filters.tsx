import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { BranchFilter } from '../../../core/filters/branch-filter.tsx';
import type { CandidateSearch } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Facets } from './facets.tsx';
import classes from './page.module.css';
import { SORTS } from './search.ts';
import type { ChangeSearch } from './use-change-search.ts';

const TYPING_MS = 250;

interface FiltersProps {
  search: CandidateSearch;
  change: ChangeSearch;
  hasOwnBranches: boolean;
  field: RefObject<HTMLInputElement | null>;
  placeFault: boolean;
  views: ReactNode;
}

/** The search field, and everything that limits or sorts the list. */
export function Filters({ search, change, hasOwnBranches, field, placeFault, views }: FiltersProps) {
  const texts = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { text } = search;
  return (
    <search className={classes.filters}>
      <div className={classes.row}>
        <SearchField text={text ?? ''} change={change} field={field} />
        <BranchFilter
          chosen={search.branch}
          choose={(branch) => change({ branch })}
          hasOwnBranches={hasOwnBranches}
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
          aria-expanded={isOpen || placeFault}
          aria-controls="facets"
          onClick={() => setOpen((before) => !before)}
        >
          {texts.candidates.filters}
        </Button>
        {views}
      </div>
      <div id="facets" hidden={!isOpen && !placeFault}>
        {(isOpen || placeFault) && <Facets search={search} change={change} placeFault={placeFault} />}
      </div>
    </search>
  );
}

interface SearchFieldProps {
  text: string;
  change: ChangeSearch;
  field: RefObject<HTMLInputElement | null>;
}

function SearchField({ text, change, field }: SearchFieldProps) {
  const texts = useTexts();
  const [typed, setTyped] = useState(text);
  const sent = useRef(text);
  useEffect(() => {
    // The address was changed by something else, such as a view.
    if (text !== sent.current) setTyped(text);
    sent.current = text;
  }, [text]);
  const send = (next: string) => {
    if (next.trim() === sent.current) return;
    sent.current = next.trim();
    change({ text: next.trim() === '' ? undefined : next.trim() });
  };
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      ref={field}
      type="search"
      className={classes.search}
      label={texts.candidates.search}
      maxLength={200}
      autoComplete="off"
      placeholder={texts.candidates.searchHelp}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Enter') return;
        send(typed);
        // The keys of the list work from here on.
        currentTarget.blur();
      }}
    />
  );
}
