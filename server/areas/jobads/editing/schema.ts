import {
  body,
  date,
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
import { address } from '../../addresses/index.ts';
import { PROCESS_STATUSES } from '../process-status.ts';
import { jobAdProperties } from '../record-schema.ts';

const MAXIMUM_PAGE = 200;
export const DEFAULT_PAGE = 50;

export const TEXT_LIMIT = TEXT_LENGTH;
/** Properties that contain HTML. */
export const TEXTS = ['introduction', 'tasks', 'profile', 'benefits', 'contactText'] as const;

const html = (description: string) =>
  optional(
    longText(
      `${description} Can contain the HTML tags p, ul, ol, li, strong, em, b, i, br, h2 to h4, and a with an http, https, or mailto URL. All other HTML is removed.`,
      { examples: ['<p>Wir freuen uns auf Sie.</p>'] },
    ),
  );

const amount = (description: string) =>
  optional(
    rounded(`${description} In units of the currency.`, {
      decimals: 2,
      minimum: 0,
      maximum: 9_999_999_999,
      examples: [16.5],
    }),
  );

const salary = {
  from: amount('Lowest salary.'),
  to: amount('Highest salary. Must not be less than from.'),
  currency: optional(
    line('ISO 4217 code. Required with an amount.', {
      pattern: '^[A-Z]{3}$',
      patternMessage: 'must be a currency code such as EUR',
      maxLength: 3,
      examples: ['EUR'],
    }),
  ),
  period: optional(
    oneOf(['hour', 'month', 'year'], 'Period that the salary covers. Required with an amount.'),
  ),
};

const properties = {
  title: filled('Title.', { examples: ['Lagerhelfer (m/w/d) in Berlin'] }),
  officeId: reference('branch', 'Branch (GET /branches).', { examples: [1] }),
  responsibility: optional(reference('user', 'Responsible user (GET /users/responsibilities).')),
  customerRequestId: optional(reference('customer request', 'Customer request that the job ad should fill.')),
  professionId: optional(reference('profession', 'Profession (GET /masterdata/professions).')),
  employmentType: optional(name('Type of employment, as free text.', { examples: ['Vollzeit'] })),
  weeklyHours: optional(
    rounded('Working hours per week, 0 to 60.', {
      decimals: 2,
      minimum: 0,
      maximum: 60,
      examples: [38.5],
    }),
  ),
  salary: optional(body('JobAdSalaryDto', salary, { description: 'Salary.' })),
  startDate: optional(date('First day of the employment.')),
  endDate: optional(
    date(
      'Last day (UTC) on the job portal. Must not be before the publication. Afterwards the job ad keeps its status, but the job portal no longer shows it, and no event is triggered. Null or absent means no end.',
      { examples: ['2027-03-31'] },
    ),
  ),
  location: address('Place of work.'),
  introduction: html('Introduction.'),
  tasks: html('Tasks of the position.'),
  profile: html('Skills and experience that the applicant needs.'),
  benefits: html('Benefits of the position.'),
  contactText: html('Contact for questions.'),
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
    line('Only job ads whose title, city, or postal code contains this text, ignoring case.', {
      examples: ['lager'],
    }),
  ),
  before: Type.Optional(
    int32('Value of next from the previous page. Returns job ads that were created before it.', {
      minimum: 1,
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAXIMUM_PAGE,
      default: DEFAULT_PAGE,
      description: 'Maximum number of entries per page.',
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
      officeId: id('Id of the branch.'),
      office: line('Name of the branch.'),
      responsibility: nullable(id('Id of the responsible user; null if not set.')),
      responsibleUser: nullable(line('First and last name of the responsible user; null if not set.')),
      zipCode: nullable(line('Postal code of the place of work; null if not set.')),
      city: nullable(line('City of the place of work; null if not set.')),
      endDate: nullable(date('Last day (UTC) on the job portal; null if not set.')),
      applications: int32('Number of applications received.'),
      publishedAtUtc: nullable(utc('When the job ad was last published; null if never.')),
      createdAtUtc: utc('Creation time.'),
      modifiedAtUtc: utc('Time of the last change.'),
    }),
    'The job ads, newest first.',
  ),
  next: nullable(id('Send this value as before to get the next page; null on the last page.')),
});

export const EditingRecord = record('JobAdEditingDto', {
  ...jobAdProperties,
  possibleActions: list(
    oneOf(
      ['publish', 'withdraw', 'complete', 'reopen', 'delete'],
      'Last part of the operation’s path, or delete.',
    ),
    'Actions that the status of the job ad allows.',
  ),
  missing: list(
    line('Dotted path of a property.', { examples: ['location.city'] }),
    'Properties that publishing requires and the job ad lacks, and endDate if it is over.',
  ),
});
