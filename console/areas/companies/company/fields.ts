import type { Choice, Field } from '../../../core/forms/fields.ts';
import type { Limits } from '../../../core/forms/limits.ts';
import { useBranchChoices, useChoices, useUserChoices } from '../../../core/forms/use-choices.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import {
  companyChangeLimits,
  contactChangeLimits,
  siteChangeLimits,
  workLocationChangeLimits,
} from '../../../generated/limits.ts';
import type { Company, Contact, Site, WorkLocation } from './source.ts';

type Property = keyof ReturnType<typeof useTexts>['companyPage']['properties'];
type MakeField = (property: Property, kind?: Field['kind'], more?: Partial<Field>) => Field;

export function useMakeField(limits: Limits = {}): MakeField {
  const { properties } = useTexts().companyPage;
  return (property, kind = 'text', more = {}) => ({
    property,
    label: properties[property],
    kind,
    limit: limits[property],
    ...more,
  });
}

/** The users who can be responsible, with the current one even for a role that reads no users. */
function useResponsibleChoices(current: number | null): readonly Choice[] {
  const texts = useTexts();
  const may = useMay();
  const users = useUserChoices(may('users:read'), current) ?? [];
  const isKnown = current === null || users.some(({ value }) => value === current);
  return isKnown ? users : [...users, { value: current, label: texts.candidate.someone }];
}

type Address = Pick<Company['location'], 'countryId' | 'federalStateId'>;
const NO_ADDRESS: Address = { countryId: null, federalStateId: null };

function useAddressFields(field: MakeField, address: Address = NO_ADDRESS) {
  const countries = useChoices('countries', address.countryId);
  const states = useChoices('federalstates', address.federalStateId);
  return {
    place: [
      field('location.street'),
      field('location.streetNumber'),
      field('location.zipCode'),
      field('location.city'),
    ],
    lines: [field('location.addressLine1'), field('location.addressLine2')],
    country: [
      field('location.countryId', 'choice', { choices: countries }),
      field('location.federalStateId', 'choice', { choices: states }),
    ],
  };
}

const contactData = (field: MakeField): Field[] => [
  field('contact.email', 'email', { isWide: true }),
  field('contact.phone', 'tel'),
  field('contact.fax', 'tel'),
  field('contact.website', 'text', { isWide: true }),
];

/** The fields of each part of the master data, with the choices of the value lists. */
export function useCompanyFields(company?: Company) {
  const field = useMakeField(companyChangeLimits);
  const { place, lines, country } = useAddressFields(field, company?.location);
  const industries = useChoices('industries', company?.industryId ?? null);
  const branches = useBranchChoices();
  const users = useResponsibleChoices(company?.responsibility ?? null);
  return {
    base: [
      field('name', 'text', { isWide: true }),
      field('name2', 'text', { isWide: true }),
      field('customerNumber'),
      field('industryId', 'choice', { choices: industries }),
      field('employees', 'number'),
      field('vatId'),
    ],
    contact: contactData(field),
    address: [...place, ...lines, ...country],
    assignment: [
      field('officeId', 'choice', { choices: branches }),
      field('responsibility', 'choice', { choices: users }),
    ],
    remarks: [field('remarks', 'longText', { isWide: true })],
  };
}

export function useSiteFields(site?: Site): readonly Field[] {
  const field = useMakeField(siteChangeLimits);
  const { place, lines, country } = useAddressFields(field, site?.location);
  const users = useResponsibleChoices(site?.responsibility ?? null);
  return [
    field('description', 'text', { isWide: true }),
    ...place,
    ...lines,
    ...country,
    ...contactData(field),
    field('responsibility', 'choice', { choices: users }),
  ];
}

export function useContactFields(contact?: Contact): readonly Field[] {
  const field = useMakeField(contactChangeLimits);
  const salutations = useChoices('salutations', contact?.salutationId ?? null);
  const users = useResponsibleChoices(contact?.responsibility ?? null);
  return [
    field('salutationId', 'choice', { choices: salutations }),
    field('title'),
    field('firstName'),
    field('lastName'),
    field('position'),
    field('department'),
    field('email', 'email', { isWide: true }),
    field('phone', 'tel'),
    field('mobile', 'tel'),
    field('responsibility', 'choice', { choices: users }),
    field('remarks', 'longText', { isWide: true }),
  ];
}

/** `contacts` are those of the site. A work location can name one of another site as well. */
export function useLocationFields(contacts: readonly Contact[], location?: WorkLocation): readonly Field[] {
  const texts = useTexts();
  const field = useMakeField(workLocationChangeLimits);
  const { place, country } = useAddressFields(field, location?.address);
  const current = location?.contactId ?? null;
  const choices = contacts
    .filter(({ id, isActive }) => isActive || id === current)
    .map(({ id, firstName, lastName }) => ({
      value: id,
      label: [firstName, lastName].filter(Boolean).join(' '),
    }));
  const isKnown = current === null || choices.some(({ value }) => value === current);
  return [
    field('description', 'text', { isWide: true }),
    ...place,
    ...country,
    field('contactId', 'choice', {
      choices: isKnown ? choices : [...choices, { value: current, label: texts.candidate.someone }],
    }),
    field('directions', 'longText', { isWide: true }),
  ];
}
