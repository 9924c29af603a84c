import {
  body,
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
  type Static,
  TEXT_LENGTH,
  Type,
  utc,
  uuid,
} from '../../../core/http/schema.ts';
import { addressLines, addressProperties } from '../../addresses/index.ts';
import { PROCESS_STATUSES } from '../process-status.ts';
import { jobAdProperties } from '../record-schema.ts';

const MAXIMUM_PAGE = 200;
export const DEFAULT_PAGE = 50;

export const TEXT_LIMIT = TEXT_LENGTH;
/** Properties that take HTML. */
export const TEXTS = ['introduction', 'tasks', 'profile', 'benefits', 'contactText'] as const;

const html = (description: string) =>
  optional(
    longText(
      `${description} HTML: p, ul, ol, li, strong, em, b, i, br, h2 to h4 and a with an http, https or mailto address are kept, everything else is taken out.`,
      { examples: ['<p>Wir freuen uns auf Sie.</p>'] },
    ),
  );

const amount = (description: string) =>
  optional(
    decimal(`${description} In units of the currency, two decimals.`, {
      minimum: 0,
      maximum: 9_999_999_999,
      examples: [16.5],
    }),
  );

const salary = {
  from: amount('Lowest salary.'),
  to: amount('Highest salary, not less than from.'),
  currency: optional(
    line('ISO 4217 code; needed with an amount.', {
      pattern: '^[A-Z]{3}$',
      patternMessage: 'must be a currency code such as EUR',
      maxLength: 3,
      examples: ['EUR'],
    }),
  ),
  period: optional(oneOf(['hour', 'month', 'year'], 'What the salary is for; needed with an amount.')),
};

const properties = {
  title: filled('Title.', { examples: ['Lagerhelfer (m/w/d) in Berlin'] }),
  officeId: reference('branch', 'Branch (GET /branches).', { examples: [1] }),
  responsibility: optional(reference('user', 'Responsible user (GET /users/responsibilities).')),
  customerRequestId: optional(reference('customer request', 'Customer request that the job ad is to fill.')),
  professionId: optional(reference('profession', 'Profession (GET /masterdata/professions).')),
  employmentType: optional(name('Kind of employment.', { examples: ['Vollzeit'] })),
  weeklyHours: optional(
    decimal('Hours a week, 0 to 60, two decimals.', { minimum: 0, maximum: 60, examples: [38.5] }),
  ),
  salary: optional(body('JobAdSalaryDto', salary, { description: 'Salary.' })),
  startDate: optional(date('First day of the employment.')),
  location: optional(
    body(
      'AddressCreateDto',
      { ...addressProperties, ...addressLines },
      { description: 'Where the work is.' },
    ),
  ),
  introduction: html('Introduction.'),
  tasks: html('What is to be done.'),
  profile: html('What the applicant brings.'),
  benefits: html('What the employer offers.'),
  contactText: html('Whom to ask.'),
};

export const JobAdCreate = body('JobAdCreateDto', properties);
export const JobAdChange = partial('JobAdChangeDto', properties);

export type JobAdCreateBody = Static<typeof JobAdCreate>;
export type JobAdChangeBody = Static<typeof JobAdChange>;

export const EditingPath = Type.Object({ jobAdId: id('Integer id of the job ad.') });

export const EditingListQuery = Type.Object({
  status: Type.Optional(oneOf([...PROCESS_STATUSES], 'Only job ads with this status.')),
  officeId: Type.Optional(int32('Only job ads of this branch.', { minimum: 1, examples: [1] })),
  responsibility: Type.Optional(int32('Only job ads of this user.', { minimum: 1, examples: [17] })),
  search: Type.Optional(
    line('Only job ads whose title, city or postal code contains this text; case does not matter.', {
      examples: ['lager'],
    }),
  ),
  before: Type.Optional(
    int32('next of the page before: only job ads created before that one.', { minimum: 1 }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAXIMUM_PAGE,
      default: DEFAULT_PAGE,
      description: 'Most entries of a page.',
      examples: [50],
    }),
  ),
});

export const EditingList = record('JobAdsPage', {
  jobAds: list(
    record('JobAdOverviewDto', {
      jobAdId: id('Integer id of the job ad.'),
      id: uuid('Global id of the job ad.'),
      title: line('Title.'),
      status: oneOf([...PROCESS_STATUSES], 'Status.'),
      officeId: id('Branch.'),
      office: line('Name of the branch.'),
      responsibility: nullable(id('Responsible user.')),
      responsibleUser: nullable(line('First and last name of the responsible user.')),
      zipCode: nullable(line('Postal code of the place of work.')),
      city: nullable(line('City of the place of work.')),
      applications: int32('Applications received so far.'),
      publishedAtUtc: nullable(utc('When it was last published.')),
      createdAtUtc: utc('Creation time.'),
      modifiedAtUtc: utc('Time of the last change.'),
    }),
    'The job ads, the newest first.',
  ),
  next: nullable(id('Send it as before to get the next page; null on the last one.')),
});

export const EditingRecord = record('JobAdEditingDto', {
  ...jobAdProperties,
  possibleActions: list(
    oneOf(
      ['publish', 'withdraw', 'complete', 'reopen', 'delete'],
      'Last part of the path of the operation, or delete.',
    ),
    'What can be done with the job ad in its status.',
  ),
  missing: list(
    line('Dotted path of a property.', { examples: ['location.city'] }),
    'What publishing asks for and the job ad lacks.',
  ),
});
