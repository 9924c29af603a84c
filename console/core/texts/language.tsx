import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { Formats } from './formats.ts';
import { useChooseLanguage, useShownLanguage } from './start-language.ts';
import type { Texts } from './texts-de.ts';

// For screens. What the page shows before somebody has signed in has start-language.ts: the build fails if sign-in loads this file.

interface LanguageValue extends Pick<ReturnType<typeof useShownLanguage>, 'language' | 'chosen'> {
  choose: ReturnType<typeof useChooseLanguage>;
  texts: Texts;
  formats: Formats;
}

const LanguageContext = createContext<LanguageValue | undefined>(undefined);

/** In the frame, which the router shows when the texts are loaded. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const { language, chosen, screens } = useShownLanguage();
  if (screens === undefined) throw new Error('The texts of the screens are not loaded.');
  const choose = useChooseLanguage();
  const value = useMemo(
    () => ({ language, chosen, choose, texts: screens, formats: new Formats(language) }),
    [language, chosen, choose, screens],
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
