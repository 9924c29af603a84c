import type { Field } from '../../../core/forms/fields.ts';
import type { Limits } from '../../../core/forms/limits.ts';
import type { RequestKind } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import {
  requestChangeDirectPlacementLimits,
  requestChangeServiceContractLimits,
  requestChangeTemporaryStaffingLimits,
} from '../../../generated/limits.ts';
import { ProfessionInput } from './profession-input.tsx';
import { type StoredRequest, useRequestChoices } from './use-request-choices.ts';

type Property = keyof ReturnType<typeof useTexts>['requests']['fields'];

/** Those of creating a request are the same. */
const LIMITS: Readonly<Record<RequestKind, Limits>> = {
  temporarystaffing: requestChangeTemporaryStaffingLimits,
  directplacement: requestChangeDirectPlacementLimits,
  servicecontract: requestChangeServiceContractLimits,
};

export const PARTS = ['job', 'terms', 'place', 'assignment', 'texts'] as const;
export type Part = (typeof PARTS)[number];

/** The fields of each part of a request of this kind. */
export function useRequestFields(
  kind: RequestKind,
  companyId: number | undefined,
  stored?: StoredRequest,
): Readonly<Record<Part, readonly Field[]>> {
  const { requests: texts } = useTexts();
  const choices = useRequestChoices(companyId, stored);
  const limits = LIMITS[kind];
  const rules: Readonly<Record<string, string>> = texts.rules;
  const field = (property: Property, type: Field['kind'] = 'text', more: Partial<Field> = {}): Field => ({
    property,
    label: texts.fields[property],
    kind: type,
    limit: { ...limits[property], rule: rules[property] },
    ...more,
  });
  const choice = (property: Property, list: Field['choices']) => field(property, 'choice', { choices: list });
  const profession = stored?.overview.profession;
  const professionId = stored?.record.professionId;
  const terms: Readonly<Record<RequestKind, readonly Field[]>> = {
    temporarystaffing: [
      field('weeklyHours', 'number'),
      field('payGroup'),
      field('hourlyWage', 'money'),
      field('billingRate', 'money'),
      field('shiftModel', 'text', { isWide: true }),
    ],
    directplacement: [
      field('salaryFrom', 'money'),
      field('salaryTo', 'money'),
      field('feePercent', 'number'),
    ],
    servicecontract: [
      field('scope', 'longText', { isWide: true }),
      field('fixedPrice', 'money'),
      field('acceptanceDate', 'date'),
    ],
  };
  return {
    job: [
      field('title', 'text', { isWide: true }),
      field('professionId', 'choice', {
        Input: ProfessionInput,
        isWide: true,
        choices:
          professionId == null ? [] : [{ value: professionId, label: profession ?? `#${professionId}` }],
      }),
      field('headcount', 'number'),
      field('startDate', 'date'),
      field('endDate', 'date', { absent: texts.openEndedValue }),
    ],
    terms: terms[kind],
    place: [
      choice('siteId', choices.sites),
      choice('locationId', choices.locations),
      choice('contactId', choices.contacts),
    ].map((one) =>
      one.property === 'siteId' && !choices.hasPlaces ? { ...one, help: texts.noPlaces } : one,
    ),
    assignment: [
      choice('officeId', choices.branches),
      choice('responsibility', choices.users),
      field('importExternalId'),
    ],
    texts: [
      field('description', 'longText', { isWide: true }),
      field('requirements', 'longText', { isWide: true }),
    ],
  };
}
