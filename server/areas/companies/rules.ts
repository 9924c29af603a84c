import { contactFaults, pastFaults } from '../../core/http/contact-data.ts';
import type { Fault } from '../../core/http/index.ts';
import { type AddressChange, addressFaults } from '../addresses/index.ts';
import type { ActivityKind } from './history.ts';

const NOUNS = { site: 'Site', location: 'Work location', contact: 'Contact' } as const;

/**
 * The text of an activity about a part. It names sites and work locations, because a deleted work location can no longer be
 * read. It does not name contacts, because they are people.
 */
export function partActivityText(part: keyof typeof NOUNS, kind: ActivityKind, record: object): string {
  const { description } = record as { description?: unknown };
  const isNamed = part !== 'contact' && typeof description === 'string' && description.trim() !== '';
  return `${NOUNS[part]} ${isNamed ? `"${description}" ` : ''}${kind}.`;
}

/** Ids from GET /masterdata/customerstatus. */
export const COMPANY_STATUS = {
  lead: 1,
  prospect: 2,
  customer: 3,
  inactive: 4,
  blocked: 5,
  former: 6,
} as const;

/** Ids from GET /masterdata/contractstatus. */
export const CONTRACT_STATUS = { none: 1, offered: 2, signed: 3, terminated: 4, expired: 5 } as const;

interface StatusChange {
  /** The names of the status before and after. */
  from: string;
  to: string;
  /** The first valid days before and after. Absent for a status without one. */
  fromDay?: string | null;
  toDay?: string | null;
  comment?: string | null;
}

/** Separates the words of the service from the comment. Neither names of statuses nor days contain it. */
const BEFORE_COMMENT = ': ';

/** The text of an activity about a status, with the caller's comment. */
export function statusActivityText(what: 'Status' | 'Contract status', change: StatusChange): string {
  const { from, to, comment } = change;
  const words = from === to ? `${what} remains ${to}` : `${what} changed from ${from} to ${to}`;
  return `${words}${dayText(change)}${isBlank(comment) ? '.' : `${BEFORE_COMMENT}${comment}`}`;
}

/** A new status has no day by default, so only a status that remains can lose its day. */
function dayText({ from, to, fromDay = null, toDay = null }: StatusChange): string {
  const previousDay = from === to && fromDay !== toDay ? fromDay : null;
  if (toDay === null)
    return previousDay === null ? '' : `, no longer with the first valid day ${previousDay}`;
  return `, valid from ${toDay}${previousDay === null ? '' : ` instead of ${previousDay}`}`;
}

/** Returns whether the text of an activity about a status ends with this comment, and with nothing else. */
export function hasComment(activityText: string | undefined, comment: string): boolean {
  const start = activityText?.indexOf(BEFORE_COMMENT) ?? -1;
  return start >= 0 && activityText!.slice(start + BEFORE_COMMENT.length) === comment;
}

export function isBlank(comment: string | null | undefined): boolean {
  return comment == null || comment.trim() === '';
}

/** Returns the contract status to store. A new status clears the first valid day unless one is sent. */
export function contractColumns(
  stored: { contract_status_id: number; contract_valid_from: string | null },
  { contractStatusId, validFrom }: { contractStatusId: number; validFrom?: string | null },
): { contract_status_id: number; contract_valid_from: string | null } {
  const kept = contractStatusId === stored.contract_status_id ? stored.contract_valid_from : null;
  return {
    contract_status_id: contractStatusId,
    contract_valid_from: validFrom === undefined ? kept : validFrom,
  };
}

const AT_INACTIVE_SITE = {
  officeId: 'officeId in the path is an inactive site, and nothing new can be created below it.',
  siteId: 'siteId is an inactive site.',
  locationId: 'locationId is a work location of an inactive site.',
} as const;

/** The fault of a new record below an inactive site. */
export function inactiveSiteFault(property: keyof typeof AT_INACTIVE_SITE): Fault {
  const message = `${AT_INACTIVE_SITE[property]} Activate the site first (PUT /customers/{customerId}/offices/{officeId}/status), or use another one.`;
  return { property, code: 'notAllowed', message };
}

interface RecordBody {
  contact?: object | null;
  location?: AddressChange | null;
  createdAtUtc?: string | null;
}

/** Returns faults of a company, site, or work location body that the schema cannot express. `now` is the time of the call. */
export function recordFaults(body: RecordBody, now: Date): Fault[] {
  return [
    ...contactFaults(body.contact, ['email', 'phone', 'fax', 'website']),
    ...(body.location == null ? [] : addressFaults(body.location)),
    ...pastFaults(body, 'createdAtUtc', now),
  ];
}
