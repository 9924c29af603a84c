import type { Language } from './context.ts';

/** German when the header prefers it to English (RFC 9110 section 12.5.4), English otherwise. */
export function preferredLanguage(header: string | undefined): Language {
  if (header === undefined) return 'en';
  let best: { language: Language; weight: number } = { language: 'en', weight: 0 };
  for (const part of header.split(',')) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.trim().slice(2)) || 0;
    const language = /^(de|en)(-|$)/.exec(range.trim())?.[1] as Language | undefined;
    if (language !== undefined && weight > best.weight) best = { language, weight };
  }
  return best.language;
}
