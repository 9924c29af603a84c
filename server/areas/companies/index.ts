import { ACTIVE, type AnyEndpoint, type ReferenceKind, type ReferenceKinds } from '../../core/http/index.ts';
import { activityEndpoints } from './activities/endpoints.ts';
import { companyEndpoints as detailEndpoints } from './company/endpoints.ts';
import { contactEndpoints } from './contacts/endpoints.ts';
import { locationEndpoints } from './locations/endpoints.ts';
import { overviewEndpoints } from './overviews/endpoints.ts';
import { findUsable } from './reference-queries.ts';
import { siteEndpoints } from './sites/endpoints.ts';

export const companyEndpoints: readonly AnyEndpoint[] = [
  ...overviewEndpoints,
  ...detailEndpoints,
  ...activityEndpoints,
  ...siteEndpoints,
  ...locationEndpoints,
  ...contactEndpoints,
];

function kind(name: Parameters<typeof findUsable>[2], source: string): ReferenceKind {
  return {
    source,
    find: (_services, db, tenantId, ids) => findUsable(db, tenantId, name, ids),
  };
}

/** New references to inactive contacts and deleted work locations are rejected, and by inactiveSiteFaults to inactive sites. */
export const companyReferences: ReferenceKinds = {
  company: kind('company', 'GET /customers/changes'),
  site: kind('site', 'GET /customers/{customerId}'),
  'work location': kind('location', 'GET /customers/offices/{officeId}'),
  contact: { ...kind('contact', 'GET /customers/offices/{officeId}'), condition: ACTIVE },
};

export { addNote, insertCompany } from './company/queries.ts';
export { setCompanyStatus, setContractStatus } from './company/status.ts';
export { COMPANY_MATCH, createPart, deletePart, setPartActive } from './parts.ts';
export { inactiveSiteFaults, type PartReferences, partReferenceFaults } from './reference-queries.ts';
export { coordinatesTask as companyCoordinatesTask } from './refinement.ts';
export { COMPANY_STATUS, CONTRACT_STATUS } from './rules.ts';
