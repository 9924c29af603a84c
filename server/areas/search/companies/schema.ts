import {
  body,
  id,
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
import { MatchRead } from '../match-schema.ts';
import { choice, foundOf, LONGEST_QUERY, OF_INDEX, pageOf, WRITTEN_WORDS } from '../page-schema.ts';
import { MAXIMUM_COMPARED } from './queries.ts';
import { SORTS } from './rules.ts';

const PAGED = {
  records: 'companies',
  usualOrder: 'names ascending, latest or most relevant first. Relevance has only this order.',
  cursor: { maxLength: 4000, example: 'WzEsIm5hbWUiLCJhc2Mi…' },
};

export const CompanySearchRequest = body('CompanySearchDto', {
  text: optional(
    line(
      `Words that the company must have, at most 10: the beginning of its name, customer number, or city, of the city of a site, or of the name of a contact, a phone number in any notation, or an email address. Names that sound alike match, and so do Müller, Mueller and Muller. ${WRITTEN_WORDS} A text of signs only finds nothing.`,
      { maxLength: LONGEST_QUERY, examples: ['Meyer Hamburg'] },
    ),
  ),
  statusIds: choice(
    reference('current or expired customer status', 'A status (GET /masterdata/customerstatus).'),
    'Status of the company.',
  ),
  contractStatusIds: choice(
    reference('current or expired contract status', 'A contract status (GET /masterdata/contractstatus).'),
    'Contract status of the company.',
  ),
  officeIds: choice(
    reference('open or closed branch', 'A branch (GET /branches).'),
    'Branch in charge of the company.',
    MAXIMUM_BRANCHES,
  ),
  industryIds: choice(
    reference('current or expired industry', 'An industry (GET /masterdata/industries).'),
    'Industry of the company.',
  ),
  responsibilities: choice(
    reference('active or former user', 'A user (GET /users).'),
    'User who is responsible for the company.',
  ),
  sort: optional(
    oneOf(
      [...SORTS],
      `What the companies are sorted by. Names are compared without case and accents. Default: relevance with words, otherwise name. If the words are too common to compare all companies (more than ${MAXIMUM_COMPARED} entries of the index), relevance is replaced by name.`,
    ),
  ),
  ...pageOf(PAGED),
});

export type CompanySearchBody = Static<typeof CompanySearchRequest>;

const HitRead = record('CompanySearchItemDto', {
  id: id('Id of the company.'),
  name: line('Name.'),
  name2: nullable(line('Second line of the name.')),
  customerNumber: nullable(line('Customer number.')),
  zipCode: nullable(line('Postal code.')),
  city: nullable(line('City.')),
  statusId: id('Status (GET /masterdata/customerstatus).'),
  contractStatusId: id('Contract status (GET /masterdata/contractstatus).'),
  industryId: nullable(id('Industry.')),
  industry: nullable(line('Name of the industry, in the language from Accept-Language.')),
  officeId: nullable(id('Branch in charge of the company.')),
  office: nullable(line('Name of the branch.')),
  responsibility: nullable(id('User who is responsible for the company.')),
  responsibleUser: nullable(line('First and last name of the user.')),
  createdAtUtc: utc('When the company was created.'),
  modifiedAtUtc: utc('When the company, or one of its sites, work locations, or contacts, was last changed.'),
  matches: list(MatchRead, 'Where the words were found, the best place of each. Empty without words.'),
});

export const CompanySearchResponse = record('CompanySearchResponse', {
  companies: list(HitRead, 'The companies of the page.'),
  ...foundOf(PAGED),
  ...OF_INDEX,
});
