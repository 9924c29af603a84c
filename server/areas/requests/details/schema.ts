import {
  body,
  creationTime,
  date,
  decimal,
  filled,
  id,
  int32,
  line,
  list,
  longText,
  name,
  nullable,
  oneOf,
  optional,
  partial,
  record,
  reference,
  rounded,
  type Static,
  TEXT_LENGTH,
  Type,
  utc,
  uuid,
} from '../../../core/http/schema.ts';

export const REQUEST_KINDS = ['temporarystaffing', 'directplacement', 'servicecontract'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

const LARGEST_AMOUNT = 9_999_999_999;
const LARGEST_PRICE = 999_999_999_999;

const amount = (description: string, options: { maximum?: number; examples?: number[] } = {}) =>
  rounded(`${description}, in euros.`, { decimals: 2, minimum: 0, maximum: LARGEST_AMOUNT, ...options });

const commonProperties = {
  officeId: reference('branch', 'Branch that handles the request (GET /branches).', {
    examples: [1],
  }),
  siteId: optional(reference('site', 'Site of this company (GET /customers/{customerId}, offices).')),
  locationId: optional(
    reference(
      'work location',
      'Work location of this company, and of the site if siteId is set (GET /customers/offices/{officeId}, locations). A deleted work location stays on its requests, but new references to it are rejected.',
    ),
  ),
  contactId: optional(
    reference('contact', 'Contact of this company, at any of its sites (GET /customers/offices/{officeId}).'),
  ),
  title: filled('Title, such as the position to fill.', { examples: ['Staplerfahrer (m/w/d), Frühschicht'] }),
  professionId: optional(
    reference('profession', 'Key of the occupation catalog (GET /masterdata/professions).', {
      examples: [27449],
    }),
  ),
  headcount: int32('Number of people needed, 1 to 1000.', { minimum: 1, maximum: 1000, examples: [3] }),
  startDate: date('First day of work.', { examples: ['2026-05-01'] }),
  endDate: optional(date('Last day of work. Must not be before startDate.', { examples: ['2026-10-31'] })),
  description: optional(longText('Description of the work.')),
  requirements: optional(longText('Required qualifications.')),
  responsibility: optional(reference('user', 'Responsible user (GET /users/responsibilities).')),
  importExternalId: optional(
    name('Id in the source system, unique among the tenant’s customer requests.', {
      examples: ['erp-20044'],
    }),
  ),
};

/** The properties of a body that only one kind of request has. */
const kindProperties = {
  temporarystaffing: {
    weeklyHours: optional(
      rounded('Working hours per week and person, 0 to 60.', {
        decimals: 2,
        minimum: 0,
        maximum: 60,
        examples: [37.5],
      }),
    ),
    shiftModel: optional(
      line('Shift model, as free text.', { examples: ['Früh- und Spätschicht im Wechsel'] }),
    ),
    payGroup: optional(line('Pay group of the collective agreement.', { examples: ['EG 2b'] })),
    hourlyWage: optional(amount('Hourly wage', { examples: [15.6] })),
    billingRate: optional(amount('Hourly rate that the company pays', { examples: [29.9] })),
  },
  directplacement: {
    salaryFrom: optional(amount('Minimum annual salary', { examples: [42000] })),
    salaryTo: optional(amount('Maximum annual salary, at least salaryFrom', { examples: [48000] })),
    feePercent: optional(
      rounded('Fee in percent of the first annual salary, 0 to 100.', {
        decimals: 2,
        minimum: 0,
        maximum: 100,
        examples: [24.5],
      }),
    ),
  },
  servicecontract: {
    scope: filled('Work that the contract covers.', {
      maxLength: TEXT_LENGTH,
      examples: ['Inventur im Lager Nord, rund 12.000 Stellplätze'],
    }),
    fixedPrice: optional(
      amount('Fixed price of the contract', { maximum: LARGEST_PRICE, examples: [18500] }),
    ),
    acceptanceDate: optional(
      date('Day on which the company accepts the work.', { examples: ['2026-06-30'] }),
    ),
  },
};

const createdAtUtc = creationTime();

export const TemporaryStaffingCreate = body('TemporaryStaffingRequestCreateDto', {
  ...commonProperties,
  ...kindProperties.temporarystaffing,
  createdAtUtc,
});
export const DirectPlacementCreate = body('DirectPlacementRequestCreateDto', {
  ...commonProperties,
  ...kindProperties.directplacement,
  createdAtUtc,
});
export const ServiceContractCreate = body('ServiceContractRequestCreateDto', {
  ...commonProperties,
  ...kindProperties.servicecontract,
  createdAtUtc,
});

export const TemporaryStaffingChange = partial('TemporaryStaffingRequestChangeDto', {
  ...commonProperties,
  ...kindProperties.temporarystaffing,
});
export const DirectPlacementChange = partial('DirectPlacementRequestChangeDto', {
  ...commonProperties,
  ...kindProperties.directplacement,
});
export const ServiceContractChange = partial('ServiceContractRequestChangeDto', {
  ...commonProperties,
  ...kindProperties.servicecontract,
});

type AnyKind = Static<typeof TemporaryStaffingCreate> &
  Static<typeof DirectPlacementCreate> &
  Static<typeof ServiceContractCreate>;

/** A property that bodies can create and change. `createdAtUtc` is not one, because only creations can send it. */
export type RequestProperty = Exclude<keyof AnyKind, 'createdAtUtc'>;

/** A body of any kind. A property that was left out is absent. */
export type RequestBody = Partial<AnyKind>;

/** The names of the properties that requests of this kind have. */
export function propertiesOf(kind: RequestKind): RequestProperty[] {
  return [...Object.keys(commonProperties), ...Object.keys(kindProperties[kind])] as RequestProperty[];
}

export const CompanyPath = Type.Object({ customerId: id('Id of the company.') });
export const RequestPath = Type.Object({ requestId: id('Id of the customer request, of any kind.') });

const commonRecordProperties = {
  id: id('Id of the customer request.'),
  rowGuid: uuid('Global id of the request.'),
  kind: oneOf([...REQUEST_KINDS], 'Kind of the request, as in its path.'),
  customerId: id('Id of the company.'),
  customerName: line('Name of the company.'),
  officeId: id('Id of the branch that handles the request.'),
  siteId: nullable(id('Id of the site; null if not set.')),
  locationId: nullable(
    id(
      'Id of the work location; null if not set. A deleted work location stays here, but reading it returns 404.',
    ),
  ),
  contactId: nullable(id('Id of the contact; null if not set.')),
  title: line('Title.'),
  professionId: nullable(id('Key of the occupation catalog; null if not set.')),
  headcount: int32('Number of people needed.'),
  startDate: date('First day of work.'),
  endDate: nullable(date('Last day of work; null if open-ended.')),
  description: nullable(longText('Description of the work; null if not set.')),
  requirements: nullable(longText('Required qualifications; null if not set.')),
  responsibility: nullable(id('Id of the responsible user; null if not set.')),
  statusId: id('1 is open, 2 is in progress, 3 is filled, 4 is cancelled, 5 is closed.'),
  status: nullable(line('Name of the status in the language that Accept-Language selects.')),
  statusHistory: list(
    record('RequestStatusEntry', {
      id: id('Id of the entry.'),
      statusId: id('The status.'),
      status: nullable(line('Name of the status in the language that Accept-Language selects.')),
      comment: nullable(longText('Reason for the status; null if none was sent.')),
      setAtUtc: utc('When the status was set, or set again with another comment.'),
    }),
    'Every status that the request has had, newest first. The first entry is the current status.',
  ),
  importExternalId: nullable(line('Id in the source system; null if not imported.')),
  importedAtUtc: nullable(utc('When importExternalId was first set; null if not imported.')),
  createdAtUtc: utc('Creation time. For an import, the creation time in the source system.'),
  modifiedAtUtc: utc('Time of the last change, including status changes.'),
};

export const TemporaryStaffingRecord = record('TemporaryStaffingRequestDto', {
  ...commonRecordProperties,
  weeklyHours: nullable(decimal('Working hours per week and person; null if not set.')),
  shiftModel: nullable(line('Shift model, as free text; null if not set.')),
  payGroup: nullable(line('Pay group of the collective agreement; null if not set.')),
  hourlyWage: nullable(decimal('Hourly wage in euros; null if not set.')),
  billingRate: nullable(decimal('Hourly rate that the company pays, in euros; null if not set.')),
  maximumAssignmentUntil: date(
    'Last permitted day of an assignment that begins on startDate: startDate plus 18 calendar months, minus one day. German law does not allow a longer assignment of one person to one company without a break, unless a collective agreement sets another limit. If the month reached after 18 months has no such day, its last day (section 188 BGB). At most 9999-12-31.',
    { examples: ['2027-10-31'] },
  ),
  equalPayFrom: date(
    'startDate plus 9 calendar months. From this day German law requires equal pay, unless a collective agreement sets another day. If the month has no such day, the first day of the next month (section 188 BGB). At most 9999-12-31.',
    { examples: ['2027-02-01'] },
  ),
});

export const DirectPlacementRecord = record('DirectPlacementRequestDto', {
  ...commonRecordProperties,
  salaryFrom: nullable(decimal('Minimum annual salary in euros; null if not set.')),
  salaryTo: nullable(decimal('Maximum annual salary in euros; null if not set.')),
  feePercent: nullable(decimal('Fee in percent of the first annual salary; null if not set.')),
});

export const ServiceContractRecord = record('ServiceContractRequestDto', {
  ...commonRecordProperties,
  scope: longText('Work that the contract covers.'),
  fixedPrice: nullable(decimal('Fixed price of the contract in euros; null if not set.')),
  acceptanceDate: nullable(date('Day on which the company accepts the work; null if not set.')),
});
