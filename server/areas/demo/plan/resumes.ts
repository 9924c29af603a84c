import { GERMANY } from '../lists/places.ts';
import { addDays, firstOfMonth, lastOfMonth, toDateText, toMonthNumber } from './dates.ts';
import type { Person } from './person.ts';
import type { Random } from './random.ts';

export interface Resume {
  /** The latest first. */
  jobs: {
    employer: string;
    position: string;
    fromDate: string;
    untilDate: string | null;
    isCurrent: boolean;
    description: string;
    city: string;
    countryId: number;
    professionId: number | null;
    industryId: number | null;
  }[];
  professionEducations: {
    institution: string;
    profession: string;
    degree: string;
    fromDate: string;
    untilDate: string;
  }[];
  schoolEducations: {
    school: string;
    graduation: string;
    fromDate: string;
    untilDate: string;
    city: string;
  }[];
  educations: {
    title: string;
    provider: string;
    fromDate: string;
    untilDate: string;
    hours: number;
    certificate: string;
  }[];
}

const SCHOOL_START_AGE_YEARS = 10;
const SCHOOL_MONTHS = 6 * 12;
const AUGUST = 7;
const MAXIMUM_GAP_MONTHS = 4;
const SHORTEST_JOB_MONTHS = 3;

/** School, training, and jobs in sequence, without overlap, until today or shortly before. */
export function planResume(random: Random, person: Person, now: Date, homeCity: string): Resume {
  const { occupation, birthDate, birthPlace } = person;
  const schoolStart = (birthDate.getUTCFullYear() + SCHOOL_START_AGE_YEARS) * 12 + AUGUST;
  const schoolEnd = schoolStart + SCHOOL_MONTHS;
  const isTrained = random.chance(occupation.training.share);
  const trainingEnd = isTrained ? schoolEnd + occupation.training.months : schoolEnd;
  return {
    jobs: planJobs(random, person, trainingEnd, toMonthNumber(now), homeCity),
    professionEducations: isTrained
      ? [
          {
            institution: person.bornInGermany
              ? random.pick(occupation.employers)
              : `Berufsschule ${birthPlace}`,
            profession: occupation.training.profession,
            degree: person.bornInGermany ? 'Facharbeiterbrief (IHK)' : 'Anerkannter ausländischer Abschluss',
            fromDate: firstOfMonth(schoolEnd),
            untilDate: lastOfMonth(trainingEnd - 1),
          },
        ]
      : [],
    schoolEducations: [
      {
        school: person.bornInGermany
          ? random.pick(GERMAN_SCHOOLS)
          : `Mittelschule Nr. ${random.integer(1, 40)}`,
        graduation: person.bornInGermany
          ? random.pick(['Hauptschulabschluss', 'Mittlere Reife', 'Mittlere Reife', 'Fachhochschulreife'])
          : person.background.schoolGraduation,
        fromDate: firstOfMonth(schoolStart),
        untilDate: lastOfMonth(schoolEnd - 1),
        city: birthPlace,
      },
    ],
    educations: planEducations(random, person, now),
  };
}

const GERMAN_SCHOOLS = [
  'Gesamtschule Am Park',
  'Realschule Nord',
  'Oberschule am Markt',
  'Stadtteilschule West',
];

function planJobs(
  random: Random,
  person: Person,
  firstMonth: number,
  thisMonth: number,
  homeCity: string,
): Resume['jobs'] {
  const { occupation, background, birthPlace, bornInGermany } = person;
  const isEmployed = random.chance(0.55);
  const end = isEmployed ? thisMonth : thisMonth - random.integer(1, 8);
  const months = end - firstMonth;
  const count = Math.min(
    random.integer(1, 5),
    Math.floor(months / (SHORTEST_JOB_MONTHS + MAXIMUM_GAP_MONTHS)),
  );
  if (count < 1) return [];
  const employers = random.sample(occupation.employers, count);
  // Later jobs are shorter, because jobs of equal length look made up.
  const ends = Array.from({ length: count }, (_, index) =>
    Math.round(firstMonth + months * ((index + 1) / count) ** 0.7),
  );
  const jobs = ends.map((until, index) => {
    const from = (index === 0 ? firstMonth : ends[index - 1]!) + random.integer(0, MAXIMUM_GAP_MONTHS - 1);
    const isLast = index === count - 1;
    const isAbroad = !bornInGermany && index === 0 && count > 1;
    const isOwnTrade = isLast || random.chance(0.6);
    return {
      employer: isAbroad
        ? `Familienbetrieb in ${birthPlace}`
        : (employers[index % Math.max(1, employers.length)] ?? occupation.employers[0]!),
      position: isLast ? occupation.positions[0]! : random.pick(occupation.positions),
      fromDate: firstOfMonth(from),
      untilDate: isLast && isEmployed ? null : lastOfMonth(Math.max(until - 1, from)),
      isCurrent: isLast && isEmployed,
      description: random.sample(occupation.duties, 2).join('; '),
      city: isAbroad ? birthPlace : homeCity,
      countryId: isAbroad ? background.nationalityId : GERMANY,
      professionId: isOwnTrade ? (occupation.professionIds[0] ?? null) : null,
      industryId: isAbroad ? null : occupation.industryId,
    };
  });
  return jobs.reverse();
}

const TRAININGS = [
  {
    title: 'Ersthelferausbildung im Betrieb',
    provider: 'Rettungsdienst Schulungen Mitte',
    hours: 9,
    certificate: 'Teilnahmebescheinigung',
  },
  {
    title: 'Brandschutzhelfer',
    provider: 'Arbeitsschutz Akademie Kolb',
    hours: 4,
    certificate: 'Teilnahmebescheinigung',
  },
  {
    title: 'Arbeitssicherheit für operative Mitarbeiter (SCC 018)',
    provider: 'Arbeitsschutz Akademie Kolb',
    hours: 8,
    certificate: 'SCC-Zertifikat',
  },
  {
    title: 'Ladungssicherung nach VDI 2700a',
    provider: 'Fahrschule Steinweg',
    hours: 16,
    certificate: 'Befähigungsnachweis',
  },
] as const;
const FORKLIFT_TRAINING = {
  title: 'Ausbildung zum Fahren von Flurförderzeugen',
  provider: 'Fahrschule Steinweg',
  hours: 20,
  certificate: 'Fahrausweis für Gabelstapler',
} as const;
const GERMAN_COURSE = {
  title: 'Integrationskurs Deutsch',
  provider: 'Volkshochschule',
  hours: 700,
  certificate: 'Zertifikat Deutsch-Test für Zuwanderer',
} as const;

function planEducations(random: Random, { occupation, bornInGermany, background }: Person, now: Date) {
  const trainings = [
    ...(occupation.licenceIds.includes(326) ? [FORKLIFT_TRAINING] : []),
    ...(!bornInGermany && background.needsWorkPermit ? [GERMAN_COURSE] : []),
    ...random.sample(TRAININGS, random.integer(0, 2)),
  ];
  return trainings.map((training) => {
    const until = addDays(now, -random.integer(60, 1400));
    const days = Math.ceil(training.hours / 6);
    return { ...training, fromDate: toDateText(addDays(until, -days)), untilDate: toDateText(until) };
  });
}
