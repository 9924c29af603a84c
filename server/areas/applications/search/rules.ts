import { isTimeKey, type PagedList, type Sorting } from '../../../core/http/page-position.ts';
import type { ApplicationSearchBody } from './schema.ts';

export type SortKey = 'appliedAtUtc' | 'stageChangedAtUtc';

export function toSorting({ sort, order }: ApplicationSearchBody): Sorting<SortKey> {
  return { sort: sort ?? 'appliedAtUtc', order: order ?? 'desc' };
}

export const listOf = (sorting: Sorting<SortKey>): PagedList<SortKey> => ({
  permitted: [sorting],
  isKey: isTimeKey,
});
