import { CLOUD_EVENT_FORMAT, STANDARD_FORMAT } from '../delivery/index.ts';

/** Names of the call formats, by the ids that the interface defines. */
export const DATA_TYPES: ReadonlyMap<number, string> = new Map([
  [STANDARD_FORMAT, 'Standard format'],
  [CLOUD_EVENT_FORMAT, 'Cloud-event format'],
]);
