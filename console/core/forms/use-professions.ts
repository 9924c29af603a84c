import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queries } from '../api/queries.ts';
import { useTexts } from '../texts/language.tsx';
import { LOADING } from './fields.ts';

const TYPING_MS = 300;

/**
 * The options of a field for a profession, of which `id` is chosen. There are thousands, so the service searches them by the words that
 * the user has typed.
 */
export function useProfessions(id: string) {
  const { candidate } = useTexts();
  const [words, setWords] = useState('');
  const [settled] = useDebouncedValue(words.trim(), TYPING_MS);
  const chosen = useQuery({ ...queries.professions({ id }), enabled: id !== '' });
  // Until it is read, the data is that of the one before.
  const name = chosen.data?.professions.find((one) => String(one.id) === id)?.name;
  const isLoading = chosen.isPending || chosen.isPlaceholderData;
  // The field also reports what it shows of the chosen one.
  const isTyped = !['', name, LOADING, candidate.someone].includes(settled);
  const found = useQuery({ ...queries.professions({ words: settled }), enabled: isTyped });
  const offered = new Map((found.data?.professions ?? []).map((one) => [String(one.id), one.name]));
  // One that was chosen is no longer among those that are found for the next words, and has not been read yet.
  const last = useRef<ReadonlyMap<string, string>>(new Map());
  const shown = last.current.get(id);
  const known = name ?? offered.get(id) ?? (shown === LOADING ? undefined : shown);
  if (id !== '') offered.set(id, known ?? (isLoading ? LOADING : candidate.someone));
  last.current = offered;
  return {
    options: [...offered].map(([value, label]) => ({ value, label })),
    setWords,
    hasWords: settled !== '',
  };
}
