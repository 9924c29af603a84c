import { type AnyEndpoint, defineEndpoint, notFound } from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { toStoredName } from '../../../core/text/name-form.ts';
import { readTenantList } from '../queries.ts';
import { findTakenNames, hasOtherValidEntry, insertEntry, lockEntry, updateEntry } from './queries.ts';
import {
  changeEntry,
  duplicateNames,
  expirationNotAllowed,
  getTenantList,
  isFixed,
  lastValidEntry,
  needsValidEntry,
  renamedProperties,
} from './rules.ts';
import { EntriesResponse, EntryChange, EntryCreate, EntryPath, ListPath } from './schema.ts';

const COMMON = { audience: 'platform', area: 'Master data' } as const;

export const listEditingEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'listEntry_list',
    method: 'GET',
    path: '/masterdata/{list}/entries',
    permission: 'masterdata:read',
    summary: 'List the entries of a tenant list in both languages',
    params: ListPath,
    success: { status: 200, description: 'The entries.', schema: EntriesResponse },
    notFound: 'List',
    etag: 'content',
    async handle({ db, tenantId, params }) {
      const list = getTenantList(params.list);
      const entries = (await readTenantList(db, tenantId, list)).map((row) => ({
        id: row.id,
        nameEn: row.name_en,
        nameDe: row.name_de,
        isExpired: row.is_expired,
        isFixed: isFixed(list, row.id),
      }));
      return { list, entries };
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'listEntry_create',
    method: 'POST',
    path: '/masterdata/{list}/entries',
    permission: 'masterdata:write',
    summary: 'Add an entry to a tenant list',
    params: ListPath,
    body: EntryCreate,
    success: { status: 200, description: 'The id of the entry.', schema: BaseCreateResponse },
    notFound: 'List',
    creates: true,
    handle({ tenantId, params, body, write }) {
      const list = getTenantList(params.list);
      const names = { name_en: toStoredName(body.nameEn), name_de: toStoredName(body.nameDe) };
      return write(async (db) => {
        const taken = await findTakenNames(db, tenantId, list, names, null);
        if (taken.length > 0) throw duplicateNames(taken);
        return { id: await insertEntry(db, tenantId, list, names) };
      });
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'listEntry_change',
    method: 'PUT',
    path: '/masterdata/{list}/entries/{entryId}',
    permission: 'masterdata:write',
    summary: 'Rename, expire, or restore an entry of a tenant list',
    description:
      'Records that refer to the entry show its new name. New records cannot refer to an expired entry. The last valid entry of sourcesofsupply cannot expire, because every application has a source.',
    params: EntryPath,
    ifMatch: {
      read: 'listEntry_list',
      params: ({ list }) => ({ list }),
      lock: ({ db, tenantId, params: { list, entryId } }) =>
        lockEntry(db, tenantId, getTenantList(list), entryId),
    },
    body: EntryChange,
    success: { status: 204, description: 'The entry has the values that were sent.' },
    notFound: 'List or entry',
    examples: [{ summary: 'Expire an entry', body: { isExpired: true } }],
    async handle({ tenantId, params: { list: name, entryId }, body, write }) {
      const list = getTenantList(name);
      await write(async (db) => {
        const stored = await lockEntry(db, tenantId, list, entryId);
        if (stored === undefined) throw notFound('Entry');
        const next = changeEntry(stored, body);
        if (next === undefined) return;
        if (next.is_expired && isFixed(list, entryId)) throw expirationNotAllowed();
        const expires = next.is_expired && !stored.is_expired;
        if (expires && needsValidEntry(list) && !(await hasOtherValidEntry(db, tenantId, list, entryId)))
          throw lastValidEntry();
        const renamed = renamedProperties(stored, next);
        const taken = renamed.length === 0 ? [] : await findTakenNames(db, tenantId, list, next, entryId);
        const rejected = taken.filter((property) => renamed.includes(property));
        if (rejected.length > 0) throw duplicateNames(rejected);
        await updateEntry(db, tenantId, list, next);
      });
    },
  }),
];
