import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAddress } from '../../../core/address.ts';
import { queries } from '../../../core/api/queries.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { type EditableList, type ListsSearch, paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { AddEntry } from './add-entry.tsx';
import { type Entries, matching } from './entries.ts';
import { EntryTable } from './entry-table.tsx';
import classes from './page.module.css';
import { LISTS, readListsSearch, STATES, WORDS_LENGTH } from './search.ts';

const TYPING_MS = 200;
const NO_FILTER: ListsSearch = { q: undefined, state: undefined };

type ChangeSearch = (change: ListsSearch) => void;

/** Returns the function that changes what the address says about the page. */
function useChangeSearch(): ChangeSearch {
  const navigate = useNavigate();
  return useCallback(
    (change) =>
      void navigate({
        to: paths.lists,
        search: (before: ListsSearch) => ({ ...before, ...change }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
}

export function Page() {
  const { screens, lists } = useTexts();
  const search = useAddress(readListsSearch);
  const change = useChangeSearch();
  const { list = 'qualifications' } = search;
  const entries = useQuery(queries.listEntries(list));
  return (
    <div className={classes.page}>
      <h1>{screens.lists}</h1>
      <p className={classes.quiet}>{lists.fixed}</p>
      <section tabIndex={-1} className={`${formClasses.part} ${classes.part}`} aria-label={lists.names[list]}>
        <Filters list={list} search={search} change={change} />
        <p className={classes.quiet}>{lists.leads[list]}</p>
        {entries.isPending && <Loading rows={8} />}
        {entries.isError && <Failed error={entries.error} retry={() => entries.refetch()} />}
        {entries.data !== undefined && (
          // A list has its own forms and dialogs. The filters stay, so that they keep the focus.
          <ListEntries key={list} list={list} entries={entries.data} search={search} change={change} />
        )}
      </section>
    </div>
  );
}

interface PartProps {
  list: EditableList;
  search: ListsSearch;
  change: ChangeSearch;
}

function Filters({ list, search, change }: PartProps) {
  const { lists } = useTexts();
  return (
    <search className={classes.filters}>
      <NativeSelect
        label={lists.list}
        value={list}
        onChange={({ currentTarget: { value } }) =>
          change({ ...NO_FILTER, list: readListsSearch({ list: value }).list })
        }
        data={LISTS.map((name) => ({ value: name, label: lists.names[name] }))}
      />
      <Words search={search} change={change} />
      <NativeSelect
        label={lists.state}
        value={search.state ?? 'active'}
        onChange={({ currentTarget: { value } }) =>
          change({ state: readListsSearch({ state: value }).state })
        }
        data={STATES.map((state) => ({ value: state, label: lists.states[state] }))}
      />
    </search>
  );
}

/** The words reach the address when somebody stops typing. */
function Words({ search: { q = '' }, change }: Pick<PartProps, 'search' | 'change'>) {
  const { lists } = useTexts();
  const [words, setWords] = useState(q);
  const sent = useRef(q);
  const [settled] = useDebouncedValue(words.trim(), TYPING_MS);
  useEffect(() => {
    if (settled === sent.current) return;
    sent.current = settled;
    change({ q: settled === '' ? undefined : settled });
  }, [settled, change]);
  useEffect(() => {
    // The address has changed in another way.
    if (q !== sent.current) setWords(q);
    sent.current = q;
  }, [q]);
  return (
    <TextInput
      type="search"
      label={lists.search}
      maxLength={WORDS_LENGTH}
      value={words}
      onChange={({ currentTarget: { value } }) => setWords(value)}
    />
  );
}

function ListEntries({ list, entries, search, change }: PartProps & { entries: Entries }) {
  const { language, texts, formats } = useLanguage();
  const { lists } = texts;
  const may = useMay();
  const rows = matching(entries, search, language);
  return (
    <>
      <div className={classes.bar}>
        <p role="status" className={classes.quiet}>
          {rows.length > 0 && lists.count(formats.number(rows.length))}
        </p>
        {may('masterdata:write') && <AddEntry list={list} onAdded={() => change(NO_FILTER)} />}
      </div>
      {rows.length > 0 ? (
        <EntryTable list={list} entries={entries} rows={rows} />
      ) : entries.record.entries.length === 0 ? (
        <Notice title={lists.none} />
      ) : (
        <Notice title={lists.noMatch}>
          <Button variant="default" onClick={() => change({ q: undefined, state: 'all' })}>
            {lists.reset}
          </Button>
        </Notice>
      )}
    </>
  );
}
