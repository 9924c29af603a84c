import { useQuery } from '@tanstack/react-query';
import type { Fault } from '../../core/api/errors.ts';
import { queries } from '../../core/api/queries.ts';
import type { ListEntry } from '../../core/api/queries-candidate.ts';
import type { Branch } from '../../core/api/records.ts';
import type { Choice, Field } from '../../core/forms/fields.ts';
import type { Limits } from '../../core/forms/limits.ts';
import { useTexts } from '../../core/texts/language.tsx';

type Property = keyof ReturnType<typeof useTexts>['branches']['fields'];

/** The fields of a branch, with the retired entries of value lists that it still has. */
export function useBranchFields(limits: Limits, branch?: Branch) {
  const { fields: labels } = useTexts().branches;
  const countries = useQuery(queries.valueList('countries'));
  const states = useQuery(queries.valueList('federalstates'));
  const { countryId = null, federalStateId = null } = branch?.location ?? {};
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
      field('location.federalStateId', 'choice', toChoices(states.data, federalStateId)),
      field('location.countryId', 'choice', toChoices(countries.data, countryId)),
    ],
  };
}

/** The entries that can be chosen, and the retired one that the branch still has. */
const toChoices = (
  entries: readonly ListEntry[] | undefined,
  kept: number | null,
): { choices?: readonly Choice[] } =>
  entries === undefined
    ? {}
    : {
        choices: entries
          .filter(({ id, isExpired }) => !isExpired || id === kept)
          .map(({ id, name }) => ({ value: id, label: name })),
      };

/** What the service refuses, in words of branches. */
export function useBranchFaults(): (fault: Fault) => string | undefined {
  const { phoneFormat } = useTexts().branches;
  return ({ property, code }) => (property === 'phone' && code === 'format' ? phoneFormat : undefined);
}
