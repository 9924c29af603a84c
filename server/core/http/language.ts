import type { Language } from './context.ts';

/** The language the header prefers (RFC 9110 section 12.5.4); `otherwise` when it names neither. */
export function preferredLanguage(header: string | undefined, otherwise: Language = 'en'): Language {
  if (header === undefined) return otherwise;
  let best: { language: Language; weight: number } = { language: otherwise, weight: 0 };
  for (const part of header.split(',')) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.trim().slice(2)) || 0;
    const language = /^(de|en)(-|$)/.exec(range.trim())?.[1] as Language | undefined;
    if (language !== undefined && weight > best.weight) best = { language, weight };
  }
  return best.language;
}
