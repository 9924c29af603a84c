import { isCalendarDate } from '../../core/http/formats.ts';
import type { Fault, LockInput } from '../../core/http/index.ts';
import { id, Type } from '../../core/http/schema.ts';
import { EVENTS } from '../changes/index.ts';
import { lockCandidateRow } from './change-queries.ts';

type CandidateParams = Partial<Record<'id' | 'candidateId', number>>;

/** If-Match of every change of a candidate, whatever part it changes: the ETag of the candidate with all its details. */
export const CANDIDATE_MATCH = {
  read: 'candidate_get',
  params: (params: CandidateParams) => ({ candidateId: toId(params) }),
  lock: ({ db, tenantId, params }: LockInput<CandidateParams>) =>
    lockCandidateRow(db, tenantId, toId(params)),
};

/** Shared by all changes of sub-records of a candidate. */
export const SUB_RECORD = {
  audience: 'integration',
  area: 'Candidate details',
  permission: 'candidates:write',
  notFound: 'Candidate',
  event: EVENTS.candidateChanged,
  ifMatch: CANDIDATE_MATCH,
} as const;

function toId({ candidateId, id }: CandidateParams): number {
  return (candidateId ?? id)!;
}

export const IdPath = Type.Object({ id: id('Id of the candidate.') });

/** The fault of something that the candidate already has. */
export function duplicateFault(property: string, what: string, wayOut = ''): Fault {
  return { property, code: 'duplicate', message: `The candidate already has this ${what}.${wayOut}` };
}

/** Rejects a last day before the first day. The two can be equal, and either can be missing. */
export function periodFaults<First extends string, Last extends string>(
  body: Partial<Record<First | Last, string | null>>,
  first: First,
  last: Last,
): Fault[] {
  const [from, until] = [body[first], body[last]] as (string | null | undefined)[];
  // Nothing is before what is not a date.
  if (from == null || until == null || until >= from || !isCalendarDate(from)) return [];
  return [{ property: last, code: 'range', message: `${last} must not be before ${first}.` }];
}

/** Rejects different values for a property and its alias. */
export function aliasFaults<Name extends string, Alias extends string>(
  body: Partial<Record<Name | Alias, number | null>>,
  name: Name,
  alias: Alias,
): Fault[] {
  const [value, aliasValue] = [body[name], body[alias]] as (number | null | undefined)[];
  if (value == null || aliasValue == null || value === aliasValue) return [];
  return [
    {
      property: alias,
      code: 'notAllowed',
      message: `${alias} is an alias of ${name} and must have the same value. Send only one of them.`,
    },
  ];
}
