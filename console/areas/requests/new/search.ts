import type { NewRequestSearch } from '../../../core/paths.ts';
import { toId } from '../../../core/search-values.ts';

/** Reads which company the address names. */
export function readNewRequestSearch({ company }: Record<string, unknown>): NewRequestSearch {
  const id = toId(company);
  return id === undefined ? {} : { company: id };
}
