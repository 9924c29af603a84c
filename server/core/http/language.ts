import Negotiator from 'negotiator';
import type { Language } from './context.ts';

/** The language the header prefers (RFC 9110 section 12.5.4); `otherwise` when it names neither. */
export function preferredLanguage(header: string | undefined, otherwise: Language = 'en'): Language {
  // All ranges by weight, then by place. Given a choice of languages, negotiator would put "en" before "de-AT" in
  // "de-AT, en", since it ranks an exact match above a longer range of the same weight.
  const ranges = new Negotiator({ headers: { 'accept-language': header } }).languages();
  const languages = ranges.map((range) => range.split('-')[0]!.toLowerCase());
  return languages.find((language) => language === 'de' || language === 'en') ?? otherwise;
}
