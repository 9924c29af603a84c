import type { Field } from '../../../core/forms/fields.ts';
import { useBranchChoices, useChoices } from '../../../core/forms/use-choices.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { candidateChangeLimits } from '../../../generated/limits.ts';
import type { Candidate } from './source.ts';

type Property = keyof ReturnType<typeof useTexts>['candidatePage']['properties'];

const SALARY = { currency: 'availability.currency', period: 'availability.salaryPeriod' };
const PERIODS = ['hour', 'month', 'year'] as const;

function useProfileChoices(candidate: Candidate) {
  const { periods } = useTexts().candidatePage;
  return {
    salaryPeriods: PERIODS.map((period) => ({ value: period, label: periods[period] })),
    salutations: useChoices('salutations', candidate.salutationId),
    genders: useChoices('genders', candidate.genderId),
    nationalities: useChoices('nationalities', candidate.nationalityId),
    countries: useChoices('countries', candidate.birth.countryId, candidate.location.countryId),
    states: useChoices('federalstates', candidate.location.federalStateId),
    levels: useChoices('levels', candidate.levelId),
    sources: useChoices('sourcesofsupply', candidate.sourceOfSupplyId),
    branches: useBranchChoices(),
  };
}

/** The fields of each part of the profile, with the choices of the value lists. */
export function useProfileFields(candidate: Candidate) {
  const { properties } = useTexts().candidatePage;
  const lists = useProfileChoices(candidate);
  const field = (property: Property, kind: Field['kind'] = 'text', more: Partial<Field> = {}): Field => ({
    property,
    label: properties[property],
    kind,
    limit: candidateChangeLimits[property],
    ...more,
  });
  const choice = (property: Property, choices: Field['choices']) => field(property, 'choice', { choices });
  return {
    person: [
      choice('salutationId', lists.salutations),
      field('title'),
      field('firstName'),
      field('lastName'),
      choice('genderId', lists.genders),
      choice('nationalityId', lists.nationalities),
      field('birth.date', 'date'),
      field('birth.place'),
      field('birth.name'),
      choice('birth.countryId', lists.countries),
    ],
    contact: [
      field('contact.email', 'email', { isWide: true }),
      field('contact.phone', 'tel'),
      field('contact.mobile', 'tel'),
      field('contact.website', 'text', { isWide: true }),
      field('contact.hasWhatsApp', 'flag'),
      field('contact.whatsAppConsentChecked', 'flag'),
    ],
    address: [
      field('location.street'),
      field('location.streetNumber'),
      field('location.zipCode'),
      field('location.city'),
      field('location.addressLine1'),
      field('location.addressLine2'),
      choice('location.federalStateId', lists.states),
      choice('location.countryId', lists.countries),
    ],
    wishes: [
      field('desiredPosition', 'text', { isWide: true }),
      field('availability.availableFrom', 'date'),
      field('availability.noticePeriod'),
      field('availability.weeklyHours', 'number'),
      field('availability.shiftWork', 'flag'),
      field('availability.salaryExpectation', 'money', { per: SALARY }),
      choice('availability.salaryPeriod', lists.salaryPeriods),
      field('availability.currency', 'text'),
      field('availability.radiusKm', 'number'),
      field('availability.hasCar', 'flag'),
    ],
    workPermit: [field('workPermit.required', 'flag'), field('workPermit.validUntil', 'date')],
    assignment: [
      choice('officeId', lists.branches),
      choice('levelId', lists.levels),
      choice('sourceOfSupplyId', lists.sources),
      field('importExternalId'),
    ],
    remarks: [field('remarks', 'longText', { isWide: true })],
  };
}
