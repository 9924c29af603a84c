import type { Fault } from '../../core/http/index.ts';

/** An address as requests send it: a property that is missing stays as it is, null clears it. */
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

const POSTAL_CODES: Record<number, { pattern: RegExp; message: string }> = {
  [GERMANY]: {
    pattern: /^(?!00)\d{5}$/,
    message: 'A German postal code has five digits, not beginning with 00.',
  },
  [AUSTRIA]: {
    pattern: /^[1-9]\d{3}$/,
    message: 'An Austrian postal code has four digits, not beginning with 0.',
  },
  [SWITZERLAND]: {
    pattern: /^[1-9]\d{3}$/,
    message: 'A Swiss postal code has four digits, not beginning with 0.',
  },
};

/** Checks what is about to be stored: the postal code against the country. */
export function addressFaults(
  address: { zipCode?: string | null; countryId?: number | null },
  path = 'location',
): Fault[] {
  const rule = POSTAL_CODES[address.countryId ?? 0];
  if (
    rule === undefined ||
    address.zipCode == null ||
    address.zipCode === '' ||
    rule.pattern.test(address.zipCode)
  )
    return [];
  return [{ property: `${path}.zipCode`, code: 'format', message: rule.message }];
}

/**
 * The address after a change. A street sent without its number gives its last word up as the number if that starts
 * with a digit. A move to another country clears the federal state unless one is sent.
 */
export function changeAddress(stored: StoredAddress, change: AddressChange): StoredAddress {
  const { street, streetNumber } = splitHouseNumber(change);
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
