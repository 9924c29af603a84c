import { addDays, toDateText } from './dates.ts';
import type { Person } from './person.ts';
import type { Random } from './random.ts';

export interface Skills {
  languages: { languageId: number; languageLevelId: number }[];
  professions: { professionId: number; isPrimary: boolean; yearsOfExperience: number }[];
  qualifications: { qualificationId: number; score: number | null }[];
  driversLicenses: { driversLicenseId: number; issuedAt: string; validUntil: string | null }[];
  keywords: string[];
  channels: { kind: 'sms' | 'whatsapp'; address: string; consentChecked: boolean; isPrimary: boolean }[];
}

const GERMAN = 1;
const NATIVE = 635;
const A1 = 629;
const B2 = 632;
/** Levels A2 to C1, plausible after some years in the country. */
const LEARNT = [630, 631, 631, 632, 632, 633];

const CLASS_B = 339;
const CLASS_CE = 322;
const DRIVER_CARD = 318;
const LORRY_LICENCE_YEARS = 5;

export function planSkills(random: Random, person: Person, mobile: string, now: Date): Skills {
  const { occupation } = person;
  const consentChecked = random.chance(0.7);
  const adultYears = now.getUTCFullYear() - person.birthDate.getUTCFullYear() - 18;
  return {
    languages: planLanguages(random, person),
    professions: random.sample(occupation.professionIds, random.integer(1, 2)).map((professionId, index) => ({
      professionId,
      isPrimary: index === 0,
      yearsOfExperience: random.integer(1, Math.min(adultYears, 20)),
    })),
    qualifications: random
      .sample(occupation.qualificationIds, random.integer(1, 3))
      .map((qualificationId) => ({
        qualificationId,
        score: random.chance(0.8) ? random.integer(2, 5) : null,
      })),
    driversLicenses: planLicences(random, person, now),
    keywords: random.sample(occupation.keywords, random.integer(1, 3)),
    channels: (['sms', 'whatsapp'] as const)
      .filter(() => random.chance(0.4))
      .map((kind) => ({ kind, address: mobile, consentChecked, isPrimary: true })),
  };
}

function planLanguages(random: Random, { background, bornInGermany }: Person): Skills['languages'] {
  const levels = new Map<number, number>([
    [background.languageId, NATIVE],
    [GERMAN, bornInGermany ? NATIVE : random.pick(LEARNT)],
  ]);
  for (const languageId of random.sample(background.furtherLanguageIds, random.integer(0, 2)))
    levels.set(languageId, random.integer(A1, B2));
  return [...levels].map(([languageId, languageLevelId]) => ({ languageId, languageLevelId }));
}

function planLicences(
  random: Random,
  { occupation, birthDate }: Person,
  now: Date,
): Skills['driversLicenses'] {
  const ids = [
    ...(random.chance(0.65) || occupation.licenceIds.includes(CLASS_CE) ? [CLASS_B] : []),
    ...occupation.licenceIds.filter(() => random.chance(0.85)),
  ];
  // The candidates are at least 21 years old, so a licence at 18 to 20 lies in the past.
  const adult = addDays(birthDate, Math.ceil(18 * 365.25));
  return ids.map((driversLicenseId) => {
    const expires = driversLicenseId === CLASS_CE || driversLicenseId === DRIVER_CARD;
    const validUntil = addDays(now, random.integer(90, LORRY_LICENCE_YEARS * 365 - 90));
    return {
      driversLicenseId,
      issuedAt: toDateText(
        expires
          ? new Date(Math.max(adult.getTime(), addDays(validUntil, -LORRY_LICENCE_YEARS * 365).getTime()))
          : addDays(adult, random.integer(0, 1000)),
      ),
      validUntil: expires ? toDateText(validUntil) : null,
    };
  });
}
