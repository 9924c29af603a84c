import {
  body,
  date,
  flag,
  id,
  int32,
  line,
  list,
  MAXIMUM_BRANCHES,
  nullable,
  oneOf,
  optional,
  record,
  reference,
  type Static,
  utc,
} from '../../../core/http/schema.ts';
import { REQUEST_KINDS } from '../../requests/index.ts';
import { choice, foundOf, LONGEST_QUERY, OF_INDEX, pageOf, WRITTEN_WORDS } from '../page-schema.ts';
import { SORTS } from './rules.ts';

const PAGED = {
  records: 'requests',
  usualOrder: 'descending, and startDate ascending.',
  cursor: { maxLength: 200, example: 'WzEsImNyZWF0ZWRBdFV0YyIs…' },
};

const kind = oneOf([...REQUEST_KINDS], 'Kind of the request.', { examples: ['temporarystaffing'] });

export const RequestSearch = body('RequestSearchDto', {
  text: optional(
    line(
      `Words that the request must have, at most 10: the beginning or the end of a word of its title, its number (id), its id in the source system, or of its company the name, customer number, postal code, or town, the town of a site, or the name of a contact. Names that sound alike match. ${WRITTEN_WORDS} A text of signs only finds nothing.`,
      { maxLength: LONGEST_QUERY, examples: ['Stapler Hansa'] },
    ),
  ),
  companyIds: choice(reference('company', 'A company.'), 'Company of the request.'),
  kinds: choice(kind, 'Kind of the request.'),
  statusIds: choice(
    reference('request status', 'A status (GET /masterdata/requeststatus).', { examples: [1] }),
    'Status of the request.',
  ),
  isOpen: optional(
    flag(
      'true: only requests that are open or in progress. false: only those that are filled, cancelled, or closed. Omitted: both.',
    ),
  ),
  officeIds: choice(
    reference('open or closed branch', 'A branch (GET /branches).'),
    'Branch that handles the request.',
    MAXIMUM_BRANCHES,
  ),
  responsibilities: choice(
    reference('active or former user', 'A user (GET /users).'),
    'User who is responsible for the request.',
  ),
  startFrom: optional(date('Earliest first day of work.')),
  startUntil: optional(date('Latest first day of work, included.')),
  sort: optional(
    oneOf(
      [...SORTS],
      'What the requests are sorted by. startDate is the first day of work. Default: createdAtUtc.',
    ),
  ),
  ...pageOf(PAGED),
});

export type RequestSearchBody = Static<typeof RequestSearch>;

const RequestSearchItem = record('RequestSearchItemDto', {
  id: id('Id of the request.'),
  kind,
  title: line('Title.'),
  companyId: id('Company of the request.'),
  company: line('Name of the company.'),
  city: nullable(line('Town of the work location, or else of the site, or of the company.')),
  officeId: id('Branch that handles the request.'),
  office: line('Name of the branch.'),
  responsibility: nullable(id('User who is responsible for the request.')),
  responsibleUser: nullable(line('First and last name of the user.')),
  headcount: int32('Number of people needed.', { examples: [3] }),
  placed: int32('Number of candidates who are placed.', { examples: [2] }),
  startDate: date('First day of work.'),
  endDate: nullable(date('Last day of work. Null if open-ended.')),
  statusId: id('1 is open, 2 is in progress, 3 is filled, 4 is cancelled, 5 is closed.'),
  status: nullable(line('Name of the status in the language that Accept-Language selects.')),
  createdAtUtc: utc('When the request was created.'),
  modifiedAtUtc: utc('When the request was last changed, also its status.'),
});

export const RequestSearchResponse = record('RequestSearchResponse', {
  requests: list(RequestSearchItem, 'The requests of the page.'),
  ...foundOf(PAGED),
  ...OF_INDEX,
});
