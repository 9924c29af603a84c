import { allFakers, type Faker } from '@faker-js/faker';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CvFacts, CvPeriod } from '../../areas/documents/cv/extract/facts.ts';
import { toAscii } from '../../core/text/ascii.ts';
import type { SampleLanguage } from './document.ts';
import { isHeldOut } from './held-out.ts';
import * as words from './vocabulary.ts';

/** Months counted from January of year 0. */
export interface Months {
  from: number;
  /** Undefined: still going on. */
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

const COUNTRY_IDS = { de: 276, at: 40, ch: 756, gb: 826, us: 840 } as const;
const NOW_MONTHS = 2025 * 12 + 5;
const NATIONALITIES = [
  { id: 276, de: 'deutsch', en: 'German' },
  { id: 792, de: 'türkisch', en: 'Turkish' },
  { id: 616, de: 'polnisch', en: 'Polish' },
  { id: 804, de: 'ukrainisch', en: 'Ukrainian' },
];

/** A person who depends on nothing but the seed. A sample that is not held out uses no word that is. */
export function makePerson(options: {
  seed: number;
  language: SampleLanguage;
  isHeldOut: boolean;
  yearsOnly: boolean;
  usLike: boolean;
}): SamplePerson {
  const { language } = options;
  const faker: Faker = language === 'de' ? allFakers.de : options.usLike ? allFakers.en_US : allFakers.en_GB;
  faker.seed(options.seed);
  const allowed = <T>(list: readonly T[]): T[] =>
    list.filter((item) => options.isHeldOut || !isHeldOut(JSON.stringify(item)));
  const pick = <T>(list: readonly T[]): T => faker.helpers.arrayElement(allowed(list));
  const some = <T>(list: readonly T[], count: number): T[] =>
    faker.helpers.arrayElements(allowed(list), count);
  const chance = (share: number) => faker.datatype.boolean(share);
  const int = (min: number, max: number) => faker.number.int({ min, max });

  const listed = chance(0.3) ? pick(words.NAMES) : undefined;
  const isFemale = listed?.isFemale ?? chance(0.5);
  const firstName = listed?.firstName ?? faker.person.firstName(isFemale ? 'female' : 'male');
  const lastName = listed?.lastName ?? faker.person.lastName();
  const country =
    language === 'de'
      ? faker.helpers.weightedArrayElement([
          { value: 'de', weight: 7 },
          { value: 'at', weight: 1.5 },
          { value: 'ch', weight: 1.5 },
        ] as const)
      : options.usLike
        ? 'us'
        : chance(0.7)
          ? 'gb'
          : 'de';
  const place = pick(words.CITIES[country] as readonly { zipCode: string; city: string; state?: string }[]);
  const plain = (text: string) =>
    toAscii(text)
      .toLowerCase()
      .replaceAll(/[^a-z-]/g, '');
  const email = `${plain(firstName)}${pick(['.', '_', ''])}${plain(lastName)}${chance(0.4) ? int(1, 99) : ''}@${pick(['example.org', 'mail.example.com', 'example.net', 'posteo.example.de', 'web.example.at'])}`;

  const perPlace = pick(words.CITIES[country] as readonly { city: string }[]);
  let cursor = NOW_MONTHS - (chance(0.5) ? 0 : int(1, 5));
  const jobs: SampleEntry[] = [];
  const jobCount = int(2, 5);
  const occupations = some(words.OCCUPATIONS[language], jobCount);
  const employers = some(words.EMPLOYERS[language], jobCount);
  const isCurrent = chance(0.6);
  for (let index = 0; index < Math.min(jobCount, employers.length, occupations.length); index++) {
    const length = int(9, 60);
    const from = options.yearsOnly ? Math.floor((cursor - length) / 12) * 12 : cursor - length;
    const occupation = occupations[index]!;
    jobs.push({
      title: occupation.position,
      place: employers[index]!,
      city: (chance(0.6) ? perPlace : pick(words.CITIES[country] as readonly { city: string }[])).city,
      months: { from, until: index === 0 && isCurrent ? undefined : cursor },
      duties: some(occupation.duties, int(0, 3)),
    });
    cursor = from - (options.yearsOnly ? 1 : int(1, 3));
  }
  const trainings: SampleEntry[] = [];
  for (let index = 0; index < int(1, 2) && trainings.length < 2; index++) {
    const occupation = pick(words.OCCUPATIONS[language]);
    if (trainings.some((entry) => entry.title === occupation.training)) continue;
    trainings.push({
      title: occupation.training,
      place: pick(words.TRAINING_PLACES[language]),
      city: chance(0.5) ? perPlace.city : undefined,
      months: { from: cursor - int(24, 40), until: cursor },
      duties: [],
    });
    cursor = trainings.at(-1)!.months.from - int(1, 3);
  }
  const school = pick(words.SCHOOLS[language]);
  const schools: SampleEntry[] = [
    {
      title: school.graduation,
      place: school.school,
      city: chance(0.6) ? perPlace.city : undefined,
      months: { from: cursor - int(48, 96), until: cursor },
      duties: [],
    },
  ];
  const courses = some(words.COURSES[language], int(0, 2)).map(
    ({ title, provider }): SampleEntry => ({
      title,
      place: provider,
      months: { from: NaN, until: NOW_MONTHS - int(6, 120) },
      duties: [],
    }),
  );
  const birthYear = Math.floor(schools[0]!.months.from / 12) - int(6, 11);
  const birthDate = faker.date
    .between({ from: `${birthYear}-01-01`, to: `${birthYear}-12-28` })
    .toISOString()
    .slice(0, 10);

  const native = language === 'de' ? words.LANGUAGES[0]! : undefined;
  const level = (min: number) => {
    const entry = words.LEVELS[int(min, 3)]!;
    const text =
      entry.letters !== '' && chance(0.4) ? entry.letters : faker.helpers.arrayElement(entry[language]);
    return { levelId: entry.id, level: text };
  };
  const languages = [
    native === undefined
      ? { id: 0, name: 'English', levelId: 635, level: pick(words.LEVELS[0]!.en) }
      : { id: native.id, name: native.de, levelId: 635, level: pick(words.LEVELS[0]!.de) },
    ...(language === 'de' ? [{ id: 0, name: 'Englisch', ...level(1) }] : []),
    ...some(words.LANGUAGES.slice(1), int(0, 2)).map((entry) => ({
      id: entry.id,
      name: entry[language],
      ...level(1),
    })),
  ];
  const nationality = faker.helpers.arrayElement(NATIONALITIES);
  const phoneText = (isMobile: boolean) => {
    const tail = isMobile ? String(int(20_000_000, 99_999_999)) : String(int(200_000, 999_999));
    const forms: Record<string, string[]> = {
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
    return faker.helpers.arrayElement(forms[country]!);
  };
  const phones = [phoneText(true), ...(country === 'de' && chance(0.3) ? [phoneText(false)] : [])];
  return {
    language,
    country,
    title: chance(0.1) ? (language === 'de' ? pick(['Dr.', 'Dipl.-Ing.']) : 'Dr.') : undefined,
    firstName,
    lastName,
    email,
    phones,
    street: language === 'de' || country === 'de' ? pick(words.STREETS.de) : pick(words.STREETS.en),
    streetNumber: chance(0.15) ? `${int(1, 99)}a` : String(int(1, 180)),
    ...place,
    birthDate: language === 'de' || chance(0.2) ? birthDate : undefined,
    birthPlace: language === 'de' && chance(0.7) ? pick(words.CITIES.de).city : undefined,
    nationality: chance(0.4) ? { id: nationality.id, text: nationality[language] } : undefined,
    jobs,
    trainings,
    schools,
    courses,
    languages,
    licence: chance(0.6) ? pick(words.LICENCES[language]) : undefined,
    qualifications: some(words.QUALIFICATIONS[language], int(0, 3)),
    skills: some(words.SKILLS[language], int(1, 3)),
    interests: some(words.INTERESTS[language], int(1, 3)),
    profile: pick(words.PROFILES[language]),
  };
}

/** Exactly what the CV of this person says, with dates as precise as the CV writes them. */
export function toFacts(
  person: SamplePerson,
  shown: { yearsOnly: boolean; hasBirth: boolean; hasCity: boolean; englishId: number },
): CvFacts {
  const period = ({ months }: SampleEntry): CvPeriod => ({
    fromDate: Number.isNaN(months.from) ? undefined : firstDay(months.from, shown.yearsOnly),
    untilDate: months.until === undefined ? undefined : lastDay(months.until, shown.yearsOnly),
  });
  const region = person.country.toUpperCase() as 'DE';
  return {
    name: { title: person.title, firstName: person.firstName, lastName: person.lastName },
    emails: [person.email],
    phones: person.phones.map((text) => ({
      text,
      e164: parsePhoneNumberFromString(text, region)!.number,
      isMobile: true,
    })),
    address: {
      street: person.street,
      streetNumber: person.streetNumber,
      zipCode: person.zipCode,
      city: person.city,
      countryId: COUNTRY_IDS[person.country],
    },
    birthDate: shown.hasBirth ? person.birthDate : undefined,
    birthPlace: shown.hasBirth && person.birthDate !== undefined ? person.birthPlace : undefined,
    nationalityId: shown.hasBirth ? person.nationality?.id : undefined,
    jobs: person.jobs.map((entry) => ({
      employer: entry.place,
      position: entry.title,
      ...period(entry),
      isCurrent: entry.months.until === undefined,
      city: shown.hasCity ? entry.city : undefined,
    })),
    professionEducations: person.trainings.map((entry) => ({
      institution: entry.place,
      profession: entry.title,
      ...period(entry),
    })),
    schoolEducations: person.schools.map((entry) => ({
      school: entry.place,
      graduation: entry.title,
      ...period(entry),
    })),
    educations: person.courses.map((entry) => ({
      title: entry.title,
      provider: entry.place,
      ...period(entry),
    })),
    languages: person.languages.map(({ id, levelId }) => ({
      languageId: id === 0 ? shown.englishId : id,
      languageLevelId: levelId,
    })),
    driversLicenseIds: [...(person.licence?.ids ?? [])],
    qualificationIds: [
      ...person.qualifications.map(({ id }) => id),
      ...person.courses.flatMap(({ title }) => words.COURSE_QUALIFICATIONS[title] ?? []),
    ],
  };
}

function firstDay(month: number, yearsOnly: boolean): string {
  return yearsOnly
    ? `${Math.floor(month / 12)}-01-01`
    : `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}

function lastDay(month: number, yearsOnly: boolean): string {
  if (yearsOnly) return `${Math.floor(month / 12)}-12-31`;
  return new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).toISOString().slice(0, 10);
}
