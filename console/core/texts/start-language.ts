import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { preferences } from '../preferences.ts';
import { START_DE, type StartTexts } from './start-de.ts';
import { START_EN } from './start-en.ts';
import type { Texts } from './texts-de.ts';

// The language of the page, and the texts that it can show before somebody has signed in. Screens have language.tsx instead.

/** Every language, with its name in itself. */
export const LANGUAGES = { de: 'Deutsch', en: 'English' } as const;
export type Language = keyof typeof LANGUAGES;

/** Both in the script of the start: each is 1 kB, and a file of its own would be another request before the page shows anything. */
const START: Readonly<Record<Language, StartTexts>> = { de: START_DE, en: START_EN };
/** A file for each language, so that nobody loads the texts of another one. */
const SCREENS: Readonly<Record<Language, () => Promise<Texts>>> = {
  de: async () => (await import('./texts-de.ts')).DE,
  en: async () => (await import('./texts-en.ts')).EN,
};

interface Shown {
  language: Language;
  /** Undefined while the browser decides. */
  chosen: Language | undefined;
  /** All texts. Undefined until the frame is shown first. */
  screens: Texts | undefined;
}

const listeners = new Set<() => void>();
let shown: Shown = { ...toChoice(storedChoice()), screens: undefined };
let areScreensNeeded = false;
let latest: object | undefined;
document.documentElement.lang = shown.language;

/** The first language of the browser that there are texts for. German is the first language of most users. */
function languageOfBrowser(): Language {
  const known = navigator.languages.map((tag) => tag.split('-')[0]!.toLowerCase());
  return known.find((language): language is Language => language in LANGUAGES) ?? 'de';
}

function storedChoice(): Language | undefined {
  const stored = preferences.read('language');
  return stored === 'de' || stored === 'en' ? stored : undefined;
}

function toChoice(chosen: Language | undefined): Pick<Shown, 'language' | 'chosen'> {
  return { language: chosen ?? languageOfBrowser(), chosen };
}

function show(next: Shown): void {
  shown = next;
  document.documentElement.lang = next.language;
  for (const listener of listeners) listener();
}

/**
 * Loads the texts of the screens, which the frame needs. From then on, each language that is chosen has them before it is shown. Throws if
 * there is no connection, or if an upgrade has removed the file.
 */
export async function loadScreenTexts(): Promise<void> {
  areScreensNeeded = true;
  const { language, screens } = shown;
  if (screens !== undefined) return;
  const loaded = await SCREENS[language]();
  // Another language can have been chosen in the meantime. It came with its texts.
  if (shown.language === language) show({ ...shown, screens: loaded });
}

/** Returns whether the language is shown: its texts may be missing, and another one may have been chosen in the meantime. */
async function chooseLanguage(chosen: Language | undefined): Promise<boolean> {
  const choice = toChoice(chosen);
  latest = choice;
  // First: if an upgrade has removed the file, the page is loaded again, and has the language then.
  preferences.write('language', chosen);
  let screens: Texts | undefined;
  if (areScreensNeeded) {
    try {
      screens = await SCREENS[choice.language]();
    } catch {
      // The page says that there is no connection, or loads itself again: see missing-parts.ts.
      return false;
    }
    if (latest !== choice) return false;
  }
  show({ ...choice, screens });
  return true;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useShownLanguage = (): Shown => useSyncExternalStore(listen, () => shown);

/** Shows a language, and its texts before that. Without a connection, the page says so, and has the language when it is loaded again. */
export function useChooseLanguage(): (language: Language | undefined) => void {
  const queryClient = useQueryClient();
  return useCallback(
    async (language) => {
      // What has been read contains names of value lists.
      if (await chooseLanguage(language)) void queryClient.invalidateQueries();
    },
    [queryClient],
  );
}

export const useStartTexts = (): StartTexts => START[useShownLanguage().language];
