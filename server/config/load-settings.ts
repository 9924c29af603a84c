import { integer } from './values.ts';

export interface LoadSettings {
  /** Per process. */
  streamConnections: number;
  streamStallSeconds: number;
  /** Per process. */
  downloads: number;
  /** Per process. */
  uploads: number;
  /** Per process. */
  requestsInProgress: number;
}

/** The settings that keep slow and numerous callers from stopping the others. */
export const LOAD_SETTINGS = [
  {
    name: 'STREAM_CONNECTIONS',
    key: 'streamConnections',
    default: '6',
    meaning:
      'Maximum number of exports, lists and change windows that a process reads from the database at the same time, with connections beyond DATABASE_CONNECTIONS. One application can use a third of them, one tenant two thirds.',
    limits: '3 to 100',
    read: (text: string | undefined) => integer(text, 6, 3, 100),
  },
  {
    name: 'STREAM_STALL_SECONDS',
    key: 'streamStallSeconds',
    default: '60',
    meaning:
      'Seconds in which the reader of a streamed response must take at least 64 KiB. The connection of a slower reader is closed.',
    limits: '1 to 600',
    read: (text: string | undefined) => integer(text, 60, 1, 600),
  },
  {
    name: 'DOWNLOADS',
    key: 'downloads',
    default: '60',
    meaning:
      'Maximum number of documents that a process sends at the same time. One application can use a third of them, one tenant two thirds.',
    limits: '3 to 10000',
    read: (text: string | undefined) => integer(text, 60, 3, 10_000),
  },
  {
    name: 'UPLOADS',
    key: 'uploads',
    default: '60',
    meaning:
      'Maximum number of requests with documents, or with bodies above 64 KiB, that a process receives at the same time. One application can use a third of them, one tenant two thirds.',
    limits: '3 to 10000',
    read: (text: string | undefined) => integer(text, 60, 3, 10_000),
  },
  {
    name: 'REQUESTS_IN_PROGRESS',
    key: 'requestsInProgress',
    default: '6',
    meaning:
      'Maximum number of requests that a process works on at the same time. One tenant can use three quarters of them. Others wait for a moment, and under lasting overload they are rejected.',
    limits: '4 to 1000',
    read: (text: string | undefined) => integer(text, 6, 4, 1000),
  },
] as const;
