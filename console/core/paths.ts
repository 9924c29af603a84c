import type { ApplicationStage, JobAdStatus } from './api/records.ts';

/** What the queue of applications shows, in its address. Absent: what it shows by default. */
export interface QueueSearch {
  stage?: ApplicationStage | 'all';
  branch?: number | 'mine' | 'all';
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

/** What the pipeline shows in a narrow window. */
export interface PipelineSearch {
  stage?: ApplicationStage;
}

export interface NewCandidateSearch {
  /** The job ad that the new candidate applies for. */
  jobAd?: number;
}

/** Every address of the console, below /app. */
export const paths = {
  signIn: '/sign-in',
  today: '/',
  applications: '/applications',
  profile: '/settings/profile',
  candidate: (id: number) => `/candidates/${id}`,
  candidateNew: '/candidates/new',
  jobAds: '/jobads',
  jobAdNew: '/jobads/new',
  jobAd: (id: number) => `/jobads/${id}`,
  pipeline: (id: number) => `/jobads/${id}/pipeline`,
} as const;
