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

/** Lists that every tenant has for itself. */
export const TENANT_LISTS = ['qualifications', 'channels', 'sourcesofsupply', 'industries'] as const;
export type TenantList = (typeof TENANT_LISTS)[number];

const listName = line(`One of ${TENANT_LISTS.join(', ')}.`, { examples: ['qualifications'] });

export const ListPath = Type.Object({ list: listName });
export const EntryPath = Type.Object({ list: listName, entryId: id('Id of the entry.') });

const entryName = (language: string, example: string) =>
  filled(
    `Name in ${language}. White space at the ends is dropped; no other entry of the list has it, whatever the case of its letters.`,
    { examples: [example] },
  );

const names = {
  nameEn: entryName('English', 'Forklift licence'),
  nameDe: entryName('German', 'Staplerschein'),
};

export const EntryCreate = body('ListEntryCreateDto', names);
export const EntryChange = partial('ListEntryChangeDto', {
  ...names,
  isExpired: flag('No longer offered for new records; existing ones keep it.'),
});

export const EntriesResponse = record('ListEntriesResponse', {
  list: oneOf([...TENANT_LISTS], 'The list.'),
  entries: list(
    record('ListEntryReadDto', {
      id: id('Id that records refer to; its meaning never changes.'),
      nameEn: line('Name in English.'),
      nameDe: line('Name in German.'),
      isExpired: flag('No longer offered for new records; existing ones keep it.'),
      isFixed: flag('The service itself refers to the entry: it cannot expire.'),
    }),
    'All entries, by id.',
  ),
});

export type EntryChangeBody = Static<typeof EntryChange>;
