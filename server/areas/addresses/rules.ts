import type { Fault } from '../../core/http/index.ts';

/** An address in a request. A missing property stays unchanged, null clears it. */
export interface AddressChange {
  street?: string | null;
  streetNumber?: string | null;
  zipCode?: string | null;
  city?: string | null;
  countryId?: number | null;
  federalStateId?: number | null;
  addressLine1?: string | null;
  addressLine2?: string | null;
}

export interface StoredAddress {
  street: string | null;
  street_number: string | null;
  zip_code: string | null;
  city: string | null;
  country_id: number | null;
  federal_state_id: number | null;
  address_line1: string | null;
  address_line2: string | null;
}

export const NO_ADDRESS: StoredAddress = {
  street: null,
  street_number: null,
  zip_code: null,
  city: null,
  country_id: null,
  federal_state_id: null,
  address_line1: null,
  address_line2: null,
};

const GERMANY = 276;
const AUSTRIA = 40;
const SWITZERLAND = 756;

const POSTAL_CODES: Record<number, { pattern: RegExp; requirement: string }> = {
  [GERMANY]: {
    pattern: /^(?!00)\d{5}$/,
    requirement: 'must have 5 digits in Germany and not start with 00, such as 10115.',
  },
  [AUSTRIA]: {
    pattern: /^[1-9]\d{3}$/,
    requirement: 'must have 4 digits in Austria and not start with 0, such as 1010.',
  },
  [SWITZERLAND]: {
    pattern: /^[1-9]\d{3}$/,
    requirement: 'must have 4 digits in Switzerland and not start with 0, such as 8001.',
  },
};

/**
 * Checks the postal code of an address against its country. `change` is what a caller sent, if the address is the result of a
 * partial change: without a postal code in it, the fault is of the stored one, which the caller might not know.
 */
export function addressFaults(
  address: { zipCode?: string | null; countryId?: number | null },
  change: AddressChange | null = address,
): Fault[] {
  const rule = POSTAL_CODES[address.countryId ?? 0];
  if (
    rule === undefined ||
    address.zipCode == null ||
    address.zipCode === '' ||
    rule.pattern.test(address.zipCode)
  )
    return [];
  const property = 'location.zipCode';
  const message =
    change?.zipCode === undefined
      ? `The stored ${property} does not fit the country: it ${rule.requirement} Send ${property} as well.`
      : `${property} ${rule.requirement}`;
  return [{ property, code: 'format', message }];
}

/**
 * The address after a change. If another street is sent without a number and its last word starts with a digit, that word becomes
 * the number. The stored street is never split, because an address that is sent back as it was read must stay the same. Another
 * country clears the federal state unless one is sent.
 */
export function changeAddress(stored: StoredAddress, change: AddressChange): StoredAddress {
  const { street, streetNumber } = change.street === stored.street ? change : splitHouseNumber(change);
  const pick = <T>(sent: T | null | undefined, before: T | null): T | null =>
    sent === undefined ? before : sent;
  const countryId = pick(change.countryId, stored.country_id);
  return {
    street: pick(street, stored.street),
    street_number: pick(streetNumber, stored.street_number),
    zip_code: pick(change.zipCode, stored.zip_code),
    city: pick(change.city, stored.city),
    country_id: countryId,
    federal_state_id:
      change.federalStateId !== undefined
        ? change.federalStateId
        : countryId === stored.country_id
          ? stored.federal_state_id
          : null,
    address_line1: pick(change.addressLine1, stored.address_line1),
    address_line2: pick(change.addressLine2, stored.address_line2),
  };
}

function splitHouseNumber({
  street,
  streetNumber,
}: AddressChange): Pick<AddressChange, 'street' | 'streetNumber'> {
  if (typeof street !== 'string' || (streetNumber !== undefined && streetNumber !== null))
    return { street, streetNumber };
  const match = /^(.*\S)\s+(\d\S*)\s*$/.exec(street);
  return match === null ? { street, streetNumber } : { street: match[1], streetNumber: match[2] };
}
