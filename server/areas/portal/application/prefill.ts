import { contactFaults, toE164 } from '../../../core/http/contact-data.ts';
import { NAME_LENGTH, TEXT_LENGTH } from '../../../core/http/schema.ts';
import { addressFaults } from '../../addresses/index.ts';
import type { CvFacts } from '../../documents/index.ts';
import type { Field } from './form.ts';

const ADDRESS = ['street', 'streetNumber', 'zipCode', 'city'] as const;

/**
 * The values that a CV has for blank fields of the form. An address is used only if the form has none, because parts of two
 * addresses would be neither. Values that the form would reject are left out.
 */
export function prefill(facts: CvFacts, fields: ReadonlyMap<string, string>): Map<Field, string> {
  const found = new Map<Field, string>();
  const isBlank = (field: Field) => (fields.get(field) ?? '').trim() === '';
  const fill = (field: Field, value: string | undefined, maximumLength = NAME_LENGTH) => {
    if (value !== undefined && value !== '' && value.length <= maximumLength && isBlank(field))
      found.set(field, value);
  };
  fill('firstName', facts.name?.firstName);
  fill('lastName', facts.name?.lastName);
  fill(
    'email',
    facts.emails.find((email) => contactFaults({ email }, ['email'], '').length === 0),
    TEXT_LENGTH,
  );
  fill('phoneNumber', phoneOf(facts));
  if (facts.address !== undefined && ADDRESS.every(isBlank)) {
    const { street, streetNumber, zipCode, city, countryId } = facts.address;
    fill('street', street, TEXT_LENGTH);
    fill('streetNumber', streetNumber);
    fill('city', city);
    if (addressFaults({ zipCode, countryId }).length === 0) {
      fill('zipCode', zipCode);
      // The form always has a country, so this one replaces a value.
      if (countryId !== undefined) found.set('countryId', String(countryId));
    }
  }
  return found;
}

/** A mobile number if there is one. Numbers that only mean something in another country are written with their code. */
function phoneOf({ phones }: CvFacts): string | undefined {
  const phone = phones.find(({ isMobile }) => isMobile) ?? phones[0];
  return phone === undefined || toE164(phone.text) === phone.e164 ? phone?.text : phone.e164;
}
