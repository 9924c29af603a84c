import Negotiator from 'negotiator';
import type { Language } from './context.ts';

/** The language that Accept-Language prefers (RFC 9110 section 12.5.4), or `otherwise` if the header names neither. */
export function preferredLanguage(header: string | undefined, otherwise: Language = 'en'): Language {
  if (header === undefined) return otherwise;
  // Get all ranges, sorted by weight and then by position. If Negotiator chose between the languages, it would prefer "en" in
  // "de-AT, en", because it ranks an exact match above a longer range of the same weight.
  const ranges = new Negotiator({ headers: { 'accept-language': header } }).languages();
  const languages = ranges.map((range) => range.split('-')[0]!.toLowerCase());
  return languages.find((language) => language === 'de' || language === 'en') ?? otherwise;
}

/** The address of a request in another language, with everything else in its query. */
export function addressInLanguage(address: string, language: Language): string {
  const start = address.indexOf('?');
  const path = start === -1 ? address : address.slice(0, start);
  const parameters = new URLSearchParams(start === -1 ? '' : address.slice(start));
  parameters.set('lang', language);
  // Two slashes at the start would be the name of another host.
  return `${path.replace(/^\/+/, '/')}?${parameters}`;
}
