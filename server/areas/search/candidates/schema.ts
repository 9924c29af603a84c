import {
  body,
  date,
  decimal,
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
import { APPLICATION_STAGES } from '../../candidates/index.ts';
import { MatchRead } from '../match-schema.ts';
import { choice, foundOf, LONGEST_QUERY, OF_INDEX, pageOf, WRITTEN_WORDS } from '../page-schema.ts';
import { SORTS } from './rules.ts';

const MAXIMUM_RADIUS_KM = 500;

export const PAGED = {
  records: 'candidates',
  usualOrder: 'latest or most relevant first, names ascending. Relevance has only this order.',
  cursor: { maxLength: 2000, example: 'WzEsImFwcGxpZWRBdFV0YyIs…' },
  countsAlone: true,
};

const orWithout = (which: string, ids: string) =>
  optional(flag(`True also finds the candidates ${which}, and only those if ${ids} is empty or omitted.`));

export const CandidateSearchRequest = body('CandidateSearchDto', {
  text: optional(
    line(
      `Words that the candidate must have, at most 10: the beginning of a name, keyword, city, employer or the like, a phone number in any notation, or an email address. Names that sound alike match, and so do Müller, Mueller and Muller. A word also matches the end of a compound. ${WRITTEN_WORDS} A text of signs only finds nobody.`,
      { maxLength: LONGEST_QUERY, examples: ['Meyer Stapler'] },
    ),
  ),
  statusIds: choice(
    reference('current or expired candidate status', 'A status (GET /masterdata/candidatestatus).'),
    'Status of the candidate.',
  ),
  withoutStatus: orWithout('without a status', 'statusIds'),
  stages: choice(
    oneOf([...APPLICATION_STAGES], 'A stage.', { examples: ['new'] }),
    'Stage of an application.',
  ),
  jobAdIds: choice(reference('job ad', 'Integer id of a job ad.'), 'Job ad of an application.'),
  officeIds: choice(
    reference('open or closed branch', 'A branch (GET /branches).'),
    'Branch of the candidate.',
    MAXIMUM_BRANCHES,
  ),
  withoutOffice: orWithout('without a branch', 'officeIds'),
  responsibilities: choice(
    reference('active or former user', 'A user (GET /users).'),
    'User who is responsible for the candidate.',
  ),
  withoutResponsibility: orWithout('for whom nobody is responsible', 'responsibilities'),
  professionIds: choice(
    reference('current or expired profession', 'A profession (GET /masterdata/professions).'),
    'Profession of the candidate.',
  ),
  driversLicenseIds: choice(
    reference('current or expired driver licence', "A driver's license (GET /masterdata/driverslicenses)."),
    "Driver's license of the candidate.",
  ),
  qualificationIds: optional(
    list(
      reference('current or expired qualification', 'A qualification (GET /masterdata/qualifications).'),
      'Qualifications that the candidate must have, all of them.',
      { maxItems: 10 },
    ),
  ),
  sourceOfSupplyIds: choice(
    reference('current or expired source of supply', 'A source (GET /masterdata/sourcesofsupply).'),
    'Source of the candidate.',
  ),
  languages: optional(
    list(
      body('CandidateSearchLanguageDto', {
        languageId: reference('current or expired language', 'A language (GET /masterdata/languages).'),
        minimumLevelId: optional(
          reference(
            'current or expired language level',
            'The lowest level (GET /masterdata/languagelevels). Omitted: any, also none.',
          ),
        ),
      }),
      'Languages that the candidate must speak, all of them.',
      { maxItems: 10 },
    ),
  ),
  around: optional(
    body(
      'CandidateSearchAroundDto',
      {
        place: line('Postal code, town, or both. The response says which place was found.', {
          minLength: 1,
          maxLength: 100,
          examples: ['10115 Berlin'],
        }),
        countryId: optional(
          reference(
            'current or expired country',
            'Country of the place. Omitted: the one where the town has the postal code, or else Germany, Austria, or Switzerland.',
          ),
        ),
        radiusKm: int32('Greatest distance in kilometers, as the crow flies.', {
          minimum: 1,
          maximum: MAXIMUM_RADIUS_KM,
          examples: [30],
        }),
      },
      {
        description: 'Only candidates within a distance of a place. Those without coordinates are not found.',
      },
    ),
  ),
  availableOn: optional(
    date('Only candidates who are available on this day. Those without a date are not found.'),
  ),
  appliedFrom: optional(date('First day of an application (UTC).')),
  appliedUntil: optional(date('Last day of an application (UTC), included.')),
  sort: optional(
    oneOf(
      [...SORTS],
      'What the candidates are sorted by. appliedAtUtc is the latest application. Default: relevance with words, otherwise appliedAtUtc. If the words are too common to compare all candidates (20,000 or more), relevance is replaced by appliedAtUtc.',
    ),
  ),
  ...pageOf(PAGED),
});

export type CandidateSearchBody = Static<typeof CandidateSearchRequest>;

const HitRead = record('CandidateSearchItemDto', {
  id: id('Id of the candidate.'),
  firstName: line('First name.'),
  lastName: line('Last name.'),
  email: nullable(line('Email address.')),
  phone: nullable(line('Phone number.')),
  mobile: nullable(line('Mobile number.')),
  zipCode: nullable(line('Postal code.')),
  city: nullable(line('City.')),
  distanceKm: nullable(decimal('Distance from the place in kilometers. Null without a place.')),
  statusId: nullable(id('Status. Null if none has been set.')),
  officeId: nullable(id('Branch of the candidate.')),
  office: nullable(line('Name of the branch.')),
  responsibility: nullable(id('User who is responsible for the candidate.')),
  responsibleUser: nullable(line('First and last name of the user.')),
  availableFrom: nullable(date('First day on which the candidate is available.')),
  appliedAtUtc: nullable(utc('When the candidate applied for the last time.')),
  stage: nullable(oneOf([...APPLICATION_STAGES], 'Stage of that application.', { examples: ['new'] })),
  jobAdId: nullable(id('Integer id of the job ad of that application. Null for a speculative one.')),
  jobAd: nullable(line('Title of the job ad.')),
  desiredPosition: nullable(line('Position that the candidate wants.')),
  profession: nullable(
    line('Name of the main profession, or else of the first, in the language from Accept-Language.'),
  ),
  createdAtUtc: utc('When the candidate was created.'),
  modifiedAtUtc: utc('When the candidate was last changed.'),
  matches: list(MatchRead, 'Where the words were found, the best place of each. Empty without words.'),
});

const AroundRead = record(
  'CandidateSearchFoundPlaceDto',
  {
    zipCode: nullable(
      line(
        'Its postal code. Of a town with several, one in the middle. Null if the name of the town is enough.',
        {
          examples: ['10115'],
        },
      ),
    ),
    city: nullable(line('Its town. Null if the postal code has several.', { examples: ['Berlin'] })),
    countryId: id('Its country.'),
    country: line('Name of the country, in the language from Accept-Language.', { examples: ['Germany'] }),
    others: list(
      line('Postal code and town.', { examples: ['15234 Frankfurt / Oder'] }),
      'Other places that have the name that was sent. Each can be sent as around.place.',
    ),
  },
  { description: 'The place that the distance is measured from. Null without around.' },
);

export type CandidateSearchAround = Static<typeof AroundRead>;

export const CandidateSearchResponse = record('CandidateSearchResponse', {
  candidates: list(HitRead, 'The candidates of the page.'),
  ...foundOf(PAGED),
  ...OF_INDEX,
  around: nullable(AroundRead),
});
