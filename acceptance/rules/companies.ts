import type { RuleList } from './rule-list.ts';

// Companies, their parts, and their requests.

export const COMPANIES = {
  companies: {
    createdWithName: 'A company needs a name.',
    readAsSent: 'A company is read back as it was sent, with its sites.',
    externalIdUnique: 'An id of the source system belongs to one record of its type.',
    numberUnique: 'A customer number belongs to one company.',
    changePartly: 'A change of a company is partial and returns 204.',
    neverDeleted: 'Companies cannot be deleted. Set their status instead.',
    status: 'The status must be in the list.',
    contractStatus: 'The contract has a separate status.',
    history:
      'The history has every change of the status and every event of sites, work locations and contacts.',
    notes: 'Notes can be added to the history.',
    order: 'A company is created first, then its site, then the work location.',
  },
  sites: {
    created: 'A site belongs to a company and needs a description.',
    readWithParts: 'A site is read with its work locations and contacts.',
    changePartly: 'A change of a site is partial.',
    status: 'A site can be deactivated and activated again.',
    inactive: 'Nothing new can be created below a deactivated site.',
    chain: 'A site can only be changed under its company.',
    notBranches: 'Sites are not branches: the id of one is not valid for the other.',
  },
  locations: {
    created: 'A work location belongs to a site and is read back as it was sent.',
    importFields: 'It has the id of the source system and the time of the import.',
    changePartly: 'A change of a work location is partial and returns 204.',
    siteInBodyIgnored: 'A work location cannot be moved to another site. A site in the body is ignored.',
    noAddressLines: 'Its address has no address lines.',
    contactOfCompany: 'Its contact must belong to the same company.',
    deleted: 'A deleted work location is removed from the site and returns 404.',
    deletedOnce: 'It can be deleted once.',
    deletionInHistory: 'The deletion is recorded in the history of the company.',
    requestsStay: 'Requests that refer to it remain.',
    chain: 'The company, the site and the work location must belong together.',
    creationTime: 'A creation time can be set. The time of the last change is always that of the call.',
  },
  contacts: {
    created: 'A contact belongs to a site and needs a last name.',
    changePartly: 'A change of a contact is partial.',
    status: 'A contact can be deactivated and activated again.',
    chain: 'A contact can only be changed under its site.',
  },
  requests: {
    threeKinds:
      'A request is for temporary staff, a placement or a service contract. Each kind has its own paths.',
    common: 'Every request needs a branch, a title, a headcount from 1 to 1000 and a start date.',
    scopeRequired: 'A service contract needs a scope: what is to be delivered.',
    staffingLimits:
      'The last permitted day of a temporary assignment is the day before 18 months have passed. Equal pay begins after nine.',
    onlyOwnParts: 'The site, work location and contact of a request must belong to its company.',
    changePartly: 'A change of a request is partial.',
    status: 'One operation sets the status for all kinds. A new request is open.',
    finalStatus: 'Cancelled and closed are final.',
    evaluation: 'Key figures per branch and kind are returned in an envelope.',
  },
} as const satisfies RuleList;
