import { toAscii } from '../../core/text/ascii.ts';
import type { SampleLanguage } from './document.ts';
import { RandomWords } from './random-words.ts';
import * as words from './vocabulary.ts';

/** Months counted from January of year 0. */
export interface Months {
  from: number;
  /** Undefined if the entry is current. */
  until?: number;
}

export interface SampleEntry {
  /** Position, profession, graduation or course. */
  title: string;
  /** Employer, institution, school or provider. */
  place: string;
  city?: string;
  months: Months;
  duties: readonly string[];
}

export interface SamplePerson {
  language: SampleLanguage;
  country: 'de' | 'at' | 'ch' | 'gb' | 'us';
  title?: string;
  firstName: string;
  lastName: string;
  email: string;
  phones: string[];
  street: string;
  streetNumber: string;
  zipCode: string;
  city: string;
  state?: string;
  birthDate?: string;
  birthPlace?: string;
  nationality?: { id: number; text: string };
  jobs: SampleEntry[];
  trainings: SampleEntry[];
  schools: SampleEntry[];
  courses: SampleEntry[];
  languages: { id: number; levelId?: number; name: string; level: string }[];
  licence?: { text: string; ids: readonly number[] };
  qualifications: { text: string; id: number }[];
  skills: string[];
  interests: string[];
  profile: string;
}

/** The month of the newest dates: June 2025. */
const NOW_MONTHS = 2025 * 12 + 5;
const NATIONALITIES = [
  { id: 276, de: 'deutsch', en: 'German' },
  { id: 792, de: 'türkisch', en: 'Turkish' },
  { id: 616, de: 'polnisch', en: 'Polish' },
  { id: 804, de: 'ukrainisch', en: 'Ukrainian' },
];
/** Id of the level of a native language in the list of language levels. */
const NATIVE_LEVEL = 635;
/** Stands for English, whose id depends on the list. */
const ENGLISH = 0;

type Country = SamplePerson['country'];
interface City {
  zipCode: string;
  city: string;
  state?: string;
}

interface PersonOptions {
  seed: number;
  language: SampleLanguage;
  isHeldOut: boolean;
  yearsOnly: boolean;
  usLike: boolean;
}

/**
 * A person who depends only on the options. A sample that is not held out has no word that is. The order of the draws
 * decides about every sample file: a changed order writes other files.
 */
export function makePerson(options: PersonOptions): SamplePerson {
  const { language } = options;
  const random = new RandomWords(options);
  const { firstName, lastName } = drawName(random);
  const country = drawCountry(random, options);
  const cities: readonly City[] = words.CITIES[country];
  const place = random.pick(cities);
  const email = drawEmail(random, firstName, lastName);
  const { jobs, trainings, schools, courses } = drawCareer(random, options, cities);
  const birthDate = drawBirthDate(random, schools[0]!);
  const languages = drawLanguages(random, language);
  const nationality = random.pickAny(NATIONALITIES);
  const phones = drawPhones(random, country);
  return {
    language,
    country,
    title: random.chance(0.1) ? (language === 'de' ? random.pick(['Dr.', 'Dipl.-Ing.']) : 'Dr.') : undefined,
    firstName,
    lastName,
    email,
    phones,
    street:
      language === 'de' || country === 'de' ? random.pick(words.STREETS.de) : random.pick(words.STREETS.en),
    streetNumber: random.chance(0.15) ? `${random.integer(1, 99)}a` : String(random.integer(1, 180)),
    ...place,
    birthDate: language === 'de' || random.chance(0.2) ? birthDate : undefined,
    birthPlace: language === 'de' && random.chance(0.7) ? random.pick(words.CITIES.de).city : undefined,
    nationality: random.chance(0.4) ? { id: nationality.id, text: nationality[language] } : undefined,
    jobs,
    trainings,
    schools,
    courses,
    languages,
    licence: random.chance(0.6) ? random.pick(words.LICENCES[language]) : undefined,
    qualifications: random.some(words.QUALIFICATIONS[language], random.integer(0, 3)),
    skills: random.some(words.SKILLS[language], random.integer(1, 3)),
    interests: random.some(words.INTERESTS[language], random.integer(1, 3)),
    profile: random.pick(words.PROFILES[language]),
  };
}

function drawName(random: RandomWords): { firstName: string; lastName: string } {
  const { person } = random.faker;
  const listed = random.chance(0.3) ? random.pick(words.NAMES) : undefined;
  const isFemale = listed?.isFemale ?? random.chance(0.5);
  return {
    firstName: listed?.firstName ?? person.firstName(isFemale ? 'female' : 'male'),
    lastName: listed?.lastName ?? person.lastName(),
  };
}

function drawCountry(random: RandomWords, { language, usLike }: PersonOptions): Country {
  if (language === 'de') {
    return random.faker.helpers.weightedArrayElement([
      { value: 'de', weight: 7 },
      { value: 'at', weight: 1.5 },
      { value: 'ch', weight: 1.5 },
    ] as const);
  }
  if (usLike) return 'us';
  return random.chance(0.7) ? 'gb' : 'de';
}

function drawEmail(random: RandomWords, firstName: string, lastName: string): string {
  const separator = random.pick(['.', '_', '']);
  const number = random.chance(0.4) ? random.integer(1, 99) : '';
  const domain = random.pick([
    'example.org',
    'mail.example.com',
    'example.net',
    'posteo.example.de',
    'web.example.at',
  ]);
  return `${toMailboxName(firstName)}${separator}${toMailboxName(lastName)}${number}@${domain}`;
}

function toMailboxName(name: string): string {
  return toAscii(name)
    .toLowerCase()
    .replaceAll(/[^a-z-]/g, '');
}

type Career = Pick<SamplePerson, 'jobs' | 'trainings' | 'schools' | 'courses'>;

/** From the newest entry back in time: each ends before the one drawn before it begins. */
function drawCareer(random: RandomWords, options: PersonOptions, cities: readonly City[]): Career {
  const { language } = options;
  const home = random.pick(cities).city;
  const newest = NOW_MONTHS - (random.chance(0.5) ? 0 : random.integer(1, 5));
  const jobs = drawJobs(random, options, { cities, home, newest });
  const trainings = drawTrainings(random, language, home, jobs.before);
  const school = random.pick(words.SCHOOLS[language]);
  const schools = [
    {
      title: school.graduation,
      place: school.school,
      city: random.chance(0.6) ? home : undefined,
      months: { from: trainings.before - random.integer(48, 96), until: trainings.before },
      duties: [],
    },
  ];
  const courses = random.some(words.COURSES[language], random.integer(0, 2)).map(
    ({ title, provider }): SampleEntry => ({
      title,
      place: provider,
      months: { from: NaN, until: NOW_MONTHS - random.integer(6, 120) },
      duties: [],
    }),
  );
  return { jobs: jobs.entries, trainings: trainings.entries, schools, courses };
}

/** Entries, and the month before which the next older entry ends. */
interface DrawnEntries {
  entries: SampleEntry[];
  before: number;
}

function drawJobs(
  random: RandomWords,
  { language, yearsOnly }: PersonOptions,
  { cities, home, newest }: { cities: readonly City[]; home: string; newest: number },
): DrawnEntries {
  const count = random.integer(2, 5);
  const occupations = random.some(words.OCCUPATIONS[language], count);
  const employers = random.some(words.EMPLOYERS[language], count);
  const isCurrent = random.chance(0.6);
  const entries: SampleEntry[] = [];
  let until = newest;
  for (let index = 0; index < Math.min(count, employers.length, occupations.length); index++) {
    const length = random.integer(9, 60);
    const from = yearsOnly ? Math.floor((until - length) / 12) * 12 : until - length;
    const occupation = occupations[index]!;
    entries.push({
      title: occupation.position,
      place: employers[index]!,
      city: random.chance(0.6) ? home : random.pick(cities).city,
      months: { from, until: index === 0 && isCurrent ? undefined : until },
      duties: random.some(occupation.duties, random.integer(0, 3)),
    });
    until = from - (yearsOnly ? 1 : random.integer(1, 3));
  }
  return { entries, before: until };
}

function drawTrainings(
  random: RandomWords,
  language: SampleLanguage,
  home: string,
  newest: number,
): DrawnEntries {
  const entries: SampleEntry[] = [];
  let until = newest;
  for (let index = 0; index < random.integer(1, 2) && entries.length < 2; index++) {
    const occupation = random.pick(words.OCCUPATIONS[language]);
    if (entries.some((entry) => entry.title === occupation.training)) continue;
    entries.push({
      title: occupation.training,
      place: random.pick(words.TRAINING_PLACES[language]),
      city: random.chance(0.5) ? home : undefined,
      months: { from: until - random.integer(24, 40), until },
      duties: [],
    });
    until = entries.at(-1)!.months.from - random.integer(1, 3);
  }
  return { entries, before: until };
}

function drawBirthDate(random: RandomWords, oldestSchool: SampleEntry): string {
  const year = Math.floor(oldestSchool.months.from / 12) - random.integer(6, 11);
  return random.faker.date
    .between({ from: `${year}-01-01`, to: `${year}-12-28` })
    .toISOString()
    .slice(0, 10);
}

function drawLanguages(random: RandomWords, language: SampleLanguage): SamplePerson['languages'] {
  const drawLevel = () => {
    const entry = words.LEVELS[random.integer(1, 3)]!;
    const isLetters = entry.letters !== '' && random.chance(0.4);
    return { levelId: entry.id, level: isLetters ? entry.letters : random.pickAny(entry[language]) };
  };
  const german = words.LANGUAGES[0]!;
  const native = { levelId: NATIVE_LEVEL, level: random.pick(words.LEVELS[0]![language]) };
  return [
    language === 'en'
      ? { id: ENGLISH, name: 'English', ...native }
      : { id: german.id, name: german.de, ...native },
    ...(language === 'de' ? [{ id: ENGLISH, name: 'Englisch', ...drawLevel() }] : []),
    ...random
      .some(words.LANGUAGES.slice(1), random.integer(0, 2))
      .map((entry) => ({ id: entry.id, name: entry[language], ...drawLevel() })),
  ];
}

function drawPhones(random: RandomWords, country: Country): string[] {
  const mobile = drawPhone(random, country, true);
  return country === 'de' && random.chance(0.3) ? [mobile, drawPhone(random, country, false)] : [mobile];
}

function drawPhone(random: RandomWords, country: Country, isMobile: boolean): string {
  const tail = String(isMobile ? random.integer(20_000_000, 99_999_999) : random.integer(200_000, 999_999));
  const forms: Record<Country, string[]> = {
    de: isMobile
      ? [
          `0171 ${tail.slice(0, 7)}`,
          `+49 171 ${tail.slice(0, 7)}`,
          `0171/${tail.slice(0, 7)}`,
          `+49 (0) 171 / ${tail.slice(0, 3)} ${tail.slice(3, 5)} ${tail.slice(5, 7)}`,
          `0049 171 ${tail.slice(0, 7)}`,
        ]
      : [`030 / ${tail}`, `030 ${tail}`, `+49 30 ${tail}`, `(030) ${tail}`],
    at: [`+43 664 ${tail.slice(0, 6)}1`, `0043 664 / ${tail.slice(0, 6)}1`],
    ch: [
      `+41 79 ${tail.slice(0, 3)} ${tail.slice(3, 5)} ${tail.slice(4, 6)}`,
      `+41 (0)79 ${tail.slice(0, 3)} ${tail.slice(3, 5)} ${tail.slice(4, 6)}`,
    ],
    gb: [`+44 7700 900${tail.slice(0, 3)}`, `+44 (0)7700 900${tail.slice(0, 3)}`],
    us: [`+1 (503) 555-01${tail.slice(0, 2)}`, `+1 503 555 01${tail.slice(0, 2)}`],
  };
  return random.pickAny(forms[country]);
}
