import { NativeSelect, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { Choice } from '../../../core/forms/fields.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import classes from './page.module.css';

const PAUSE_MS = 200;

/** Adds an entry with a name of its own. Returns whether it was added. */
type Add = (text: string) => Promise<boolean>;

/** The text stays until it is added: the service can refuse it. */
export function AddText({ label, add }: { label: string; add: Add }) {
  const { candidatePage } = useTexts();
  const [text, setText] = useState('');
  const [isAdding, setAdding] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || isAdding) return;
    setAdding(true);
    if (await add(text.trim())) setText((now) => (now === text ? '' : now));
    setAdding(false);
  };
  return (
    <form className={classes.adding} onSubmit={(event) => void submit(event)}>
      <TextInput
        size="xs"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        type="submit"
        size="xs"
        variant="default"
        loading={isAdding}
        disabled={text.trim() === ''}
        aria-label={candidatePage.addTo(label)}
      >
        {candidatePage.add}
      </Button>
    </form>
  );
}

const toData = (choices: readonly Choice[] = [], first: string) => [
  { value: '', label: first },
  ...choices.map(({ value, label }) => ({ value: String(value), label })),
];

interface AddChosenProps {
  label: string;
  choices: readonly Choice[] | undefined;
  levels?: readonly Choice[];
  add: (chosen: number, level: number | undefined) => void;
}

/** Adds an entry of a value list, with a level if there are levels. */
export function AddChosen({ label, choices, levels, add }: AddChosenProps) {
  const { candidatePage } = useTexts();
  const [chosen, setChosen] = useState('');
  const [level, setLevel] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === '') return;
    add(Number(chosen), level === '' ? undefined : Number(level));
    setChosen('');
    setLevel('');
  };
  return (
    <form className={classes.adding} onSubmit={submit}>
      <NativeSelect
        size="xs"
        aria-label={`${candidatePage.choose}: ${label}`}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={toData(choices, candidatePage.choose)}
      />
      {levels !== undefined && (
        <NativeSelect
          size="xs"
          aria-label={candidatePage.level}
          value={level}
          onChange={(event) => setLevel(event.currentTarget.value)}
          data={toData(levels, candidatePage.level)}
        />
      )}
      <Button
        type="submit"
        size="xs"
        variant="default"
        disabled={chosen === ''}
        aria-label={candidatePage.addTo(label)}
      >
        {candidatePage.add}
      </Button>
    </form>
  );
}

/** Searches the catalog, which is too long for a list. The choice is added at once. */
export function AddProfession({ add }: { add: (professionId: number, name: string) => void }) {
  const { candidatePage } = useTexts();
  const [search, setSearch] = useState('');
  const [words] = useDebouncedValue(search.trim(), PAUSE_MS);
  const found = useQuery({ ...queries.professions({ words }), enabled: words !== '' });
  const professions = found.data?.professions.filter(({ isExpired }) => !isExpired) ?? [];
  return (
    <div className={classes.adding}>
      <Select
        size="xs"
        searchable
        aria-label={candidatePage.searchProfession}
        placeholder={candidatePage.searchProfession}
        nothingFoundMessage={words === '' || found.isFetching ? undefined : candidatePage.noProfession}
        comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
        // The service has searched already.
        filter={({ options }) => options}
        limit={50}
        value={null}
        searchValue={search}
        onSearchChange={setSearch}
        data={words === '' ? [] : professions.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value, option) => {
          if (value === null || option === null) return;
          add(Number(value), option.label);
          setSearch('');
        }}
      />
    </div>
  );
}
