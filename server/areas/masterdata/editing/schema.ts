import {
  body,
  filled,
  flag,
  id,
  line,
  list,
  oneOf,
  partial,
  record,
  type Static,
  Type,
} from '../../../core/http/schema.ts';

/** The lists that each tenant owns. */
export const TENANT_LISTS = ['qualifications', 'channels', 'sourcesofsupply', 'industries'] as const;
export type TenantList = (typeof TENANT_LISTS)[number];

const listName = line(`One of ${TENANT_LISTS.join(', ')}.`, { examples: ['qualifications'] });

export const ListPath = Type.Object({ list: listName });
export const EntryPath = Type.Object({ list: listName, entryId: id('Id of the entry.') });

const entryName = (language: string, example: string) =>
  filled(
    `Name in ${language}. It must be unique in the list, regardless of case, and ß is the same as ss. Surrounding white space is removed.`,
    { examples: [example] },
  );

const names = {
  nameEn: entryName('English', 'Forklift licence'),
  nameDe: entryName('German', 'Staplerschein'),
};

export const EntryCreate = body('ListEntryCreateDto', names);
export const EntryChange = partial('ListEntryChangeDto', {
  ...names,
  isExpired: flag('Whether new records can no longer refer to it. Existing records keep it.'),
});

export const EntriesResponse = record('ListEntriesResponse', {
  list: oneOf([...TENANT_LISTS], 'The list.'),
  entries: list(
    record('ListEntryReadDto', {
      id: id('Id that records refer to. Its meaning never changes.'),
      nameEn: line('Name in English.'),
      nameDe: line('Name in German.'),
      isExpired: flag('Whether new records can no longer refer to it. Existing records keep it.'),
      isFixed: flag('Whether the service itself uses the entry, so that it cannot expire.'),
    }),
    'All entries, sorted by id.',
  ),
});

export type EntryChangeBody = Static<typeof EntryChange>;
