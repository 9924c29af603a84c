import type { Language } from '../../core/http/index.ts';

/** The values of schema.org, and those of feeds. */
const CODES = {
  FULL_TIME: { code: 'FULL_TIME', feed: 'fulltime' },
  PART_TIME: { code: 'PART_TIME', feed: 'parttime' },
  TEMPORARY: { code: 'TEMPORARY', feed: 'temporary' },
  INTERN: { code: 'INTERN', feed: 'internship' },
  CONTRACTOR: { code: 'CONTRACTOR', feed: 'contract' },
} as const;

interface EmploymentType {
  /** The words that name the type. */
  words: RegExp;
  name: Record<Language, string>;
  /** Undefined if programs have no value for it. */
  code?: keyof typeof CODES;
  /** Parts of other words that say the same, such as the first one of "Teilzeitkraft". */
  parts?: RegExp;
}

// Employment types are free text. A type that is not here is shown, but has no code.
const EMPLOYMENT_TYPES: readonly EmploymentType[] = [
  {
    words: /vollzeit|full[- ]?time/,
    parts: /vollzeit|full.?time/,
    name: { de: 'Vollzeit', en: 'Full-time' },
    code: 'FULL_TIME',
  },
  {
    words: /teilzeit|part[- ]?time/,
    parts: /teilzeit|part.?time/,
    name: { de: 'Teilzeit', en: 'Part-time' },
    code: 'PART_TIME',
  },
  {
    words:
      /mini-?\s?job|geringfügig(?:e beschäftigung)?|(?:450|520|538|556|603|633)(?:[- ](?:€|euro))?[- ](?:basis|job)/,
    // The numbers are the limits of the pay per month from 2013 to 2027. "2.603 Euro" is another pay.
    parts: /mini.?job|geringf|(?<![\d.,])(?:450|520|538|556|603|633)(?!\.?\d)/,
    name: { de: 'Minijob', en: 'Mini-job' },
    code: 'PART_TIME',
  },
  { words: /unbefristet|permanent|festanstellung/, name: { de: 'Unbefristet', en: 'Permanent' } },
  {
    words: /befristet|fixed[- ]?term|temporary/,
    // "unbefristet" means the opposite.
    parts: /(?<!un)befrist|fixed.?term|temporary/,
    name: { de: 'Befristet', en: 'Fixed-term' },
    code: 'TEMPORARY',
  },
  {
    words: /saison(?:arbeit)?|seasonal/,
    parts: /saison|seasonal/,
    name: { de: 'Saisonarbeit', en: 'Seasonal' },
    code: 'TEMPORARY',
  },
  { words: /aushilfe/, parts: /aushilf/, name: { de: 'Aushilfe', en: 'Temporary help' }, code: 'TEMPORARY' },
  {
    words: /werkstudent(?::?in|\/-?in|\*in)?|working student/,
    parts: /werkstud/,
    name: { de: 'Werkstudent', en: 'Working student' },
    code: 'INTERN',
  },
  {
    words: /praktikum|internship|intern/,
    parts: /praktik|intern(?:ship)?\b/,
    name: { de: 'Praktikum', en: 'Internship' },
    code: 'INTERN',
  },
  { words: /ausbildung|apprenticeship/, name: { de: 'Ausbildung', en: 'Apprenticeship' } },
  { words: /trainee/, parts: /trainee/, name: { de: 'Trainee', en: 'Trainee' }, code: 'INTERN' },
  {
    words: /freelance|freiberuflich|freie mitarbeit|contractor/,
    parts: /freelance|freiberuf|contractor/,
    name: { de: 'Freiberuflich', en: 'Freelance' },
    code: 'CONTRACTOR',
  },
  { words: /schichtarbeit|shift work/, name: { de: 'Schichtarbeit', en: 'Shift work' } },
];

const KNOWN = EMPLOYMENT_TYPES.map(({ words, parts, name, code }) => ({
  name,
  code,
  start: new RegExp(`^(?:${words.source})`, 'iu'),
  // A type that a page translates has its code. Only whole words count, because "International" starts with "intern".
  mention: new RegExp(
    [`(?<!\\p{L})(?:${words.source})(?!\\p{L})`, ...(parts === undefined ? [] : [parts.source])].join('|'),
    'iu',
  ),
}));

/** "Voll- und Teilzeit" and "Teil-/Vollzeit" abbreviate their first word. "Teil-remote" is something else. */
const ABBREVIATED = /(?<!\p{L})(voll|teil)-(?:zeit|(?=[\s/,;|&+)]|$|und|oder|bzw))/giu;

const withoutAbbreviations = (text: string) => text.replaceAll(ABBREVIATED, '$1zeit ');

/** The values that programs read, for all types in the free text of an ad. "Voll- oder Teilzeit" contains two. */
export function employmentTypes(text: string | null) {
  if (text === null) return [];
  const words = withoutAbbreviations(text);
  const found = new Set(KNOWN.flatMap(({ mention, code }) => (code && mention.test(words) ? [code] : [])));
  return [...found].map((code) => CODES[code]);
}

/** Separates two types. */
const BETWEEN = /^(?:\s*(?:,|;|\/|\||\+|&|-|–|\(|\)|\b(?:und|oder|and|or|in|auf)\b)\s*|\s+)/i;

/**
 * Translates an employment type, which is free text in an ad: "Voll- oder Teilzeit" becomes "Full-time, Part-time". Returns
 * undefined if the text says anything else, such as the hours of work. A translation would lose that.
 */
export function employmentName(text: string, language: Language): string | undefined {
  let rest = withoutAbbreviations(text.trim());
  const found = new Set<string>();
  while (rest !== '') {
    const known = KNOWN.find(({ start }) => start.test(rest));
    if (known !== undefined) found.add(known.name[language]);
    const match = (known?.start ?? BETWEEN).exec(rest);
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

/** An employment type as the pages in all languages show it. */
export function shownEmploymentTexts(text: string): string[] {
  return (['de', 'en'] as const).map((language) => employmentText(text, language));
}
