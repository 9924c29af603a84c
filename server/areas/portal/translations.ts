import type { Language } from '../../core/http/index.ts';
import type { Texts } from './texts.ts';
import { GERMAN } from './texts-de.ts';
import { ENGLISH } from './texts-en.ts';

/** The texts of the portal in every language. */
export const TEXTS: Record<Language, Texts> = { de: GERMAN, en: ENGLISH };
