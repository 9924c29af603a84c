import Negotiator from 'negotiator';
import type { Language } from './context.ts';

/** The language that Accept-Language prefers (RFC 9110 section 12.5.4), or `otherwise` if the header names neither. */
export function preferredLanguage(header: string | undefined, otherwise: Language = 'en'): Language {
  // Get all ranges, sorted by weight and then by position. If Negotiator chose between the languages, it would prefer "en" in
  // "de-AT, en", because it ranks an exact match above a longer range of the same weight.
  const ranges = new Negotiator({ headers: { 'accept-language': header } }).languages();
  const languages = ranges.map((range) => range.split('-')[0]!.toLowerCase());
  return languages.find((language) => language === 'de' || language === 'en') ?? otherwise;
}
