import type {
  ApplicationStage,
  FeedEntity,
  FigureName,
  JobAdStatus,
  Role,
  UserState,
} from './api/records.ts';

/** The id of a branch, or those of the user, or all. */
export type BranchChoice = number | 'mine' | 'all';

/** Only what has no such value. */
export type Without = 'none';

/** What the queue of applications shows, in its address. Absent: what it shows by default. */
export interface QueueSearch {
  stage?: ApplicationStage | 'all';
  branch?: BranchChoice;
  order?: 'asc';
  from?: string;
  to?: string;
  /** The application beside the queue. */
  application?: number;
}

/** What the list of job ads shows, in its address. */
export interface JobAdsSearch {
  q?: string;
  status?: JobAdStatus;
  branch?: number;
  /** The page that starts after this job ad. */
  before?: number;
}

export type RequestKind = 'temporarystaffing' | 'directplacement' | 'servicecontract';

/** What the list of requests shows, in its address. Absent: what it shows by default. */
export interface RequestsSearch {
  text?: string;
  /** The id of a status, or those that are over, or all. Absent: those that are open or in progress. */
  status?: number | 'over' | 'all';
  kind?: RequestKind;
  branch?: BranchChoice;
  responsible?: number;
  company?: number;
  sort?: RequestSort;
}

/** Absent: the newest first. */
export type RequestSort = 'start' | 'changed';

export interface NewRequestSearch {
  /** The company that the new request is of. */
  company?: number;
}

/** What the page of a request shows, in its address. Absent: the request itself. */
export interface RequestSearch extends MatchesSearch {
  tab?: 'proposals' | 'matches';
}

/** Which candidates are compared with a request, and which of them are shown. */
export interface MatchesSearch {
  /** Criteria that they must meet. */
  only?: ('profession' | 'distance' | 'availability')[];
  branch?: number;
  unproposed?: boolean;
  everyone?: boolean;
}

/** What the pipeline shows in a narrow window. */
export interface PipelineSearch {
  stage?: ApplicationStage;
}

/** What the page about privacy shows, in its address. Absent: the candidates who are due. */
export interface PrivacySearch {
  tab?: 'holds' | 'rule' | 'accesses';
  /** The first and the last day of the accesses. */
  from?: string;
  to?: string;
}

export type DeliveryStatus = 'delivered' | 'failed' | 'skipped' | 'pending';

export type CallOutcome = 'failed' | 'succeeded';

/** What the page for developers shows, in its address. Absent: the registrations of webhooks. */
export interface DevelopersSearch {
  tab?: 'deliveries' | 'changes' | 'clients' | 'calls' | 'tokens';
  /** The first and the last day of the deliveries. */
  from?: string;
  to?: string;
  event?: number[];
  /** The id of the record that the event or the change is about. */
  record?: number;
  status?: DeliveryStatus;
  /** The delivery whose details are open. */
  delivery?: string;
  /** The record type of the changes. */
  entity?: FeedEntity;
  /** The API client that is open, or whose calls are shown. */
  client?: string;
  /** How the calls ended. */
  outcome?: CallOutcome;
  /** The X-Request-Id of the only call that is shown. */
  request?: string;
  /** That of the call whose details are open. */
  call?: string;
  /** Of the ledger, such as 2026-03. */
  month?: string;
}

export type EditableList = 'qualifications' | 'channels' | 'sourcesofsupply' | 'industries';

/** What the page about value lists shows, in its address. Absent: the active qualifications. */
export interface ListsSearch {
  list?: EditableList;
  state?: 'retired' | 'all';
  q?: string;
}

/** What the page about reports shows, in its address. Absent: the applications of the last 30 days. */
export interface ReportsSearch {
  tab?: 'jobs' | 'channels' | 'offices' | 'recruiters' | 'requests';
  period?: 'all';
  /** The first and the last day. Without one of them, the period is open there. */
  from?: string;
  to?: string;
  branch?: number;
  /** How long a column of the applications is. Absent: as the period suggests. */
  by?: 'day' | 'week' | 'month';
  sort?: FigureName | 'name' | 'group';
  order?: 'asc' | 'desc';
  /** From 1. */
  page?: number;
}

export interface NewCandidateSearch {
  /** The job ad that the new candidate applies for. */
  jobAd?: number;
}

/** What the list of users shows, in its address. Absent: all but those who are deactivated. */
export interface UsersSearch {
  q?: string;
  state?: UserState | 'all';
  role?: Role;
  branch?: number;
}

/** What the list of branches shows, in its address. Absent: those that are open. */
export interface BranchesSearch {
  q?: string;
  state?: 'closed' | 'all';
}

/** What the list of candidates shows, in its address. Absent: what it shows by default. */
export interface CandidateSearch {
  text?: string;
  branch?: BranchChoice | Without;
  status?: (number | Without)[];
  stage?: ApplicationStage[];
  responsible?: (number | Without)[];
  profession?: number[];
  licence?: number[];
  qualification?: number[];
  /** The id of a language, or it and the lowest level, such as 3:2. */
  language?: string[];
  jobAd?: number[];
  source?: number[];
  place?: string;
  /** In kilometers. */
  radius?: number;
  /** The day on which the candidate is available. */
  available?: string;
  /** The first and the last day of an application. */
  from?: string;
  to?: string;
  sort?: CandidateSort;
  /** The saved view that was chosen. */
  view?: number;
}

/** Absent: the best matches first, or the latest applications without words. */
export type CandidateSort = 'applied' | 'oldest' | 'created' | 'name';

/** What the list of companies shows, in its address. Absent: what it shows by default. */
export interface CompaniesSearch {
  text?: string;
  branch?: BranchChoice;
  status?: number[];
  contract?: number[];
  industry?: number[];
  responsible?: number[];
  sort?: CompanySort;
}

/** Absent: the best matches first, or by name without words. */
export type CompanySort = 'name' | 'changed' | 'created';

/** What the page of a company shows, in its address. Absent: the profile. */
export interface CompanySearch {
  tab?: 'sites' | 'activities' | 'history';
  /** The site whose contacts are shown. */
  site?: number;
}

/** Every address of the console, below /app. */
export const paths = {
  signIn: '/sign-in',
  deactivated: '/deactivated',
  today: '/',
  applications: '/applications',
  candidates: '/candidates',
  candidate: (id: number) => `/candidates/${id}`,
  duplicates: '/candidates/duplicates',
  compare: (keptId: number, mergedId: number) => `/candidates/duplicates/${keptId}/${mergedId}`,
  companies: '/companies',
  companyNew: '/companies/new',
  company: (id: number) => `/companies/${id}`,
  settings: '/settings',
  profile: '/settings/profile',
  users: '/settings/users',
  userNew: '/settings/users/new',
  user: (id: number) => `/settings/users/${id}`,
  branches: '/settings/branches',
  branchNew: '/settings/branches/new',
  branch: (id: number) => `/settings/branches/${id}`,
  lists: '/settings/lists',
  portal: '/settings/portal',
  mail: '/settings/mail',
  cvs: '/settings/cvs',
  candidateNew: '/candidates/new',
  requests: '/requests',
  requestNew: '/requests/new',
  request: (id: number) => `/requests/${id}`,
  jobAds: '/jobads',
  jobAdNew: '/jobads/new',
  jobAd: (id: number) => `/jobads/${id}`,
  reports: '/reports',
  privacy: '/privacy',
  developers: '/developers',
  pipeline: (id: number) => `/jobads/${id}/pipeline`,
} as const;
