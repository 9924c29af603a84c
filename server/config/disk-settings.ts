import { integer } from './values.ts';

/** When files are refused because a disk is nearly full. */
export const DISK_SETTINGS = [
  {
    name: 'DISK_FLOOR_MB',
    key: 'diskFloorMb',
    default: '2048 or 5 % of the disk, whichever is larger, but at most 10 %',
    meaning:
      'If a disk of the documents or of the embedded database has less free space than this number of MiB, uploads are rejected with 507, so that smaller writes continue. 0 disables the check.',
    limits: '0 to 1000000000',
    read: (text: string | undefined) => (text === undefined ? undefined : integer(text, 0, 0, 1_000_000_000)),
  },
] as const;
