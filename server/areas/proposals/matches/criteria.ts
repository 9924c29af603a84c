import type { Point } from '../../addresses/index.ts';
import { LANGUAGE_LEVELS } from '../../search/index.ts';

export const CRITERION_KINDS = [
  'profession',
  'skill',
  'language',
  'distance',
  'availability',
  'weeklyHours',
  'shiftWork',
  'car',
  'workPermit',
  'pay',
  'branch',
] as const;
export type CriterionKind = (typeof CRITERION_KINDS)[number];

type PayPeriod = 'hour' | 'year';

/** Candidates who have not said how far they go are compared with this distance. */
export const DEFAULT_RADIUS_KM = 50;

/** What is known of a request, in the form in which candidates are compared with it. */
export interface RequestFacts {
  id: number;
  officeId: number;
  office: string;
  professionId: number | null;
  requirements: string | null;
  startDate: string;
  endDate: string | null;
  weeklyHours: number | null;
  shiftModel: string | null;
  hourlyWage: number | null;
  salaryTo: number | null;
  latitude: number | null;
  longitude: number | null;
}

interface Common {
  /** Identifies the criterion in the response. */
  key: string;
  /** The property of the request that asks for it. */
  property: string;
  /** Whether it counts in the order. */
  isRequired: boolean;
}

/** One thing that a request asks for. */
export type Criterion = Common &
  (
    | { kind: 'profession'; professionId: number }
    | { kind: 'skill'; licenseIds: number[]; qualificationIds: number[] }
    | { kind: 'language'; languageIds: number[]; rank: number }
    | { kind: 'distance'; place: Point }
    | { kind: 'availability'; date: string }
    | { kind: 'workPermit'; date: string; lastDay: string }
    | { kind: 'weeklyHours'; hours: number }
    | { kind: 'shiftWork'; shiftModel: string }
    | { kind: 'car' }
    | { kind: 'pay'; maximum: number; period: PayPeriod }
    | { kind: 'branch'; officeId: number }
  );

export interface Asked {
  skills: readonly { licenseIds: number[]; qualificationIds: number[] }[];
  languages: readonly { languageIds: number[]; rank: number }[];
  needsCar: boolean;
}

/** A model that says that there are no shifts. */
const NO_SHIFTS = /\b(?:kein\w*|ohne|no|none|tagschicht|normalschicht|gleitzeit|day shift)\b/iu;

/**
 * The criteria of a request, in the order in which they are shown. `asked` is what its text of requirements names. Who starts in the
 * past starts today.
 */
export function criteriaOf(request: RequestFacts, asked: Asked, today: string): Criterion[] {
  const start = request.startDate < today ? today : request.startDate;
  const { endDate, professionId, weeklyHours, shiftModel, hourlyWage, salaryTo, latitude, longitude } =
    request;
  const common = <K extends CriterionKind>(kind: K, property: string) =>
    ({ key: kind, kind, property, isRequired: true }) as const;
  const criteria: Criterion[] = [];
  if (professionId !== null) criteria.push({ ...common('profession', 'professionId'), professionId });
  for (const [index, skill] of asked.skills.entries())
    criteria.push({ ...common('skill', 'requirements'), key: `skill${index + 1}`, ...skill });
  for (const [index, language] of asked.languages.entries())
    criteria.push({ ...common('language', 'requirements'), key: `language${index + 1}`, ...language });
  if (latitude !== null && longitude !== null)
    criteria.push({ ...common('distance', 'locationId'), place: { latitude, longitude } });
  criteria.push({ ...common('availability', 'startDate'), date: start });
  if (weeklyHours !== null) criteria.push({ ...common('weeklyHours', 'weeklyHours'), hours: weeklyHours });
  if (shiftModel !== null && shiftModel.trim() !== '' && !NO_SHIFTS.test(shiftModel))
    criteria.push({ ...common('shiftWork', 'shiftModel'), shiftModel });
  if (asked.needsCar) criteria.push(common('car', 'requirements'));
  const end = endDate === null || endDate < start ? start : endDate;
  criteria.push({ ...common('workPermit', 'startDate'), date: start, lastDay: end });
  if (hourlyWage !== null)
    criteria.push({ ...common('pay', 'hourlyWage'), maximum: hourlyWage, period: 'hour' });
  else if (salaryTo !== null)
    criteria.push({ ...common('pay', 'salaryTo'), maximum: salaryTo, period: 'year' });
  criteria.push({ ...common('branch', 'officeId'), isRequired: false, officeId: request.officeId });
  return criteria;
}

/** The numbers of a language at least at a level, in the index of candidates. */
export function languageNumbers(languageIds: readonly number[], rank: number): number[] {
  return languageIds.flatMap((id) =>
    Array.from({ length: LANGUAGE_LEVELS - rank }, (_, index) => id * LANGUAGE_LEVELS + rank + index),
  );
}
