import { type ApiError, type Fault, invalid, notFound } from '../../../core/http/index.ts';
import type { EntryRow } from '../queries.ts';
import { toEntryName } from '../queries.ts';
import { type EntryChangeBody, TENANT_LISTS, type TenantList } from './schema.ts';

// Applications that name no channel come by the homepage, imported ones by the import.
const FIXED: Partial<Record<TenantList, readonly number[]>> = { channels: [28, 51] };

export function isFixed(list: TenantList, entryId: number): boolean {
  return FIXED[list]?.includes(entryId) ?? false;
}

/** The list of this name, or 404. */
export function tenantListOf(name: string): TenantList {
  const found = TENANT_LISTS.find((list) => list === name);
  if (found === undefined) throw notFound('List');
  return found;
}

/** 400: other entries have these names already. */
export function namesTaken(properties: readonly string[]): ApiError {
  return invalid(
    ...properties.map(
      (property): Fault => ({
        property,
        code: 'duplicate',
        message: `Another entry of the list has this ${property}, maybe an expired one: change that entry, or send another name.`,
      }),
    ),
  );
}

export function cannotExpire(): ApiError {
  const message = 'The service itself refers to this entry: rename it, but it cannot expire.';
  return invalid({ property: 'isExpired', code: 'notAllowed', message });
}

/** Names that differ, as the body calls them. */
export function renamedProperties(stored: EntryRow, next: EntryRow): string[] {
  return [
    ...(next.name_en === stored.name_en ? [] : ['nameEn']),
    ...(next.name_de === stored.name_de ? [] : ['nameDe']),
  ];
}

/** The entry after the change; undefined when that is what it is already. */
export function changeEntry(stored: EntryRow, body: EntryChangeBody): EntryRow | undefined {
  const next = {
    ...stored,
    name_en: body.nameEn === undefined ? stored.name_en : toEntryName(body.nameEn),
    name_de: body.nameDe === undefined ? stored.name_de : toEntryName(body.nameDe),
    is_expired: body.isExpired ?? stored.is_expired,
  };
  const isSame =
    next.name_en === stored.name_en &&
    next.name_de === stored.name_de &&
    next.is_expired === stored.is_expired;
  return isSame ? undefined : next;
}
