import type { ComponentType } from 'react';
import { readNewCandidateSearch } from './areas/applications/new-candidate/search.ts';
import { readPipelineSearch } from './areas/applications/pipeline/search.ts';
import { readQueueSearch } from './areas/applications/queue/search.ts';
import { readBranchesSearch } from './areas/branches/list/search.ts';
import { readDuplicatesSearch } from './areas/candidates/duplicates/search.ts';
import { readCandidateSearch } from './areas/candidates/list/search.ts';
import { readProfileSearch } from './areas/candidates/profile/search.ts';
import { readCompanySearch } from './areas/companies/company/search.ts';
import { readCompaniesSearch } from './areas/companies/list/search.ts';
import { readJobAdsSearch } from './areas/jobads/list/search.ts';
import { readListsSearch } from './areas/masterdata/lists/search.ts';
import { readPrivacySearch } from './areas/privacy/overview/search.ts';
import { readReportsSearch } from './areas/reports/overview/search.ts';
import { readRequestsSearch } from './areas/requests/list/search.ts';
import { readNewRequestSearch } from './areas/requests/new/search.ts';
import { readRequestSearch } from './areas/requests/record/search.ts';
import { readUsersSearch } from './areas/users/list/search.ts';
import { readDevelopersSearch } from './areas/webhooks/developers/search.ts';
import { paths } from './core/paths.ts';
import type { Texts } from './core/texts/texts-de.ts';

export interface Screen {
  path: string;
  /** The text of its heading and of its link in the main navigation. */
  title: keyof Texts['screens'];
  /** The permission that it needs. Without one, everybody who has signed in sees it. */
  permission?: string;
  /** Whether it is reached from other screens only, because its address names a record. */
  isInner?: boolean;
  /** The screens that share a link in the main navigation, and have a navigation of their own above the page. */
  group?: 'settings';
  load(): Promise<{ Page: ComponentType }>;
  /** Reads the part of the address after the question mark. */
  search?(search: Record<string, unknown>): object;
}

/** Every screen, in the order of the main navigation: the product on one page. */
export const SCREENS: readonly Screen[] = [
  {
    path: paths.today,
    title: 'today',
    load: () => import('./areas/work/today/page.tsx'),
  },
  {
    path: paths.applications,
    title: 'applications',
    permission: 'applications:read',
    load: () => import('./areas/applications/queue/page.tsx'),
    search: readQueueSearch,
  },
  {
    path: paths.candidates,
    title: 'candidates',
    permission: 'candidates:read',
    load: () => import('./areas/candidates/list/page.tsx'),
    search: readCandidateSearch,
  },
  {
    path: paths.companies,
    title: 'companies',
    permission: 'customers:read',
    load: () => import('./areas/companies/list/page.tsx'),
    search: readCompaniesSearch,
  },
  {
    path: paths.companyNew,
    title: 'newCompany',
    permission: 'customers:write',
    isInner: true,
    load: () => import('./areas/companies/new/page.tsx'),
  },
  {
    path: '/companies/$companyId',
    title: 'company',
    permission: 'customers:read',
    isInner: true,
    load: () => import('./areas/companies/company/page.tsx'),
    search: readCompanySearch,
  },
  {
    path: paths.requests,
    title: 'requests',
    permission: 'requests:read',
    load: () => import('./areas/requests/list/page.tsx'),
    search: readRequestsSearch,
  },
  {
    path: paths.requestNew,
    title: 'newRequest',
    permission: 'requests:write',
    isInner: true,
    load: () => import('./areas/requests/new/page.tsx'),
    search: readNewRequestSearch,
  },
  {
    path: '/requests/$requestId',
    title: 'request',
    permission: 'requests:read',
    isInner: true,
    load: () => import('./areas/requests/record/page.tsx'),
    search: readRequestSearch,
  },
  {
    path: paths.jobAds,
    title: 'jobAds',
    permission: 'jobads:read',
    load: () => import('./areas/jobads/list/page.tsx'),
    search: readJobAdsSearch,
  },
  {
    path: paths.jobAdNew,
    title: 'newJobAd',
    permission: 'jobads:write',
    isInner: true,
    load: () => import('./areas/jobads/new/page.tsx'),
  },
  {
    path: '/jobads/$jobAdId',
    title: 'jobAd',
    permission: 'jobads:read',
    isInner: true,
    load: () => import('./areas/jobads/ad/page.tsx'),
  },
  {
    path: '/jobads/$jobAdId/pipeline',
    title: 'pipeline',
    permission: 'applications:read',
    isInner: true,
    load: () => import('./areas/applications/pipeline/page.tsx'),
    search: readPipelineSearch,
  },
  {
    path: paths.candidateNew,
    title: 'newCandidate',
    permission: 'candidates:write',
    isInner: true,
    load: () => import('./areas/applications/new-candidate/page.tsx'),
    search: readNewCandidateSearch,
  },
  {
    path: paths.duplicates,
    title: 'duplicates',
    permission: 'candidates:read',
    isInner: true,
    load: () => import('./areas/candidates/duplicates/page.tsx'),
    search: readDuplicatesSearch,
  },
  {
    path: '/candidates/duplicates/$keptId/$mergedId',
    title: 'compare',
    permission: 'candidates:read',
    isInner: true,
    load: () => import('./areas/candidates/compare/page.tsx'),
  },
  {
    path: '/candidates/$candidateId',
    title: 'candidate',
    permission: 'candidates:read',
    isInner: true,
    load: () => import('./areas/candidates/profile/page.tsx'),
    search: readProfileSearch,
  },
  {
    path: paths.reports,
    title: 'reports',
    permission: 'reports:read',
    load: () => import('./areas/reports/overview/page.tsx'),
    search: readReportsSearch,
  },
  {
    path: paths.privacy,
    title: 'privacy',
    permission: 'privacy:read',
    load: () => import('./areas/privacy/overview/page.tsx'),
    search: readPrivacySearch,
  },
  {
    path: paths.developers,
    title: 'developers',
    // Every role may read webhooks. The screen is for those who maintain them.
    permission: 'webhooks:write',
    load: () => import('./areas/webhooks/developers/page.tsx'),
    search: readDevelopersSearch,
  },
  {
    path: paths.profile,
    title: 'profile',
    group: 'settings',
    load: () => import('./areas/users/profile/page.tsx'),
  },
  {
    path: paths.users,
    title: 'users',
    group: 'settings',
    permission: 'users:read',
    load: () => import('./areas/users/list/page.tsx'),
    search: readUsersSearch,
  },
  {
    path: paths.userNew,
    title: 'newUser',
    group: 'settings',
    permission: 'users:write',
    isInner: true,
    load: () => import('./areas/users/new/page.tsx'),
  },
  {
    path: '/settings/users/$userId',
    title: 'user',
    group: 'settings',
    permission: 'users:read',
    isInner: true,
    load: () => import('./areas/users/account/page.tsx'),
  },
  {
    path: paths.branches,
    title: 'branches',
    group: 'settings',
    permission: 'branches:read',
    load: () => import('./areas/branches/list/page.tsx'),
    search: readBranchesSearch,
  },
  {
    path: paths.branchNew,
    title: 'newBranch',
    group: 'settings',
    permission: 'branches:write',
    isInner: true,
    load: () => import('./areas/branches/new/page.tsx'),
  },
  {
    path: '/settings/branches/$branchId',
    title: 'branch',
    group: 'settings',
    permission: 'branches:read',
    isInner: true,
    load: () => import('./areas/branches/branch/page.tsx'),
  },
  {
    path: paths.lists,
    title: 'lists',
    permission: 'masterdata:read',
    group: 'settings',
    load: () => import('./areas/masterdata/lists/page.tsx'),
    search: readListsSearch,
  },
  {
    path: paths.portal,
    title: 'portal',
    permission: 'portal:read',
    group: 'settings',
    load: () => import('./areas/portal/settings/page.tsx'),
  },
  {
    path: paths.mail,
    title: 'mail',
    permission: 'mail:read',
    group: 'settings',
    load: () => import('./areas/mail/settings/page.tsx'),
  },
  {
    path: paths.cvs,
    title: 'cvs',
    permission: 'cv:read',
    group: 'settings',
    load: () => import('./areas/documents/settings/page.tsx'),
  },
];
