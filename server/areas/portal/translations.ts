import type { Language } from '../../core/http/index.ts';
import type { Texts } from './texts.ts';
import { GERMAN } from './texts-de.ts';
import { ENGLISH } from './texts-en.ts';

/** The portal's texts in each of its languages. */
export const TEXTS: Record<Language, Texts> = { de: GERMAN, en: ENGLISH };
