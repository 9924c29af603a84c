import { accessEndpoints } from './areas/access/index.ts';
import { applicationEndpoints } from './areas/applications/index.ts';
import { branchEndpoints, branchReferences } from './areas/branches/index.ts';
import { candidateEndpoints } from './areas/candidates/index.ts';
import { changeEndpoints, historyEndpoints, latestEndpoints } from './areas/changes/index.ts';
import { communicationEndpoints } from './areas/communication/index.ts';
import { companyEndpoints, companyReferences } from './areas/companies/index.ts';
import { documentEndpoints } from './areas/documents/index.ts';
import { jobAdEndpoints, jobAdReferences } from './areas/jobads/index.ts';
import { mailEndpoints } from './areas/mail/index.ts';
import { masterDataEndpoints, masterDataReferences } from './areas/masterdata/index.ts';
import { mergingEndpoints } from './areas/merging/index.ts';
import { portalEndpoints } from './areas/portal/index.ts';
import { privacyEndpoints } from './areas/privacy/index.ts';
import { proposalEndpoints } from './areas/proposals/index.ts';
import { reportEndpoints } from './areas/reports/index.ts';
import { requestEndpoints, requestReferences } from './areas/requests/index.ts';
import { searchEndpoints } from './areas/search/index.ts';
import { userEndpoints, userReferences } from './areas/users/index.ts';
import { webhookEndpoints } from './areas/webhooks/index.ts';
import { workEndpoints, workReferences } from './areas/work/index.ts';
import type { AnyEndpoint, ReferenceKinds } from './core/http/index.ts';

/** Every operation of the product, by area. */
export const ENDPOINTS: readonly AnyEndpoint[] = [
  ...mergingEndpoints,
  ...candidateEndpoints,
  ...documentEndpoints,
  ...applicationEndpoints,
  ...communicationEndpoints,
  ...companyEndpoints,
  ...requestEndpoints,
  ...jobAdEndpoints,
  ...reportEndpoints,
  ...userEndpoints,
  ...branchEndpoints,
  ...masterDataEndpoints,
  ...webhookEndpoints,
  ...changeEndpoints,
  ...latestEndpoints,
  ...historyEndpoints,
  ...portalEndpoints,
  ...privacyEndpoints,
  ...accessEndpoints,
  ...mailEndpoints,
  ...workEndpoints,
  ...searchEndpoints,
  ...proposalEndpoints,
];

/** Every kind of record that a request can refer to. */
export const REFERENCES: ReferenceKinds = {
  ...masterDataReferences,
  ...branchReferences,
  ...userReferences,
  ...jobAdReferences,
  ...companyReferences,
  ...requestReferences,
  ...workReferences,
};
