import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { preferences } from '../preferences.ts';
import { Formats } from './formats.ts';
import type { Texts } from './texts-de.ts';

/** Every language, with its name in itself. */
export const LANGUAGES = { de: 'Deutsch', en: 'English' } as const;
export type Language = keyof typeof LANGUAGES;

/** The texts of a language are a file of their own, so that nobody loads those of another one. */
const LOADERS: Readonly<Record<Language, () => Promise<Texts>>> = {
  de: async () => (await import('./texts-de.ts')).DE,
  en: async () => (await import('./texts-en.ts')).EN,
};

interface LanguageValue {
  language: Language;
  /** Undefined while the browser decides. */
  chosen: Language | undefined;
  /** Loads the texts and shows them. Without a connection, the page says so, and has the language when it is loaded again. */
  choose(language: Language | undefined): void;
  texts: Texts;
  formats: Formats;
}

const LanguageContext = createContext<LanguageValue | undefined>(undefined);

/** The first language of the browser that there are texts for. German is the first language of most users. */
function languageOfBrowser(): Language {
  const known = navigator.languages.map((tag) => tag.split('-')[0]!.toLowerCase());
  return known.find((language): language is Language => language in LANGUAGES) ?? 'de';
}

function storedChoice(): Language | undefined {
  const stored = preferences.read('language');
  return stored === 'de' || stored === 'en' ? stored : undefined;
}

export interface Loaded {
  language: Language;
  chosen: Language | undefined;
  texts: Texts;
}

/** Loads the texts for the stored choice. Throws if there is no connection, or if an upgrade has removed the file. */
export const loadStoredLanguage = (): Promise<Loaded> => loadLanguage(storedChoice());

async function loadLanguage(chosen: Language | undefined): Promise<Loaded> {
  const language = chosen ?? languageOfBrowser();
  return { language, chosen, texts: await LOADERS[language]() };
}

interface LanguageProviderProps {
  initial: Loaded;
  children: ReactNode;
}

export function LanguageProvider({ initial, children }: LanguageProviderProps) {
  const [{ language, chosen, texts }, setLoaded] = useState(initial);
  const latest = useRef<object>(undefined);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const queryClient = useQueryClient();
  const choose = useCallback(
    async (next: Language | undefined) => {
      const choice = {};
      latest.current = choice;
      // First: if an upgrade has removed the file, the page is loaded again, and has the language then.
      preferences.write('language', next);
      let loaded: Loaded;
      try {
        loaded = await loadLanguage(next);
      } catch {
        // The page says that there is no connection, or loads itself again: see missing-parts.ts.
        return;
      }
      // Another choice may have been made meanwhile.
      if (latest.current !== choice) return;
      setLoaded(loaded);
      // What has been read contains names of value lists.
      document.documentElement.lang = loaded.language;
      void queryClient.invalidateQueries();
    },
    [queryClient],
  );
  const value = useMemo(
    () => ({
      language,
      chosen,
      choose: (next: Language | undefined) => void choose(next),
      texts,
      formats: new Formats(language),
    }),
    [language, chosen, choose, texts],
  );
  return <LanguageContext value={value}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageValue {
  const value = useContext(LanguageContext);
  if (value === undefined) throw new Error('There is no LanguageProvider.');
  return value;
}

export const useTexts = (): Texts => useLanguage().texts;
export const useFormats = (): Formats => useLanguage().formats;
