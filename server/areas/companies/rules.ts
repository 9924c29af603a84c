import { contactFaults, pastFaults } from '../../core/http/contact-data.ts';
import type { Fault } from '../../core/http/index.ts';
import { type AddressChange, addressFaults } from '../addresses/index.ts';

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
  officeId: 'officeId in the path is an inactive site, so nothing can be added to it.',
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
