import { toAscii } from '../../../core/text/ascii.ts';
import type { CandidateCreateBody } from '../../candidates/index.ts';
import { BACKGROUNDS, GERMAN_BACKGROUND } from '../lists/names.ts';
import { OCCUPATIONS, type Occupation } from '../lists/occupations.ts';
import {
  FICTIONAL_LANDLINES,
  FICTIONAL_MOBILES,
  GERMANY,
  PLACES_BY_BRANCH,
  STREETS,
} from '../lists/places.ts';
import { recruitersOf } from '../lists/users.ts';
import { addDays, toDateText } from './dates.ts';
import type { Person } from './person.ts';
import { type Plan, planApplications, planCommunications, planMoves, planStatus } from './proceedings.ts';
import { Random } from './random.ts';
import { planResume, type Resume } from './resumes.ts';
import { planSkills, type Skills } from './skills.ts';

const CANDIDATE_COUNT = 200;
const SEED = 20_260_401;
const FRESH_EVERY = 8;
/** People who applied again as if they were new, with another address and number: the second entry and the first one. */
const SECOND_ENTRIES = new Map([
  [64, 9],
  [136, 28],
]);
const BRANCH_SHARES = [3, 3, 2, 2].map((weight, branch) => ({ weight, branch }));

/** The profile that POST /candidates takes, without references to the tenant's own records. */
type CandidateBody = Omit<CandidateCreateBody, 'officeId' | 'responsibility'>;

/** A candidate before it is stored. It refers to other records by their index in BRANCHES, USERS, and JOB_ADS. */
export interface DemoCandidate extends Plan {
  branch: number;
  recruiter: number;
  body: CandidateBody;
  resume: Resume;
  skills: Skills;
  hasCv: boolean;
  createdAt: Date;
}

/** All candidates of the demo tenant. The same `now` gives the same candidates. Each has its own random generator. */
export function planCandidates(now: Date): DemoCandidate[] {
  const mobiles = new Random(SEED).shuffled(
    FICTIONAL_MOBILES.flatMap((block) =>
      Array.from({ length: 100 }, (_, number) => block + String(number).padStart(2, '0')),
    ),
  );
  const addresses = new Set<string>();
  return Array.from({ length: CANDIDATE_COUNT }, (_, index) =>
    planCandidate(
      new Random(SEED + 1 + (SECOND_ENTRIES.get(index) ?? index)),
      index,
      now,
      mobiles[index % mobiles.length]!,
      addresses,
    ),
  );
}

function planCandidate(
  random: Random,
  index: number,
  now: Date,
  mobile: string,
  addresses: Set<string>,
): DemoCandidate {
  const branch = random.pickWeighted(BRANCH_SHARES).branch;
  const home = random.pick(PLACES_BY_BRANCH[branch]!);
  const person = planPerson(random, now, home.city);
  const { background, occupation, female, bornInGermany, birthDate, birthPlace } = person;
  const firstName = random.pick(female ? background.female : background.male);
  const baseName = random.pick(background.last);
  const lastName = female ? (background.toFemaleLast?.(baseName) ?? baseName) : baseName;
  // More recent than old ones, as in a growing pool.
  const createdAt = addDays(now, toAge(index, random.next()));
  const resume = planResume(random, person, now, home.city);
  const isEmployed = resume.jobs[0]?.isCurrent === true;
  const hasWhatsApp = random.chance(0.75);
  const plan = { recruiter: random.pick(recruitersOf(branch)), createdAt, now };
  const applications = planApplications(random, occupation, plan);
  const status = planStatus(random, applications, plan);
  return {
    branch,
    recruiter: plan.recruiter,
    createdAt,
    resume,
    skills: planSkills(random, person, mobile, now),
    applications,
    status,
    // A generator of its own, because the moves came later and the people stay the same.
    moves: planMoves(new Random(SEED - 1 - index), { applications, status }, now),
    communications: planCommunications(random, applications, plan),
    hasCv: applications.length > 0 && random.chance(0.58),
    body: {
      firstName,
      lastName,
      salutationId: female ? 2 : 1,
      genderId: female ? 2 : 1,
      nationalityId: bornInGermany && random.chance(0.6) ? GERMANY : background.nationalityId,
      levelId: occupation.levelId,
      birth: {
        date: toDateText(birthDate),
        place: birthPlace,
        countryId: bornInGermany ? GERMANY : background.nationalityId,
      },
      contact: {
        email: toEmail(firstName, lastName, random, addresses),
        mobile,
        ...toLandline(home.city, index, random),
        hasWhatsApp,
        whatsAppConsentChecked: hasWhatsApp && random.chance(0.7),
      },
      location: {
        street: random.pick(STREETS),
        streetNumber: `${random.integer(1, 118)}${random.chance(0.15) ? random.pick(['a', 'b', 'c']) : ''}`,
        zipCode: home.zipCode,
        city: home.city,
        countryId: GERMANY,
        federalStateId: home.federalStateId,
      },
      sourceOfSupplyId: random.pick([1, 1, 1, 2, 3, 5, 8]),
      desiredPosition: occupation.desiredPosition[female ? 1 : 0],
      availability: planAvailability(random, occupation, now, isEmployed),
      ...(background.needsWorkPermit && !bornInGermany
        ? { workPermit: { required: true, validUntil: toDateText(addDays(now, random.integer(40, 900))) } }
        : { workPermit: { required: false } }),
      ...(random.chance(0.2) ? { remarks: random.pick(REMARKS) } : {}),
      createdAtUtc: createdAt.toISOString(),
    },
  };
}

/** Days since a candidate was created, negative. One in eight came in the last days, so that there is work to do. */
function toAge(index: number, share: number): number {
  return index % FRESH_EVERY === 0 ? -0.05 - 6 * share : -2 - 358 * share ** 1.5;
}

const REMARKS = [
  'Telefonisch am besten nach 16 Uhr erreichbar.',
  'Möchte nicht länger als 45 Minuten zur Arbeit fahren.',
  'Empfohlen von einer Kollegin, die seit zwei Jahren für uns arbeitet.',
  'Sucht nach der Elternzeit eine Stelle mit festen Zeiten.',
  'Zeugnisse werden nachgereicht.',
];

function planPerson(random: Random, now: Date, homeCity: string): Person {
  const background = random.pickWeighted(BACKGROUNDS);
  const occupation = random.pickWeighted(OCCUPATIONS);
  const bornInGermany = random.chance(background.bornInGermany);
  const places = bornInGermany ? GERMAN_BACKGROUND.birthPlaces : background.birthPlaces;
  return {
    background,
    occupation,
    female: random.chance(occupation.femaleShare),
    bornInGermany,
    birthPlace: bornInGermany && random.chance(0.5) ? homeCity : random.pick(places),
    birthDate: addDays(now, -Math.round(random.integer(21, 61) * 365.25) - random.integer(1, 364)),
  };
}

function planAvailability(random: Random, occupation: Occupation, now: Date, isEmployed: boolean) {
  const [lowest, highest] = occupation.hourlyWage;
  const hasCar = random.chance(0.5);
  return {
    availableFrom: toDateText(addDays(now, isEmployed ? random.integer(20, 90) : random.integer(1, 14))),
    noticePeriod: isEmployed
      ? random.pick(['2 Wochen', '4 Wochen zum Monatsende', '4 Wochen zum 15.'])
      : 'sofort',
    weeklyHours: random.pick([20, 25, 30, 35, 35, 38.5, 40, 40, 40]),
    salaryExpectation: Math.round(10 * (lowest + random.next() * (highest - lowest))) / 10,
    salaryPeriod: 'hour' as const,
    currency: 'EUR',
    shiftWork: random.chance(0.6),
    radiusKm: hasCar ? random.pick([20, 30, 50]) : random.pick([10, 15, 25]),
    hasCar,
  };
}

function toLandline(city: string, index: number, random: Random): { phone?: string } {
  const prefix = FICTIONAL_LANDLINES[city];
  return prefix !== undefined && random.chance(0.35)
    ? { phone: `${prefix}${String(200 + index).padStart(3, '0')}` }
    : {};
}

/** An address under a domain that RFC 2606 reserves for examples. Two candidates never share one. */
function toEmail(firstName: string, lastName: string, random: Random, taken: Set<string>): string {
  const domain = random.pick(['example.org', 'example.com', 'example.net']);
  const mailbox = toAscii(`${firstName}.${lastName}`)
    .toLowerCase()
    .replaceAll(/[^a-z.-]/g, '');
  for (let number = 1; ; number += 1) {
    const address = `${mailbox}${number === 1 ? '' : number}@${domain}`;
    if (taken.has(address)) continue;
    taken.add(address);
    return address;
  }
}
