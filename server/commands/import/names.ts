import {
  type CatalogList,
  type EntryRow,
  indexBranches,
  indexEntries,
  indexUsers,
  NameIndex,
  readTenantList,
  sharedList,
} from '../../areas/masterdata/index.ts';
import type { Services } from '../../core/services.ts';
import { callOperation } from '../operations.ts';

/** Ids of records by their names. */
export interface Names {
  /** The id of the record of this kind. Undefined if the text names none, or several. */
  find(kind: string, text: string): number | undefined;
  /** Why find() returns undefined: the end of a sentence that begins with the column or the option. */
  explain(kind: string, text: string): string;
  /** The id of the record whose name the text begins with, and the rest of the text. The longest name wins. */
  findPrefix(kind: string, text: string): { id: number; rest: string } | undefined;
  /** The German names of a built-in list by id, without those that have expired. */
  all(kind: string): ReadonlyMap<number, string>;
}

const SHARED: Readonly<Record<string, CatalogList>> = {
  salutation: 'salutations',
  gender: 'genders',
  nationality: 'nationalities',
  level: 'levels',
  country: 'countries',
  'federal state': 'federalstates',
  language: 'languages',
  'driver licence': 'driverslicenses',
  profession: 'professions',
  'candidate status': 'candidatestatus',
};
const OF_TENANT: Readonly<Record<string, CatalogList>> = {
  'source of supply': 'sourcesofsupply',
  channel: 'channels',
};

// What files have beside the names of the lists.
const SYNONYMS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  salutation: { hr: 1, herrn: 1, mister: 1, fr: 2, mrs: 2, miss: 2, divers: 3 },
  gender: { m: 1, w: 2, f: 2, d: 3, x: 3 },
  // Codes of number plates, which old systems use. Those that ISO 3166 gives to another country mean that one.
  country: {
    a: 40,
    b: 56,
    cdn: 124,
    d: 276,
    e: 724,
    f: 250,
    fl: 438,
    h: 348,
    i: 380,
    l: 442,
    m: 470,
    n: 578,
    nmk: 807,
    p: 620,
    rks: 983,
    s: 752,
    slo: 705,
    uk: 826,
    v: 336,
  },
  'candidate status': { eingestellt: 2003, hired: 2003, absage: 2004, archiv: 23 },
  'driver licence': {
    stapler: 326,
    gabelstapler: 326,
    staplerschein: 326,
    flurfoerderschein: 326,
    l: 313,
    t: 317,
    pschein: 340,
  },
};

export async function loadNames(services: Services, tenantId: number): Promise<Names> {
  const indexes = new Map<string, NameIndex>();
  const lists = new Map<string, Map<number, string>>();
  const addList = (kind: string, rows: readonly EntryRow[]) => {
    const index = new NameIndex();
    index.addMissing(indexEntries(rows));
    const valid = rows.filter((row) => !row.is_expired);
    lists.set(kind, new Map(valid.map(({ id, name_de: name }) => [id, name])));
    for (const [synonym, id] of Object.entries(SYNONYMS[kind] ?? {}))
      if (!index.has(synonym)) index.add(synonym, id);
    indexes.set(kind, index);
  };
  for (const [kind, list] of Object.entries(SHARED))
    addList(kind, (await sharedList(services.database, list)).rows);
  const db = services.database.tenant(tenantId);
  for (const [kind, list] of Object.entries(OF_TENANT))
    addList(kind, await readTenantList(db, tenantId, list));
  // "Österreich" and "AT" also name the nationality. Both lists have the ids of ISO 3166.
  indexes.get('nationality')!.addMissing(indexes.get('country')!);
  // They have only ids.
  indexes.set('job ad', new NameIndex());
  indexes.set('branch', await branchNames(services, tenantId));
  indexes.set('user', await userNames(services, tenantId));
  return {
    find: (kind, text) => indexes.get(kind)?.find(text),
    explain: (kind, text) =>
      indexes.get(kind)?.isOfSeveral(text)
        ? `is the name of more than one ${kind}. Use the id.`
        : `must be the id or the name of an existing ${kind}${kind === 'user' ? ', or the email address' : ''}.`,
    findPrefix: (kind, text) => findPrefix(indexes.get(kind), text),
    all: (kind) => lists.get(kind) ?? new Map(),
  };
}

async function branchNames(services: Services, tenantId: number): Promise<NameIndex> {
  interface Branch {
    id: number;
    name: string;
    number: string | null;
  }
  const { branches } = await callOperation<{ branches: Branch[] }>(services, 'branch_list', { tenantId });
  return indexBranches(branches);
}

async function userNames(services: Services, tenantId: number): Promise<NameIndex> {
  interface User {
    id: number;
    email: string | null;
    userFullName: string | null;
    isActive: boolean;
  }
  const { users } = await callOperation<{ users: User[] }>(services, 'platformUser_list', { tenantId });
  return indexUsers(users.map(({ userFullName: fullName, ...user }) => ({ ...user, fullName })));
}

function findPrefix(index: NameIndex | undefined, text: string): { id: number; rest: string } | undefined {
  const words = text.trim().split(/(?<=[^\p{L}\d])(?=[\p{L}\d])/u);
  for (let count = words.length; count > 0; count--) {
    const id = index?.find(
      words
        .slice(0, count)
        .join('')
        .trim()
        .replace(/[^\p{L}\d)]+$/u, ''),
    );
    if (id !== undefined) return { id, rest: words.slice(count).join('').trim() };
  }
  return undefined;
}
