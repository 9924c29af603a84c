import {
  type AnyEndpoint,
  contentTag,
  defineEndpoint,
  NOT_MODIFIED,
  type RequestContext,
} from '../../../core/http/index.ts';
import { readSnapshot, wrapList } from '../../../core/http/json-list.ts';
import { periodFaults } from '../../../core/http/period.ts';
import {
  formatCursor,
  type LoggedEntity,
  readLogTag,
  readSnapshotPosition,
  windowEndpoints,
} from '../../changes/index.ts';
import { readSharedListsTag } from '../../masterdata/index.ts';
import { candidateExportSql, candidateListSql } from './queries.ts';
import {
  CandidateChangeEntry,
  CandidateExportResponse,
  CandidatesResponse,
  ExportQuery,
  ListQuery,
} from './schema.ts';

const COMMON = {
  method: 'GET',
  audience: 'integration',
  area: 'Candidate overviews',
  permission: 'candidates:read',
  etag: 'handler',
} as const;

export const overviewEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'candidate_list',
    path: '/candidates',
    summary: 'List candidates',
    description:
      'Candidates created or changed in the period, without one all of them. There is no paging: the answer is streamed, and a mirror reads the change streams instead of repeating it.',
    query: ListQuery,
    check: ({ query }) => periodFaults(query),
    success: {
      status: 200,
      description: 'The candidates.',
      schema: CandidatesResponse,
      headers: { etag: 'Changes with any candidate.' },
    },
    async handle(context) {
      const { services, tenantId, query } = context;
      if (await isUnchanged(context, ['candidate'])) return NOT_MODIFIED;
      return readSnapshot({
        database: services.database,
        tenantId,
        query: candidateListSql({ tenantId, period: query }),
        transform: wrapList('candidates'),
      });
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'candidate_export',
    path: '/candidates/export/candidates',
    summary: 'Export candidates completely',
    description:
      'Complete records out of one database snapshot, streamed. Stream-Position is the cursor at which GET /changes goes on: whatever the export shows is not in the feed again, whatever it does not show is.',
    query: ExportQuery,
    check: ({ query }) => periodFaults(query),
    success: {
      status: 200,
      description: 'The candidates.',
      schema: CandidateExportResponse,
      headers: {
        'stream-position': 'Cursor for GET /changes.',
        etag: 'Changes with any candidate or document, and with the names they show.',
      },
    },
    async handle(context) {
      const { services, tenantId, query, language } = context;
      // Records show the titles of job ads and names out of the tenant's own and of shared lists.
      const namesTag = await readSharedListsTag(services.database.system);
      if (await isUnchanged(context, ['candidate', 'document', 'jobad', 'valueList'], namesTag))
        return NOT_MODIFIED;
      return readSnapshot({
        database: services.database,
        tenantId,
        async prepare(client) {
          context.setHeader('stream-position', formatCursor(await readSnapshotPosition(client)));
        },
        query: candidateExportSql({ tenantId, period: query, officeId: query.officeId }, language),
        transform: wrapList('candidates'),
      });
    },
  }),
  ...windowEndpoints({
    entity: 'candidate',
    resource: 'candidate',
    path: '/candidates/export/candidates/changes',
    area: COMMON.area,
    permission: COMMON.permission,
    plural: 'candidates',
    entrySchema: CandidateChangeEntry,
    entrySql: `json_build_object('id', record_id, 'rowGuid', row_guid, 'officeId', office_id, 'changedAtUtc', utc(changed_at))`,
    description:
      'A change to a sub-record, the status or an application counts as a change of the candidate; documents have a stream of their own.',
  }),
];

// The tag is taken before the rows are read: a change in between is in the answer and not in its tag, so the next
// request gets the answer once more, never a wrong 304.
async function isUnchanged(
  context: RequestContext<unknown, unknown, unknown>,
  entities: LoggedEntity[],
  namesTag = '',
): Promise<boolean> {
  const { db, tenantId, query, language } = context;
  const position = await readLogTag(db, tenantId, entities);
  return context.isCurrent(
    contentTag(`${tenantId} ${JSON.stringify(query)} ${language} ${position} ${namesTag}`),
  );
}
