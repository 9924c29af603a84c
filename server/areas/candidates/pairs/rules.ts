import type { PagedList } from '../../../core/http/page-position.ts';

export const PAIRS: PagedList = {
  permitted: [{ sort: 'score', order: 'desc' }],
  isKey: (key) => /^\d{1,3}$/.test(key),
};
