import {
  body,
  date,
  decimal,
  filled,
  id,
  int32,
  line,
  longText,
  name,
  nullable,
  oneOf,
  optional,
  partial,
  record,
  reference,
  type Static,
  TEXT_LENGTH,
  Type,
  utc,
  uuid,
} from '../../../core/http/schema.ts';

export const KIND_NAMES = ['temporarystaffing', 'directplacement', 'servicecontract'] as const;
export type RequestKind = (typeof KIND_NAMES)[number];

const LARGEST_AMOUNT = 9_999_999_999;
const LARGEST_PRICE = 999_999_999_999;
const CENTS = 'in euros; kept with two decimals';

const amount = (description: string, options: { maximum?: number; examples?: number[] } = {}) =>
  decimal(`${description}, ${CENTS}.`, { minimum: 0, maximum: LARGEST_AMOUNT, ...options });

const common = {
  officeId: reference('branch', 'The tenant’s branch that serves the request (GET /branches).', {
    examples: [1],
  }),
  siteId: optional(reference('site', 'Site of this company (GET /customers/{customerId}, offices).')),
  locationId: optional(
    reference(
      'work location',
      'Work location of this company, and of siteId where that is given (GET /customers/offices/{officeId}, locations). A deleted one stays on requests that have it and cannot be chosen anew.',
    ),
  ),
  contactId: optional(
    reference('contact', 'Contact of this company, at any of its sites (GET /customers/offices/{officeId}).'),
  ),
  title: filled('What is asked for, in one line.', { examples: ['Staplerfahrer (m/w/d), Frühschicht'] }),
  professionId: optional(
    reference('profession', 'Key of the occupation catalog (GET /masterdata/professions).', {
      examples: [27449],
    }),
  ),
  headcount: int32('How many people are needed, 1 to 1000.', { minimum: 1, maximum: 1000, examples: [3] }),
  startDate: date('First day of work.', { examples: ['2026-05-01'] }),
  endDate: optional(date('Last day of work; not before startDate.', { examples: ['2026-10-31'] })),
  description: optional(longText('What there is to do.')),
  requirements: optional(longText('What people must bring with them.')),
  responsibility: optional(reference('user', 'Responsible user (GET /users/responsibilities).')),
  importExternalId: optional(
    name('Id in the source system; unique among the tenant’s customer requests.', {
      examples: ['erp-20044'],
    }),
  ),
};

/** What only one kind of request has, as it is sent. */
const particular = {
  temporarystaffing: {
    weeklyHours: optional(
      decimal('Hours a week and person, 0 to 60; kept with two decimals.', {
        minimum: 0,
        maximum: 60,
        examples: [37.5],
      }),
    ),
    shiftModel: optional(line('Shift model in words.', { examples: ['Früh- und Spätschicht im Wechsel'] })),
    payGroup: optional(name('Pay group of the collective agreement.', { examples: ['EG 2b'] })),
    hourlyWage: optional(amount('Wage for an hour', { examples: [15.6] })),
    billingRate: optional(amount('What the company pays for an hour', { examples: [29.9] })),
  },
  directplacement: {
    salaryFrom: optional(amount('Lowest salary of a year', { examples: [42000] })),
    salaryTo: optional(amount('Highest salary of a year, not below salaryFrom', { examples: [48000] })),
    feePercent: optional(
      decimal('Fee in per cent of the first year’s salary, 0 to 100; kept with two decimals.', {
        minimum: 0,
        maximum: 100,
        examples: [24.5],
      }),
    ),
  },
  servicecontract: {
    scope: filled('What is to be achieved.', {
      maxLength: TEXT_LENGTH,
      examples: ['Inventur im Lager Nord, rund 12.000 Stellplätze'],
    }),
    fixedPrice: optional(amount('Price of the whole work', { maximum: LARGEST_PRICE, examples: [18500] })),
    acceptanceDate: optional(date('Day the work is to be accepted.', { examples: ['2026-06-30'] })),
  },
};

const createdAtUtc = optional(utc('Creation time in the source system, for imports; not in the future.'));

export const TemporaryStaffingCreate = body('TemporaryStaffingRequestCreateDto', {
  ...common,
  ...particular.temporarystaffing,
  createdAtUtc,
});
export const DirectPlacementCreate = body('DirectPlacementRequestCreateDto', {
  ...common,
  ...particular.directplacement,
  createdAtUtc,
});
export const ServiceContractCreate = body('ServiceContractRequestCreateDto', {
  ...common,
  ...particular.servicecontract,
  createdAtUtc,
});

export const TemporaryStaffingChange = partial('TemporaryStaffingRequestChangeDto', {
  ...common,
  ...particular.temporarystaffing,
});
export const DirectPlacementChange = partial('DirectPlacementRequestChangeDto', {
  ...common,
  ...particular.directplacement,
});
export const ServiceContractChange = partial('ServiceContractRequestChangeDto', {
  ...common,
  ...particular.servicecontract,
});

type Everything = Static<typeof TemporaryStaffingCreate> &
  Static<typeof DirectPlacementCreate> &
  Static<typeof ServiceContractCreate>;

/** A property that is sent and changed; `createdAtUtc` is only ever sent when creating. */
export type RequestProperty = Exclude<keyof Everything, 'createdAtUtc'>;

/** What a body of any kind can hold; a property that was left out is absent. */
export type RequestBody = Partial<Everything>;

/** The properties that requests of a kind have. */
export function propertiesOf(kind: RequestKind): RequestProperty[] {
  return [...Object.keys(common), ...Object.keys(particular[kind])] as RequestProperty[];
}

export const CompanyPath = Type.Object({ customerId: id('Id of the company.') });
export const RequestPath = Type.Object({ requestId: id('Id of the customer request, of any kind.') });

const read = nullable;

const readCommon = {
  id: id('Id of the customer request.'),
  rowGuid: uuid('Second, global id of the request.'),
  kind: oneOf([...KIND_NAMES], 'Kind of the request, as in its path.'),
  customerId: id('Company.'),
  customerName: line('Name of the company.'),
  officeId: id('The tenant’s branch that serves the request.'),
  siteId: read(id('Site of the company.')),
  locationId: read(id('Work location; one that was deleted since stays here and answers 404 by itself.')),
  contactId: read(id('Contact of the company.')),
  title: line('What is asked for.'),
  professionId: read(id('Key of the occupation catalog.')),
  headcount: int32('How many people are needed.'),
  startDate: date('First day of work.'),
  endDate: read(date('Last day of work.')),
  description: read(longText('What there is to do.')),
  requirements: read(longText('What people must bring with them.')),
  responsibility: read(id('Responsible user.')),
  statusId: id('1 open, 2 in progress, 3 filled, 4 cancelled, 5 closed.'),
  status: read(line('Name of the status in the language of Accept-Language.')),
  importExternalId: read(line('Id in the source system.')),
  importedAtUtc: read(utc('When the record was imported.')),
  createdAtUtc: utc('Creation time; for imports that of the source system.'),
  modifiedAtUtc: utc('Time of the last change, that of the status included.'),
};

export const TemporaryStaffingRecord = record('TemporaryStaffingRequestDto', {
  ...readCommon,
  weeklyHours: read(decimal('Hours a week and person.')),
  shiftModel: read(line('Shift model in words.')),
  payGroup: read(line('Pay group of the collective agreement.')),
  hourlyWage: read(decimal('Wage for an hour, in euros.')),
  billingRate: read(decimal('What the company pays for an hour, in euros.')),
  maximumAssignmentUntil: date(
    'startDate plus 18 calendar months, the longest that German law lets one person work for one company without a break; a collective agreement may say otherwise. In a month without that day its last day, and never beyond 9999-12-31.',
    { examples: ['2027-11-01'] },
  ),
  equalPayFrom: date(
    'startDate plus 9 calendar months, from when German law asks for equal pay; a collective agreement may say otherwise. In a month without that day its last day, and never beyond 9999-12-31.',
    { examples: ['2027-02-01'] },
  ),
});

export const DirectPlacementRecord = record('DirectPlacementRequestDto', {
  ...readCommon,
  salaryFrom: read(decimal('Lowest salary of a year, in euros.')),
  salaryTo: read(decimal('Highest salary of a year, in euros.')),
  feePercent: read(decimal('Fee in per cent of the first year’s salary.')),
});

export const ServiceContractRecord = record('ServiceContractRequestDto', {
  ...readCommon,
  scope: longText('What is to be achieved.'),
  fixedPrice: read(decimal('Price of the whole work, in euros.')),
  acceptanceDate: read(date('Day the work is to be accepted.')),
});
