import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import type { Operation } from '../../../core/api/operation.ts';
import { checkEntries } from '../../../core/forms/check-entries.ts';
import { type Field, toValue } from '../../../core/forms/fields.ts';
import { useCreation } from '../../../core/forms/use-creation.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { paths, type RequestKind } from '../../../core/paths.ts';
import type { Formats } from '../../../core/texts/formats.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import {
  requestCreateDirectPlacement,
  requestCreateServiceContract,
  requestCreateTemporaryStaffing,
} from '../../../generated/operations.ts';
import type { SchemaTemporaryStaffingRequestCreateDto } from '../../../generated/types.ts';
import { KINDS } from '../list/search.ts';

const CREATIONS = {
  temporarystaffing: requestCreateTemporaryStaffing,
  directplacement: requestCreateDirectPlacement,
  servicecontract: requestCreateServiceContract,
};

/** What a request of any kind is created with. */
const PROPERTIES = [
  'companyId',
  'title',
  'professionId',
  'headcount',
  'startDate',
  'endDate',
  'siteId',
  'locationId',
  'contactId',
  'officeId',
  'responsibility',
  'importExternalId',
  'description',
  'requirements',
  'weeklyHours',
  'shiftModel',
  'payGroup',
  'hourlyWage',
  'billingRate',
  'salaryFrom',
  'salaryTo',
  'feePercent',
  'scope',
  'fixedPrice',
  'acceptanceDate',
] as const;

/** Those of all kinds. */
const NUMBERS = [
  ...(['headcount', 'weeklyHours', 'feePercent'] as const).map((property) => ({
    property,
    kind: 'number' as const,
  })),
  ...(['hourlyWage', 'billingRate', 'salaryFrom', 'salaryTo', 'fixedPrice'] as const).map((property) => ({
    property,
    kind: 'money' as const,
  })),
];

type Entries = Readonly<Record<(typeof PROPERTIES)[number] | 'kind', string>>;
export type EntryName = keyof Entries;

export const kindOf = (entries: Entries): RequestKind =>
  KINDS.find((kind) => kind === entries.kind) ?? 'temporarystaffing';

function emptyWith(entries: Partial<Entries>): Entries {
  const empty = Object.fromEntries(PROPERTIES.map((property) => [property, '']));
  return { ...empty, kind: 'temporarystaffing', headcount: '1', ...entries } as Entries;
}

/** What was entered in the fields of this kind of request. */
function bodyOf(entries: Entries, fields: readonly Field[], formats: Formats) {
  const values = Object.fromEntries(
    fields
      .map(
        (field) => [field.property, toValue(field, entries[field.property as EntryName], formats)] as const,
      )
      .filter(([, value]) => value !== null),
  );
  checkEntries(values, fields);
  return values;
}

/** A form that creates a request. `fieldsOf` returns the fields that are shown. */
export function useNewRequest(given: Partial<Entries>, fieldsOf: () => readonly Field[]) {
  const { texts, formats } = useLanguage();
  const show = useMessages();
  const queryClient = useQueryClient();
  const initial = emptyWith(given);
  return useCreation<Entries>({
    // From the page of another company, another request is begun.
    name: `request-new-${given.companyId ?? ''}`,
    initial,
    numbers: NUMBERS,
    isBegun: (entries) =>
      Object.entries(entries).some(([name, entry]) => entry !== initial[name as EntryName]),
    create: async (entries, idempotencyKey) => {
      const operation = CREATIONS[kindOf(entries)] as Operation<'request_createTemporaryStaffing'>;
      return call(operation, {
        path: { customerId: Number(entries.companyId) },
        body: bodyOf(entries, fieldsOf(), formats) as unknown as SchemaTemporaryStaffingRequestCreateDto,
        idempotencyKey,
      });
    },
    onCreated: ({ title }) => {
      show({ text: texts.requests.created(title) });
      void queryClient.invalidateQueries({ queryKey: ['requests'] });
    },
    pathOf: paths.request,
  });
}
