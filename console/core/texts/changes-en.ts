import type { CHANGES_DE } from './changes-de.ts';

export const CHANGES_EN: typeof CHANGES_DE = {
  heading: 'Changes',
  lead: 'What GET /v3/changes returns, newest changes first: only IDs and times, no data.',
  cursorLead:
    'Each change has a cursor. A mirror that reads GET /changes with the cursor of a change continues after it.',
  entity: 'Record type',
  allEntities: 'All',
  document: 'Document',
  faults: {
    noNumber: 'Enter a whole number from 1 to 2147483647.',
    noEntity: 'Choose the record type as well: each type has its own numbers.',
  },
  when: 'Time',
  record: 'Record',
  kind: 'Change',
  kinds: { new: 'new', modified: 'modified', deleted: 'deleted' },
  recordOf: (type, id) => `${type} ${id}`,
  cursor: 'Cursor',
  copy: 'Copy cursor',
  copyOf: (record, kind, moment) => `Copy cursor: ${record}, ${kind}, ${moment}`,
  none: 'No changes yet.',
  noneLead: 'A change appears here when a record is created, changed, or deleted.',
  noneFiltered: 'No changes match these filters.',
  unfinished: 'Not all changes have been searched yet.',
  unfinishedLead: (count) =>
    `None of the latest ${count} changes matches these filters. There may be older ones.`,
  goOn: 'Search older changes',
};
