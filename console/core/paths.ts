import type { ApplicationStage } from './api/records.ts';

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

/** Every address of the console, below /app. */
export const paths = {
  signIn: '/sign-in',
  today: '/',
  applications: '/applications',
  profile: '/settings/profile',
} as const;
