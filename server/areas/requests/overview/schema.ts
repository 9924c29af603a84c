import { flag, id, int32, line, list, nullable, oneOf, record, Type } from '../../../core/http/schema.ts';
import { REQUEST_KINDS } from '../details/schema.ts';

export const OverviewPath = Type.Object({ requestId: id('Id of the customer request, of any kind.') });
export const CompanyPlacesPath = Type.Object({ companyId: id('Id of the company.') });

/** More job ads for one request, or parts of one company, are not listed. */
export const MAXIMUM_LISTED = 500;

const ContactName = {
  name: line('First and last name.'),
  isActive: flag('Whether the contact can be chosen for a request.'),
};

export const RequestOverview = record('RequestOverviewDto', {
  id: id('Id of the request.'),
  kind: oneOf(
    [...REQUEST_KINDS],
    'Kind of the request, which is part of the path that reads and changes it.',
    { examples: ['temporarystaffing'] },
  ),
  title: line('Title.'),
  headcount: int32('Number of people needed.'),
  companyId: id('Company of the request.'),
  company: line('Name of the company.'),
  office: line('Name of the branch that handles the request.'),
  responsibleUser: nullable(line('First and last name of the responsible user.')),
  profession: nullable(line('Name of the profession in the language that Accept-Language selects.')),
  site: nullable(line('Name of the site.')),
  location: nullable(line('Name of the work location, or else its street and town. Also of a deleted one.')),
  contact: nullable(
    record(
      'RequestContactDto',
      {
        id: id('Id of the contact.'),
        ...ContactName,
        email: nullable(line('Email address.')),
        phone: nullable(line('Phone number, or else mobile number.')),
      },
      { description: 'Whom to talk to about the request. Null if nobody is named.' },
    ),
  ),
  possibleStatuses: list(
    record('RequestPossibleStatusDto', {
      id: id('Id of the status.'),
      name: line('Name of the status in the language that Accept-Language selects.'),
      isFinal: flag('Whether the request keeps this status for ever.'),
    }),
    'The statuses that the request can get now. Empty if its status is final.',
  ),
  jobAds: list(
    record('RequestJobAdDto', {
      jobAdId: id('Integer id of the job ad.'),
      title: line('Title.'),
      status: oneOf(['Editing', 'Active', 'Completed'], 'Editing is a draft, Active is published.'),
    }),
    'The job ads for the request, newest first. Empty if the caller cannot read job ads.',
  ),
});

export const CompanyPlaces = record('CompanyPlacesDto', {
  sites: list(
    record('CompanyPlaceSiteDto', {
      id: id('Id of the site.'),
      name: line('Name of the site.'),
      city: nullable(line('Town.')),
    }),
    `The active sites, at most ${MAXIMUM_LISTED}.`,
  ),
  locations: list(
    record('CompanyPlaceLocationDto', {
      id: id('Id of the work location.'),
      siteId: id('Its site.'),
      name: line('Its name, or else its street and town.'),
    }),
    `The work locations of active sites, at most ${MAXIMUM_LISTED}.`,
  ),
  contacts: list(
    record('CompanyPlaceContactDto', {
      id: id('Id of the contact.'),
      siteId: id('Its site.'),
      name: line('First and last name.'),
      position: nullable(line('Position.')),
    }),
    `The active contacts of active sites, at most ${MAXIMUM_LISTED}.`,
  ),
});
