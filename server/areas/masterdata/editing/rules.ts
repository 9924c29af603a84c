import { type ApiError, type Fault, invalid, notFound } from '../../../core/http/index.ts';
import { toStoredName } from '../../../core/text/name-form.ts';
import type { EntryRow } from '../queries.ts';
import { type EntryChangeBody, TENANT_LISTS, type TenantList } from './schema.ts';

// Defaults: applications without a channel get the homepage (28), imported ones get the import (51).
const FIXED: Partial<Record<TenantList, readonly number[]>> = { channels: [28, 51] };

export function isFixed(list: TenantList, entryId: number): boolean {
  return FIXED[list]?.includes(entryId) ?? false;
}

/** Every application names its source, so one must be left. */
const NEVER_EMPTY: readonly TenantList[] = ['sourcesofsupply'];

export function needsValidEntry(list: TenantList): boolean {
  return NEVER_EMPTY.includes(list);
}

/** The list with this name. Throws a 404 if there is none. */
export function getTenantList(name: string): TenantList {
  const found = TENANT_LISTS.find((list) => list === name);
  if (found === undefined) throw notFound('List');
  return found;
}

/** 400: other entries already have these names. */
export function duplicateNames(properties: readonly string[]): ApiError {
  return invalid(
    ...properties.map(
      (property): Fault => ({
        property,
        code: 'duplicate',
        message: `Another entry of the list, possibly an expired one, already has this ${property}. Change that entry, or send another name.`,
      }),
    ),
  );
}

export function expirationNotAllowed(): ApiError {
  const message = 'isExpired cannot be true because the service itself uses this entry. You can rename it.';
  return invalid({ property: 'isExpired', code: 'notAllowed', message });
}

export function lastValidEntry(): ApiError {
  const message =
    'isExpired cannot be true because this is the last valid entry of the list, and every application needs one. Add or restore another entry first.';
  return invalid({ property: 'isExpired', code: 'notAllowed', message });
}

/** The body's properties of the names that differ. */
export function renamedProperties(stored: EntryRow, next: EntryRow): string[] {
  return [
    ...(next.name_en === stored.name_en ? [] : ['nameEn']),
    ...(next.name_de === stored.name_de ? [] : ['nameDe']),
  ];
}

/** The entry after the change. Undefined if nothing changes. */
export function changeEntry(stored: EntryRow, body: EntryChangeBody): EntryRow | undefined {
  const next = {
    ...stored,
    name_en: body.nameEn === undefined ? stored.name_en : toStoredName(body.nameEn),
    name_de: body.nameDe === undefined ? stored.name_de : toStoredName(body.nameDe),
    is_expired: body.isExpired ?? stored.is_expired,
  };
  const isSame =
    next.name_en === stored.name_en &&
    next.name_de === stored.name_de &&
    next.is_expired === stored.is_expired;
  return isSame ? undefined : next;
}
