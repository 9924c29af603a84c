import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { queries } from '../api/queries.ts';
import { paths } from '../paths.ts';
import { useMay } from '../session/use-session.ts';
import { useLanguage } from '../texts/language.tsx';
import type { Entry } from './palette-list.tsx';

const TYPING_MS = 150;
const FEWEST_LETTERS = 2;
/** What the console has a page for. */
const KINDS = [
  { name: 'candidates', permission: 'candidates:read', path: paths.candidate },
  { name: 'companies', permission: 'customers:read', path: paths.company },
  { name: 'contacts', permission: 'customers:read', path: paths.company },
  { name: 'requests', permission: 'requests:read', path: paths.request },
  { name: 'jobAds', permission: 'jobads:read', path: paths.jobAd },
] as const;

interface FoundGroup {
  title: string;
  entries: Entry[];
}

/** The records that have the words, by kind. `isSearching` while there can be others. */
export function useFound(words: string): { groups: FoundGroup[]; isSearching: boolean } {
  const { texts, language } = useLanguage();
  const may = useMay();
  const navigate = useNavigate();
  const typed = words.trim();
  const [wanted] = useDebouncedValue(typed, TYPING_MS);
  const kinds = KINDS.filter(({ permission }) => may(permission));
  const isAsked = kinds.length > 0 && typed.length >= FEWEST_LETTERS;
  const enabled = isAsked && wanted.length >= FEWEST_LETTERS;
  const found = useQuery({ ...queries.found(wanted, language), enabled });
  const groups = kinds.flatMap(({ name, path }) => {
    const records = isAsked ? (found.data?.[name] ?? []) : [];
    const entries = records.map(({ id, name: text, detail, companyId }) => ({
      key: `${name} ${id}`,
      text,
      detail: detail ?? undefined,
      // A contact is shown at its company. A request names its company too, but has a page of its own.
      run: () => navigate({ to: path(name === 'contacts' ? (companyId ?? id) : id) }),
    }));
    return entries.length === 0 ? [] : [{ title: texts.palette[name], entries }];
  });
  return { groups, isSearching: isAsked && (wanted !== typed || found.isFetching) };
}
