import { CLOUD_EVENT_FORMAT, STANDARD_FORMAT } from '../delivery/index.ts';

/** The formats of calls, by the ids that the interface gives them. */
export const DATA_TYPES: ReadonlyMap<number, string> = new Map([
  [STANDARD_FORMAT, 'Standard format'],
  [CLOUD_EVENT_FORMAT, 'Cloud-event format'],
]);
