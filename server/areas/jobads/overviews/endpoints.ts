import { type AnyEndpoint, contentTag, defineEndpoint, NOT_MODIFIED } from '../../../core/http/index.ts';
import { readSnapshot } from '../../../core/http/json-list.ts';
import { periodFaults } from '../../../core/http/period.ts';
import { readLogTag, windowEndpoints } from '../../changes/index.ts';
import { JOB_AD_LIST, jobAdListSql } from './queries.ts';
import { JobAdChangeEntry, JobAdsResponse, ListQuery } from './schema.ts';

const COMMON = { area: 'Job ad overviews', permission: 'jobads:read' } as const;

export const overviewEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'jobAd_list',
    method: 'GET',
    path: '/jobads',
    audience: 'integration',
    summary: 'List job ads',
    description:
      'Lists the job ads, in every status, with any change in the period, even if they changed again later. Creating one is a change. Of changes before the retention of the change log, only the first and the last one of a job ad count. Without a period, lists all. Deleted job ads appear only in the change streams. The response is a bare array without paging.',
    query: ListQuery,
    check: ({ query }) => periodFaults(query),
    success: {
      status: 200,
      description: 'The job ads.',
      schema: JobAdsResponse,
      headers: { etag: 'Changes whenever a job ad changes.' },
    },
    etag: 'handler',
    async handle(context) {
      const { tenantId, query } = context;
      // Read the position before the rows. A change in between is then in the response but not in its tag, so the next
      // request gets a full response again instead of a wrong 304.
      const position = await readLogTag(context.db, tenantId, ['jobad']);
      if (context.isCurrent(contentTag(`${tenantId} ${JSON.stringify(query)} ${position}`)))
        return NOT_MODIFIED;
      return readSnapshot({
        context,
        query: jobAdListSql({ tenantId, period: query }),
        shape: JOB_AD_LIST,
      });
    },
  }),
  ...windowEndpoints({
    ...COMMON,
    entity: 'jobad',
    resource: 'jobAd',
    path: '/jobads/changes',
    plural: 'job ads',
    entrySchema: JobAdChangeEntry,
    entrySql: `json_build_object('id', row_guid, 'jobAdId', record_id, 'officeId', office_id,
      'ProcessStatus', last.attributes->>'processStatus', 'changedAtUtc', utc(changed_at))`,
    description:
      'Publishing, withdrawing, completing, and reopening count as changes of the job ad. ProcessStatus is the status after the last change.',
  }),
];
