import type { LISTS_DE } from './lists-de.ts';

export const LISTS_EN: typeof LISTS_DE = {
  list: 'List',
  names: {
    qualifications: 'Qualifications',
    channels: 'Channels',
    sourcesofsupply: 'Sources',
    industries: 'Industries',
  },
  leads: {
    qualifications:
      'What candidates can do, and which certificates they have. New names from applications and the API are added automatically.',
    channels:
      'How an application arrives. The number is used in links to the job portal, such as channel=28.',
    sourcesofsupply: 'How candidates find your company. Every application has a source.',
    industries: 'The industries of your client companies, and of the jobs in CVs.',
  },
  fixed:
    'Lists such as countries, languages, and professions are the same for every company. They are not listed here.',
  search: 'Search',
  state: 'State',
  states: { active: 'Active', retired: 'Retired', all: 'All' },
  count: (count) => (count === '1' ? '1 entry' : `${count} entries`),
  german: 'German',
  english: 'English',
  number: 'No.',
  actions: 'Actions',
  retired: 'retired',
  inUse: 'used by the service, can only be renamed',
  nameDe: 'Name in German',
  nameEn: 'Name in English',
  unique: 'A name can be in the list only once, in either language.',
  add: 'Add entry',
  added: (name) => `“${name}” has been added.`,
  rename: 'Rename…',
  renameNow: 'Rename',
  renameOf: (name) => `Rename: ${name}`,
  renameLead: 'Records that already have the entry show the new name.',
  renamed: 'The entry has been renamed.',
  renamedBack: 'The entry has its previous name again.',
  retire: 'Retire',
  retireOf: (name) => `Retire: ${name}`,
  retiredNow: (name) => `“${name}” can no longer be chosen. Records that have the entry keep it.`,
  bringBack: 'Bring back',
  bringBackOf: (name) => `Bring back: ${name}`,
  back: (name) => `“${name}” can be chosen again.`,
  last: (name) =>
    `“${name}” is the last active entry, and every application needs one. Add another entry first.`,
  none: 'This list has no entries yet.',
  noMatch: 'No entry matches these filters.',
  reset: 'Show all entries',
  missing: 'This entry no longer exists.',
};
