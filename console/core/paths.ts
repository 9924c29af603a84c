import type { ApplicationStage, JobAdStatus } from './api/records.ts';

/** The id of a branch, or those of the user, or all. */
export type BranchChoice = number | 'mine' | 'all';

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

/** What the page for developers shows, in its address. Absent: the registrations of webhooks. */
export interface DevelopersSearch {
  tab?: 'deliveries' | 'clients' | 'tokens';
  /** The first and the last day of the deliveries. */
  from?: string;
  to?: string;
  event?: number[];
  /** The id of the record that the event is about. */
  record?: number;
  status?: DeliveryStatus;
  /** The delivery whose details are open. */
  delivery?: string;
  /** The API client that is open. */
  client?: string;
  /** Of the ledger, such as 2026-03. */
  month?: string;
}

export interface NewCandidateSearch {
  /** The job ad that the new candidate applies for. */
  jobAd?: number;
}
/** What the list of candidates shows, in its address. Absent: what it shows by default. */
export interface CandidateSearch {
  text?: string;
  branch?: BranchChoice;
  status?: number[];
  stage?: ApplicationStage[];
  responsible?: number[];
  profession?: number[];
  licence?: number[];
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

/** Every address of the console, below /app. */
export const paths = {
  signIn: '/sign-in',
  today: '/',
  applications: '/applications',
  candidates: '/candidates',
  candidate: (id: number) => `/candidates/${id}`,
  profile: '/settings/profile',
  candidateNew: '/candidates/new',
  company: (id: number) => `/companies/${id}`,
  requests: '/requests',
  requestNew: '/requests/new',
  request: (id: number) => `/requests/${id}`,
  jobAds: '/jobads',
  jobAdNew: '/jobads/new',
  jobAd: (id: number) => `/jobads/${id}`,
  privacy: '/privacy',
  developers: '/developers',
  pipeline: (id: number) => `/jobads/${id}/pipeline`,
} as const;
