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
      `${description} Sanitized HTML with the tags p, ul, ol, li, strong, em, b, i, br, h2 to h4, and a; null if not set.`,
    ),
  );

/** The properties of a job ad that every reader sees. */
export const jobAdProperties = {
  id: uuid('Global id of the job ad.'),
  jobAdId: id('Integer id of the job ad, used as jobAdId in applications.'),
  title: line('Title.'),
  status: oneOf(
    [...PROCESS_STATUSES],
    'Editing is a draft, Active is published, Completed is no longer on the job portal.',
  ),
  officeId: id('Id of the branch.'),
  office: line('Name of the branch.'),
  responsibility: nullable(id('Id of the responsible user; null if not set.')),
  customerRequestId: nullable(id('Id of the customer request that the job ad should fill; null if not set.')),
  professionId: nullable(id('Id of the profession (GET /masterdata/professions); null if not set.')),
  employmentType: nullable(
    line('Type of employment, as free text; null if not set.', { examples: ['Vollzeit'] }),
  ),
  weeklyHours: nullable(decimal('Working hours per week; null if not set.')),
  salary: record(
    'JobAdSalary',
    {
      from: nullable(decimal('Lowest salary, in units of the currency; null if not set.')),
      to: nullable(decimal('Highest salary, in units of the currency; null if not set.')),
      currency: nullable(
        line(
          'ISO 4217 code; null if not set. Never null with an amount. A job ad can have it before it has an amount.',
          { examples: ['EUR'] },
        ),
      ),
      period: nullable(
        oneOf(
          ['hour', 'month', 'year'],
          'Period that the salary covers; null if not set. Never null with an amount. A job ad can have it before it has an amount.',
        ),
      ),
    },
    { description: 'Salary. The job ad states none if both from and to are null.' },
  ),
  startDate: nullable(date('First day of the employment; null means immediately or by agreement.')),
  endDate: nullable(
    date(
      'Extension: last day (UTC) on the job portal; null if not set. Afterwards an Active job ad keeps its status, but the job portal no longer shows it. That is not a change of the job ad: compare endDate with the current day.',
    ),
  ),
  location: AddressRead,
  introduction: html('Introduction.'),
  tasks: html('Tasks of the position.'),
  profile: html('Skills and experience that the applicant needs.'),
  benefits: html('Benefits of the position.'),
  contactText: html('Contact for questions.'),
  portalUrl: nullable(
    line(
      'URL of the job ad on the job portal; null unless the job ad is Active and its endDate is not over.',
    ),
  ),
  applyUrl: nullable(
    line('URL of the application form; null unless the job ad is Active and its endDate is not over.'),
  ),
  publishedAtUtc: nullable(utc('When the job ad was last published; null if never.')),
  completedAtUtc: nullable(utc('When the job ad was completed; null unless it is Completed.')),
  createdAtUtc: utc('Creation time.'),
  modifiedAtUtc: utc('Time of the last change.'),
};
