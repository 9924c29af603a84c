import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { QuotesHint } from '../filters/quotes-hint.tsx';
import { paths } from '../paths.ts';
import { useMay } from '../session/use-session.ts';
import { useLanguage } from '../texts/language.tsx';
import { LANGUAGES } from '../texts/start-language.ts';
import { Dialog } from '../ui/dialog.tsx';
import { THEMES, useSignOut } from './header.tsx';
import classes from './palette.module.css';
import { type Entry, PaletteList } from './palette-list.tsx';
import { useScreens } from './screens.ts';
import { useFound } from './use-found.ts';

interface PaletteProps {
  isOpen: boolean;
  close: () => void;
  openKeys: () => void;
}

export function Palette({ isOpen, close, openKeys }: PaletteProps) {
  const { texts } = useLanguage();
  return (
    <Dialog isOpen={isOpen} close={close} title={texts.frame.palette}>
      <Search close={close} openKeys={openKeys} />
    </Dialog>
  );
}

/** Everything that can be opened or done from anywhere. */
function useEntries(openKeys: () => void): Entry[] {
  const { texts, choose } = useLanguage();
  const screens = useScreens();
  const may = useMay();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const leave = useSignOut();
  const open = (path: string, name: string, detail?: string) => ({
    text: texts.palette.open(name),
    detail,
    run: () => navigate({ to: path }),
  });
  const entries = [
    ...screens.map(({ path, title, group }) =>
      open(path, texts.screens[title], group && texts.screens[group]),
    ),
    ...(may('candidates:read')
      ? [open(paths.duplicates, texts.screens.duplicates, texts.screens.candidates)]
      : []),
    ...(may('candidates:write') ? [open(paths.candidateNew, texts.screens.newCandidate)] : []),
    ...(may('customers:write') ? [open(paths.companyNew, texts.screens.newCompany)] : []),
    ...(may('requests:write') ? [open(paths.requestNew, texts.screens.newRequest)] : []),
    ...(may('jobads:write') ? [open(paths.jobAdNew, texts.screens.newJobAd)] : []),
    ...(may('users:write') ? [open(paths.userNew, texts.screens.newUser, texts.screens.settings)] : []),
    ...(may('branches:write')
      ? [open(paths.branchNew, texts.screens.newBranch, texts.screens.settings)]
      : []),
    ...THEMES.map((name) => ({
      text: texts.palette.theme(texts.frame.themes[name]),
      run: () => setColorScheme(name),
    })),
    ...(['de', 'en'] as const).map((language) => ({
      text: texts.palette.language(LANGUAGES[language]),
      run: () => choose(language),
    })),
    { text: texts.frame.keys, run: openKeys },
    { text: texts.frame.signOut, run: () => leave() },
  ];
  return entries.map((entry) => ({ ...entry, key: entry.text }));
}

/** An entry matches if it has all the words, in any order. */
function matches({ text, detail = '' }: Entry, words: string): boolean {
  const lower = `${text} ${detail}`.toLocaleLowerCase();
  return words
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

function Search({ close, openKeys }: Omit<PaletteProps, 'isOpen'>) {
  const { texts } = useLanguage();
  const id = useId();
  const [words, setWords] = useState('');
  const [active, setActive] = useState(0);
  const entries = useEntries(openKeys);
  const commands = useMemo(() => entries.filter((entry) => matches(entry, words.trim())), [entries, words]);
  const { groups: records, isSearching } = useFound(words);
  const groups = [
    ...(commands.length > 0 ? [{ title: texts.palette.commands, entries: commands }] : []),
    ...records,
  ];
  const found = groups.flatMap((group) => group.entries);
  const [isWaiting, setWaiting] = useState(false);
  const optionId = (index: number) => `${id}-${index}`;
  const run = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    close();
    void entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      setActive((before) => (before + step + found.length) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // A command is there at once. What is shown of the records can still be what was found for other words.
      if (isSearching && active >= commands.length) setWaiting(true);
      else run(found[active]);
    }
  };
  useEffect(() => {
    if (!isWaiting || isSearching) return;
    setWaiting(false);
    run(found[active]);
  });
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <>
      <input
        className={classes.input}
        role="combobox"
        aria-label={texts.palette.hint}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
        placeholder={texts.palette.hint}
        autoComplete="off"
        data-autofocus
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setActive(0);
          setWaiting(false);
        }}
        onKeyDown={onKeyDown}
      />
      <PaletteList
        id={id}
        label={texts.frame.palette}
        groups={groups}
        active={active}
        setActive={setActive}
        run={run}
      />
      <QuotesHint text={words} />
      <p role="status" className={classes.nothing}>
        {found.length === 0 && (isSearching ? texts.states.loading : texts.palette.nothing)}
      </p>
    </>
  );
}
