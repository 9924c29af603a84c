import {
  body,
  date,
  flag,
  id,
  int32,
  line,
  list,
  longText,
  MAXIMUM_BRANCHES,
  nullable,
  oneOf,
  optional,
  pageLimit,
  record,
  reference,
  type Static,
  utc,
} from '../../../core/http/schema.ts';
import { APPLICATION_STAGES } from '../../candidates/index.ts';

const MAXIMUM_LIMIT = 200;
export const DEFAULT_LIMIT = 50;
/** Beyond it, a total is not counted. */
export const MAXIMUM_TOTAL = 10_000;
const MAXIMUM_CHOICES = 100;

const choice = <T extends Parameters<typeof list>[0]>(
  items: T,
  description: string,
  maxItems = MAXIMUM_CHOICES,
) => list(items, `${description} Empty or omitted: all.`, { maxItems });

const stage = oneOf([...APPLICATION_STAGES], 'A stage.', { examples: ['new'] });

export const ApplicationSearch = body('ApplicationSearchDto', {
  stages: optional(choice(stage, 'Applications in one of these stages.')),
  jobAdIds: optional(
    choice(reference('job ad', 'Integer id of a job ad.'), 'Applications for one of these job ads.'),
  ),
  officeIds: optional(
    choice(
      reference('open or closed branch', 'A branch (GET /branches).'),
      'Applications of one of these branches. An application without a branch has that of its job ad, or else of its candidate.',
      MAXIMUM_BRANCHES,
    ),
  ),
  responsibilities: optional(
    choice(
      reference('active or former user', 'A user (GET /users).'),
      'Applications that one of these users handles. An application without a recruiter has the responsible user of its job ad, or else of its candidate.',
    ),
  ),
  startDate: optional(date('First day of the application (UTC).')),
  endDate: optional(date('Last day of the application (UTC), included.')),
  sort: optional(
    oneOf(
      ['appliedAtUtc', 'stageChangedAtUtc'],
      'What the applications are sorted by. Default: appliedAtUtc.',
    ),
  ),
  order: optional(oneOf(['desc', 'asc'], 'Newest first (desc) or oldest first (asc). Default: desc.')),
  cursor: optional(
    line('nextCursor of the previous page. Send it with the same sort and order.', {
      examples: ['WzEsImFwcGxp…'],
    }),
  ),
  limit: optional(
    pageLimit('applications', { standard: DEFAULT_LIMIT, maximum: MAXIMUM_LIMIT, examples: [25] }),
  ),
});

export type ApplicationSearchBody = Static<typeof ApplicationSearch>;

export const ApplicationSearchItem = record('ApplicationSearchItemDto', {
  id: id('Id of the application.'),
  candidateId: id('Id of the candidate.'),
  firstName: line('First name of the candidate.'),
  lastName: line('Last name of the candidate.'),
  candidateStatusId: nullable(id('Status of the candidate. Null if none has been set.')),
  jobAdId: nullable(id('Integer id of the job ad. Null for a speculative application.')),
  jobAd: nullable(line('Title of the job ad.')),
  officeId: nullable(id('Branch of the application, or else of its job ad, or of its candidate.')),
  office: nullable(line('Name of the branch.')),
  responsibility: nullable(id('User who handles the application, or else its job ad, or its candidate.')),
  responsibleUser: nullable(line('First and last name of the user.')),
  appliedAtUtc: utc('When the candidate applied.'),
  stage,
  stageChangedAtUtc: utc(
    'When the application came to its stage. For one that was never moved, when the candidate applied.',
  ),
  stageReason: nullable(longText('Why it was moved to its stage.')),
  hasCv: flag('Whether the candidate has a CV.'),
  cvDocumentId: nullable(
    id('The latest CV: that of the application, or else of the candidate. Null if there is none.'),
  ),
});

export const ApplicationSearchResponse = record('ApplicationSearchResponse', {
  applications: list(ApplicationSearchItem, 'A page of the applications.'),
  total: int32(
    `Number of applications on all pages, exact up to ${MAXIMUM_TOTAL.toLocaleString('en')}, which then means more than that if totalIsExact is false.`,
  ),
  totalIsExact: flag('Whether total is the number. If false, there are more.'),
  nextCursor: nullable(line('Send it as cursor for the next page. Null on the last page.')),
});
