import { currencyFaults } from '../../../core/http/currency-faults.ts';
import type { Fault } from '../../../core/http/index.ts';
import { lengthOf } from '../../../core/text/truncate.ts';
import { type AddressChange, addressFaults } from '../../addresses/index.ts';
import { endOverFaults, type Publication, publishedEndFaults } from '../end-date.ts';
import { ACTIVE, type ProcessStatus } from '../process-status.ts';
import { toSafeHtml } from './html.ts';
import { type JobAdChangeBody, TEXT_LIMIT, TEXTS } from './schema.ts';

/** The status that each transition requires and the status that it sets. */
const TRANSITIONS = {
  publish: { from: 'Editing', to: 'Active', done: 'published' },
  withdraw: { from: 'Active', to: 'Editing', done: 'withdrawn' },
  complete: { from: 'Active', to: 'Completed', done: 'completed' },
  reopen: { from: 'Completed', to: 'Editing', done: 'reopened' },
} as const satisfies Record<string, { from: ProcessStatus; to: ProcessStatus; done: string }>;

export type Transition = keyof typeof TRANSITIONS;

const TRANSITION_NAMES = Object.keys(TRANSITIONS) as [Transition, ...Transition[]];

export function targetStatus(transition: Transition): ProcessStatus {
  return TRANSITIONS[transition].to;
}

/** The transitions that a job ad in this status allows. Deletion is always allowed, so it is not listed. */
function possibleTransitions(status: ProcessStatus): Transition[] {
  return TRANSITION_NAMES.filter((name) => TRANSITIONS[name].from === status);
}

export function transitionFaults(status: ProcessStatus, transition: Transition): Fault[] {
  const { from, done } = TRANSITIONS[transition];
  if (status === from) return [];
  const possible = [...possibleTransitions(status).map((name) => TRANSITIONS[name].done), 'deleted'];
  return [
    {
      property: 'status',
      code: 'notAllowed',
      message: `Only a job ad with status ${from} can be ${done}. This one has status ${status} and can be ${possible.join(' or ')}.`,
    },
  ];
}

/** The columns that publishing requires. Title and branch are not among them, because every job ad has both. */
interface Publishable {
  zip_code: string | null;
  city: string | null;
  introduction: string | null;
  tasks: string | null;
}

/** Returns a fault for each property that publishing requires and the job ad lacks. */
export function publicationFaults({ zip_code, city, introduction, tasks }: Publishable): Fault[] {
  const faults: Fault[] = [];
  if (!city?.trim() && !zip_code?.trim()) {
    faults.push({
      property: 'location.city',
      code: 'required',
      message: 'A published job ad needs a place of work. Send location.city or location.zipCode.',
    });
  }
  if (introduction === null && tasks === null) {
    faults.push({
      property: 'tasks',
      code: 'required',
      message: 'A published job ad needs a text about the job. Send tasks or introduction.',
    });
  }
  return faults;
}

/** Returns the faults of a body that the schema cannot express, without regard to the stored job ad. */
export function bodyFaults(body: JobAdChangeBody): Fault[] {
  const faults: Fault[] = [];
  for (const property of TEXTS) {
    const text = body[property];
    if (typeof text === 'string' && lengthOf(toSafeHtml(text) ?? '') > TEXT_LIMIT) {
      faults.push({
        property,
        code: 'length',
        message: `${property} must be at most ${TEXT_LIMIT} characters long after HTML escaping, which turns & into &amp;.`,
      });
    }
  }
  faults.push(...currencyFaults('salary.currency', body.salary?.currency));
  const { from, to } = body.salary ?? {};
  if (typeof from === 'number' && typeof to === 'number' && to < from) faults.push(SALARY_ORDER_FAULT);
  if (body.location != null) faults.push(...addressFaults(body.location));
  return faults;
}

const SALARY_ORDER_FAULT: Fault = {
  property: 'salary.to',
  code: 'range',
  message: 'salary.to must not be less than salary.from.',
};

interface StoredSalary {
  salary_from: number | null;
  salary_to: number | null;
  salary_currency: string | null;
  salary_period: string | null;
}

/** Returns the faults of the whole salary as it would be stored. */
export function salaryFaults(salary: StoredSalary): Fault[] {
  const faults: Fault[] = [];
  const { salary_from: from, salary_to: to } = salary;
  if (from !== null && to !== null && to < from) faults.push(SALARY_ORDER_FAULT);
  if (from === null && to === null) return faults;
  if (salary.salary_currency === null) {
    faults.push({
      property: 'salary.currency',
      code: 'required',
      message: 'salary.currency is required with an amount. Send an ISO 4217 code such as EUR.',
    });
  }
  if (salary.salary_period === null) {
    faults.push({
      property: 'salary.period',
      code: 'required',
      message: 'salary.period is required with an amount. Send hour, month, or year.',
    });
  }
  return faults;
}

/** Returns the faults of a job ad as it would be stored. A fault can be of a property that the change does not have. */
export function storedFaults(
  jobAd: StoredSalary & Publishable & Publication & { country_id: number | null },
  { location = {} }: { location?: AddressChange | null },
): Fault[] {
  return [
    ...addressFaults({ zipCode: jobAd.zip_code, countryId: jobAd.country_id }, location),
    ...salaryFaults(jobAd),
    ...(jobAd.process_status === ACTIVE ? publicationFaults(jobAd) : []),
    ...publishedEndFaults(jobAd),
  ];
}

/** The property that decides with this one whether its value is a fault. */
const DEPENDS_ON: Readonly<Record<string, string>> = {
  'location.zipCode': 'location.countryId',
  'location.city': 'location.zipCode',
  'salary.to': 'salary.from',
  tasks: 'introduction',
};

/** Whether a fault says nothing, because the property that decides with it is faulty. */
export function isUncertain({ property }: Fault, faulty: ReadonlySet<string>): boolean {
  return faulty.has(DEPENDS_ON[property] ?? property);
}

export const NO_SALARY: StoredSalary = {
  salary_from: null,
  salary_to: null,
  salary_currency: null,
  salary_period: null,
};

/** Adds the possible actions and the missing properties to a job ad (JobAdDto). */
export function toEditingRecord<T extends JobAdTexts>(jobAd: T, now: Date) {
  const { zipCode, city } = jobAd.location;
  const { introduction, tasks, endDate } = jobAd;
  const faults = [
    ...publicationFaults({ zip_code: zipCode, city, introduction, tasks }),
    ...endOverFaults(endDate, now),
  ];
  return {
    ...jobAd,
    possibleActions: [...possibleTransitions(jobAd.status), 'delete'],
    missing: faults.map(({ property }) => property),
  };
}

interface JobAdTexts {
  status: ProcessStatus;
  location: { zipCode: string | null; city: string | null };
  introduction: string | null;
  tasks: string | null;
  endDate: string | null;
}
