import type { FeedEntity } from '../../../core/api/records.ts';
import { paths } from '../../../core/paths.ts';
import { toId } from '../../../core/search-values.ts';

interface RecordPage {
  /** What a user needs to open it. */
  permission: string;
  pathOf: (id: number) => string;
}

/** The page of a record of each type in the feed. Null if the type has none. */
export const PAGES: Readonly<Record<FeedEntity, RecordPage | null>> = {
  candidate: { permission: 'candidates:read', pathOf: paths.candidate },
  document: null,
  company: { permission: 'customers:read', pathOf: paths.company },
  site: null,
  location: null,
  contact: null,
  request: { permission: 'requests:read', pathOf: paths.request },
  jobad: { permission: 'jobads:read', pathOf: paths.jobAd },
  user: { permission: 'users:read', pathOf: paths.user },
  branch: { permission: 'branches:read', pathOf: paths.branch },
};

export const FEED_ENTITIES = Object.keys(PAGES) as FeedEntity[];

export type RecordFault = 'noNumber' | 'noEntity';

/** What is wrong with the number of a record that somebody enters. Each record type has numbers of its own. */
export function faultOf(entry: string, entity: FeedEntity | undefined): RecordFault | undefined {
  const text = entry.trim();
  if (text === '') return undefined;
  if (toId(text) === undefined) return 'noNumber';
  return entity === undefined ? 'noEntity' : undefined;
}
