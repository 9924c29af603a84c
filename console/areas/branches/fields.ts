import type { Fault } from '../../core/api/errors.ts';
import type { Branch } from '../../core/api/records.ts';
import type { Field } from '../../core/forms/fields.ts';
import type { Limits } from '../../core/forms/limits.ts';
import { useChoices } from '../../core/forms/use-choices.ts';
import { useTexts } from '../../core/texts/language.tsx';

type Property = keyof ReturnType<typeof useTexts>['branches']['fields'];

/** The fields of a branch, with the retired entries of value lists that it still has. */
export function useBranchFields(limits: Limits, branch?: Branch) {
  const { fields: labels } = useTexts().branches;
  const { countryId = null, federalStateId = null } = branch?.location ?? {};
  const countries = useChoices('countries', countryId);
  const states = useChoices('federalstates', federalStateId);
  const field = (property: Property, kind: Field['kind'] = 'text', more: Partial<Field> = {}): Field => ({
    property,
    label: labels[property],
    kind,
    limit: limits[property],
    ...more,
  });
  return {
    basics: [
      field('name', 'text', { isWide: true }),
      field('number'),
      field('phone', 'tel'),
      field('email', 'email', { isWide: true }),
    ],
    address: [
      field('location.street'),
      field('location.streetNumber'),
      field('location.zipCode'),
      field('location.city'),
      field('location.addressLine1'),
      field('location.addressLine2'),
      field('location.federalStateId', 'choice', { choices: states }),
      field('location.countryId', 'choice', { choices: countries }),
    ],
  };
}

/** What the service refuses, in words of branches. */
export function useBranchFaults(): (fault: Fault) => string | undefined {
  const { phoneFormat } = useTexts().branches;
  return ({ property, code }) => (property === 'phone' && code === 'format' ? phoneFormat : undefined);
}
