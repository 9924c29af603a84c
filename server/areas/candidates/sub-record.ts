import { type ApiError, type Fault, invalid } from '../../core/http/index.ts';
import { id, Type } from '../../core/http/schema.ts';
import { EVENTS } from '../changes/index.ts';

/** What the operations on sub-records of a candidate have in common. */
export const SUB_RECORD = {
  audience: 'integration',
  area: 'Candidate details',
  permission: 'candidates:write',
  notFound: 'Candidate',
  event: EVENTS.candidateChanged,
} as const;

export const IdPath = Type.Object({ id: id('Id of the candidate.') });

/** 400: the candidate has this already. */
export function alreadyThere(property: string, what: string): ApiError {
  return invalid({ property, code: 'duplicate', message: `The candidate already has this ${what}.` });
}

/** A last day before the first one. The days may be the same; either may be unknown. */
export function periodFaults<First extends string, Last extends string>(
  body: Partial<Record<First | Last, string | null>>,
  first: First,
  last: Last,
): Fault[] {
  const [from, until] = [body[first], body[last]] as (string | null | undefined)[];
  if (from == null || until == null || until >= from) return [];
  return [{ property: last, code: 'range', message: `${last} must not be before ${first}.` }];
}

/** A property that goes by two names was sent under both, with different values. */
export function spellingFaults<Name extends string, Other extends string>(
  body: Partial<Record<Name | Other, number | null>>,
  name: Name,
  other: Other,
): Fault[] {
  const [value, otherValue] = [body[name], body[other]] as (number | null | undefined)[];
  if (value == null || otherValue == null || value === otherValue) return [];
  return [
    {
      property: other,
      code: 'notAllowed',
      message: `${other} is another name of ${name} and must not differ from it: send one of the two.`,
    },
  ];
}
