import {
  date,
  decimal,
  id,
  line,
  longText,
  nullable,
  oneOf,
  record,
  utc,
  uuid,
} from '../../core/http/schema.ts';
import { AddressRead } from '../addresses/index.ts';
import { PROCESS_STATUSES } from './process-status.ts';

const html = (description: string) =>
  nullable(
    longText(
      `${description} HTML of p, ul, ol, li, strong, em, b, i, br, h2 to h4 and a; safe to be shown as it is.`,
    ),
  );

/** What a job ad shows to whoever may read it. */
export const jobAdProperties = {
  id: uuid('Global id of the job ad.'),
  jobAdId: id('Integer id of the job ad: the jobAdId of applications.'),
  title: line('Title.'),
  status: oneOf(
    [...PROCESS_STATUSES],
    'Editing: a draft. Active: published. Completed: taken off the job portal.',
  ),
  officeId: id('Branch.'),
  office: line('Name of the branch.'),
  responsibility: nullable(id('Responsible user.')),
  customerRequestId: nullable(id('Customer request that the job ad is to fill.')),
  professionId: nullable(id('Profession (GET /masterdata/professions).')),
  employmentType: nullable(line('Kind of employment.', { examples: ['Vollzeit'] })),
  weeklyHours: nullable(decimal('Hours a week.')),
  salary: record(
    'JobAdSalary',
    {
      from: nullable(decimal('Lowest salary.')),
      to: nullable(decimal('Highest salary.')),
      currency: nullable(line('ISO 4217 code.', { examples: ['EUR'] })),
      period: nullable(oneOf(['hour', 'month', 'year'], 'What the salary is for.')),
    },
    { description: 'Salary; every part is null where nothing is said.' },
  ),
  startDate: nullable(date('First day of the employment; null: at once or by agreement.')),
  location: AddressRead,
  introduction: html('Introduction.'),
  tasks: html('What is to be done.'),
  profile: html('What the applicant brings.'),
  benefits: html('What the employer offers.'),
  contactText: html('Whom to ask.'),
  portalUrl: nullable(line('Address of the job ad on the job portal; null unless it is Active.')),
  applyUrl: nullable(line('Address of the application form; null unless the job ad is Active.')),
  publishedAtUtc: nullable(utc('When it was last published; null before the first time.')),
  completedAtUtc: nullable(utc('When it was completed; null unless it is Completed.')),
  createdAtUtc: utc('Creation time.'),
  modifiedAtUtc: utc('Time of the last change.'),
};
