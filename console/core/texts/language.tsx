import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { preferences } from '../preferences.ts';
import { Formats } from './formats.ts';
import { DE, type Texts } from './texts-de.ts';
import { EN } from './texts-en.ts';

export const LANGUAGES = { de: DE, en: EN } as const;
export type Language = keyof typeof LANGUAGES;

interface LanguageValue {
  language: Language;
  /** Undefined while the browser decides. */
  chosen: Language | undefined;
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

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [chosen, setChosen] = useState<Language | undefined>(() => {
    const stored = preferences.read('language');
    return stored === 'de' || stored === 'en' ? stored : undefined;
  });
  const language = chosen ?? languageOfBrowser();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const queryClient = useQueryClient();
  const choose = useCallback(
    (next: Language | undefined) => {
      preferences.write('language', next);
      setChosen(next);
      // What has been read contains names of value lists.
      document.documentElement.lang = next ?? languageOfBrowser();
      void queryClient.invalidateQueries();
    },
    [queryClient],
  );
  const value = useMemo(
    () => ({ language, chosen, choose, texts: LANGUAGES[language], formats: new Formats(language) }),
    [language, chosen, choose],
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
