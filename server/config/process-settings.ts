import { availableParallelism } from 'node:os';
import { integer } from './values.ts';

export interface ProcessSettings {
  workers: number;
  /** 0 for a stop that begins at once. */
  drainSeconds: number;
}

const WORKERS = Math.min(4, availableParallelism());

/** The settings of the processes of a service, and of their end. */
export const PROCESS_SETTINGS = [
  {
    name: 'WORKERS',
    key: 'workers',
    default: 'one per core, at most 4',
    meaning: 'Number of processes that share the port.',
    limits: '1 to 64',
    read: (text: string | undefined) => integer(text, WORKERS, 1, 64),
  },
  {
    name: 'DRAIN_SECONDS',
    key: 'drainSeconds',
    default: '0',
    meaning:
      'Seconds in which the service continues to serve after a signal to stop, while /health/ready says 503 and each response closes its connection, so that load balancers send requests elsewhere.',
    limits: '0 to 120',
    read: (text: string | undefined) => integer(text, 0, 0, 120),
  },
] as const;
