import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import type { Choice, Field as FormField } from '../../../core/forms/fields.ts';
import { useUserChoices } from '../../../core/forms/use-choices.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { FIELDS, type Field, KINDS, LIMITS } from './values.ts';

const toChoices = (entries: readonly { id: number; name: string }[] | undefined) =>
  entries?.map(({ id, name }) => ({ value: id, label: name }));

/** The id of the input. */
export const idOf = (property: string): string => `jobad-${property}`;

/**
 * The fields with their names, and with the names of what is chosen in them. `responsibility` is stored, and can be a user who was
 * deactivated.
 */
export function useFields(responsibility: number | null = null): readonly FormField[] {
  const { fields, periods } = useTexts().jobAds;
  const may = useMay();
  const branches = useQuery({ ...queries.branches(), enabled: may('branches:read') });
  const users = useUserChoices(may('users:read'), responsibility);
  const countries = useQuery(queries.valueList('countries'));
  const states = useQuery(queries.valueList('federalstates'));
  const choices: Partial<Record<Field, readonly Choice[]>> = {
    officeId: may('branches:read') ? toChoices(branches.data?.branches) : [],
    responsibility: may('users:read') ? users : [],
    'salary.period': Object.entries(periods).map(([value, label]) => ({ value, label })),
    'location.countryId': toChoices(countries.data),
    'location.federalStateId': toChoices(states.data),
  };
  return FIELDS.map((property) => ({
    property,
    label: fields[property],
    kind: KINDS[property],
    // Of the others, no names are read.
    choices: property in choices ? choices[property] : [],
    limit: LIMITS[property],
  }));
}
