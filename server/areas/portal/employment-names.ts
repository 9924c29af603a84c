import type { Language } from '../../core/http/index.ts';

interface EmploymentName {
  /** Matches the start of the text. */
  pattern: RegExp;
  name: Record<Language, string>;
}

// Longer words come first: "unbefristet" contains "befristet".
const NAMES: readonly EmploymentName[] = [
  { pattern: /^(?:vollzeit|full[- ]?time)/i, name: { de: 'Vollzeit', en: 'Full-time' } },
  { pattern: /^(?:teilzeit|part[- ]?time)/i, name: { de: 'Teilzeit', en: 'Part-time' } },
  {
    pattern:
      /^(?:mini-?\s?job|geringfügig(?:e beschäftigung)?|(?:450|520|538|556|603)(?:[- ](?:€|euro))?[- ](?:basis|job))/i,
    name: { de: 'Minijob', en: 'Mini-job' },
  },
  { pattern: /^(?:unbefristet|permanent|festanstellung)/i, name: { de: 'Unbefristet', en: 'Permanent' } },
  { pattern: /^(?:befristet|fixed[- ]?term|temporary)/i, name: { de: 'Befristet', en: 'Fixed-term' } },
  { pattern: /^(?:saison(?:arbeit)?|seasonal)/i, name: { de: 'Saisonarbeit', en: 'Seasonal' } },
  { pattern: /^aushilfe/i, name: { de: 'Aushilfe', en: 'Temporary help' } },
  {
    pattern: /^(?:werkstudent(?::?in|\/-?in|\*in)?|working student)/i,
    name: { de: 'Werkstudent', en: 'Working student' },
  },
  { pattern: /^(?:praktikum|internship|intern)/i, name: { de: 'Praktikum', en: 'Internship' } },
  { pattern: /^(?:ausbildung|apprenticeship)/i, name: { de: 'Ausbildung', en: 'Apprenticeship' } },
  { pattern: /^trainee/i, name: { de: 'Trainee', en: 'Trainee' } },
  {
    pattern: /^(?:freelance|freiberuflich|freie mitarbeit|contractor)/i,
    name: { de: 'Freiberuflich', en: 'Freelance' },
  },
  { pattern: /^(?:schichtarbeit|shift work)/i, name: { de: 'Schichtarbeit', en: 'Shift work' } },
];
/** Separates two types. */
const BETWEEN = /^(?:\s*(?:,|;|\/|\||\+|&|-|–|\(|\)|\b(?:und|oder|and|or|in|auf)\b)\s*|\s+)/i;

/**
 * Translates an employment type, which is free text in an ad: "Voll- oder Teilzeit" becomes "Full-time, Part-time". Returns
 * undefined if the text says anything else, such as the hours of work. A translation would lose that.
 */
export function employmentName(text: string, language: Language): string | undefined {
  // "Voll- und Teilzeit" abbreviates the first word.
  let rest = text
    .trim()
    .replace(/^voll-(?=\s|\/)/i, 'Vollzeit')
    .replace(/^teil-(?=\s|\/)/i, 'Teilzeit');
  const found = new Set<string>();
  while (rest !== '') {
    const known = NAMES.find(({ pattern }) => pattern.test(rest));
    if (known !== undefined) found.add(known.name[language]);
    const match = (known?.pattern ?? BETWEEN).exec(rest);
    if (match === null) return undefined;
    rest = rest.slice(match[0].length);
    // "Vollzeitnah" only starts like a known word.
    if (known !== undefined && /^\p{L}/u.test(rest)) return undefined;
  }
  return found.size === 0 ? undefined : [...found].join(', ');
}

/** An employment type for a page: translated if it is a known one, otherwise as the ad has it. */
export function employmentText<Text extends string | null>(text: Text, language: Language): Text | string {
  return text === null ? text : (employmentName(text, language) ?? text);
}
