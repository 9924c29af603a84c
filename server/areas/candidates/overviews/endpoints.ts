import { isCalendarDate } from '../../../core/http/formats.ts';
import {
  type AnyEndpoint,
  type Caller,
  contentTag,
  defineEndpoint,
  NOT_MODIFIED,
  RawJson,
  type RequestContext,
} from '../../../core/http/index.ts';
import { readSnapshot } from '../../../core/http/json-list.ts';
import { type Period, periodFaults } from '../../../core/http/period.ts';
import {
  formatCursor,
  type LoggedEntity,
  nameRecordForm,
  readLogTag,
  readSnapshotPosition,
  recordFormHeader,
  windowEndpoints,
} from '../../changes/index.ts';
import { readSharedListsTag } from '../../masterdata/index.ts';
import {
  CANDIDATE_LIST,
  candidateExport,
  candidateListSql,
  findImportedItem,
  readCandidatesTag,
  readShortList,
} from './queries.ts';
import {
  CandidateChangeEntry,
  CandidateDeletionEntry,
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

const ENTRY = `'id', record_id, 'rowGuid', row_guid, 'officeId', office_id, 'changedAtUtc', utc(changed_at)`;

export const overviewEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'candidate_list',
    path: '/candidates',
    summary: 'List candidates',
    description:
      'Lists the candidates with any change in the period, even if they changed again later, or all candidates without a period. Deleted candidates are not listed. Users of the platform see only candidates with an application. The response is streamed and has no pages. To keep a mirror up to date, read the change streams instead of repeating this call. With importExternalId, it looks up one candidate and returns it in a list, or an empty list.',
    query: ListQuery,
    check: ({ query }) => periodFaults(query),
    success: {
      status: 200,
      description: 'The candidates.',
      schema: CandidatesResponse,
      headers: { etag: 'Changes whenever a candidate changes.' },
    },
    readShort(query) {
      const period = parsePeriod(query);
      if (period === undefined) return undefined;
      return async ({ services: { database }, tenantId, isCurrent }) => {
        const toTag = (position: string) => listTag({ tenantId, kind: 'client', query: period, position });
        if (isCurrent !== undefined) {
          const entityTag = toTag(await readCandidatesTag(database, tenantId));
          if (isCurrent(entityTag)) return { entityTag };
        }
        const list = await readShortList(database, tenantId, period);
        return list && { entityTag: toTag(list.tag), text: list.text };
      };
    },
    async handle(context) {
      const { tenantId, query } = context;
      const { importExternalId, ...period } = query;
      const onlyVisible = seesOnlyVisible(context);
      if (await isUnchanged(context, ['candidate'])) return NOT_MODIFIED;
      let candidateId: number | undefined;
      if (importExternalId !== undefined) {
        const wanted = { tenantId, importExternalId, onlyVisible };
        const found = await findImportedItem(context.services.database, wanted);
        if (found === undefined) return new RawJson('{"candidates":[]}');
        if (Object.keys(period).length === 0) return new RawJson(found.text);
        candidateId = found.id;
      }
      return readSnapshot({
        context,
        query: candidateListSql({ tenantId, period, candidateId, onlyVisible }),
        shape: CANDIDATE_LIST,
      });
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'candidate_export',
    path: '/candidates/export/candidates',
    summary: 'Export candidates with all their details',
    description:
      'Streams complete records from one database snapshot, with a period those of the candidates with any change in it. Users of the platform see only candidates with an application. Stream-Position is the cursor at which GET /changes continues. From there, the feed contains exactly the changes that the export does not show.',
    query: ExportQuery,
    check: ({ query }) => periodFaults(query),
    success: {
      status: 200,
      description: 'The candidates.',
      schema: CandidateExportResponse,
      headers: {
        'stream-position': 'Cursor at which GET /changes continues.',
        ...recordFormHeader,
        etag: 'Changes whenever a candidate, a document, or a name shown in a record changes.',
      },
    },
    isLocalized: true,
    async handle(context) {
      const { services, db, tenantId, query, language } = context;
      nameRecordForm(context);
      // Records contain titles of job ads, and names from the tenant's own lists and from shared lists.
      const namesTag = await readSharedListsTag(services.database.systemOf(tenantId));
      if (await isUnchanged(context, ['candidate', 'document', 'jobad', 'valueList'], namesTag))
        return NOT_MODIFIED;
      return readSnapshot({
        context,
        async prepare(client) {
          context.setHeader(
            'stream-position',
            formatCursor(tenantId, await readSnapshotPosition(client, db, tenantId)),
          );
        },
        ...candidateExport(
          { tenantId, period: query, officeId: query.officeId, onlyVisible: seesOnlyVisible(context) },
          language,
        ),
        shape: { lists: ['candidates'] },
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
    deletionSchema: CandidateDeletionEntry,
    entrySql: `CASE WHEN is_deleted THEN json_build_object(${ENTRY}, 'mergedIntoId', (attributes->>'mergedIntoId')::int)
                    ELSE json_build_object(${ENTRY}) END`,
    description:
      'A change to a sub-record, the status, or an application counts as a change to the candidate. Documents have a separate stream.',
  }),
];

type Context = RequestContext<unknown, unknown, unknown>;

/** Recruiters see a candidate after its first application, integrations at once. */
function seesOnlyVisible({ caller }: Context): boolean {
  return caller.kind === 'user';
}

// Computes the tag before the rows are read. A change in between is in the response but not in its tag, so the next request
// gets the full response again and never a wrong 304.
async function isUnchanged(context: Context, entities: LoggedEntity[], namesTag = ''): Promise<boolean> {
  const { db, tenantId, query, caller } = context;
  const language = namesTag === '' ? '' : context.language;
  const position = await readLogTag(db, tenantId, entities);
  return context.isCurrent(listTag({ tenantId, kind: caller.kind, query, language, position, namesTag }));
}

interface ListState {
  tenantId: number;
  kind: Caller['kind'];
  query: unknown;
  language?: string;
  position: string;
  namesTag?: string;
}

function listTag({ tenantId, kind, query, language = '', position, namesTag = '' }: ListState): string {
  return contentTag(`${tenantId} ${kind} ${JSON.stringify(query)} ${language} ${position} ${namesTag}`);
}

const PERIOD = /^(?:startDate=(?<startDate>[\d-]{10}))?(?:(?:^|&)endDate=(?<endDate>[\d-]{10}))?$/;

/** The period of a query that is written as usual and has no fault. Undefined without a period. */
function parsePeriod(query: string): Period | undefined {
  const { startDate, endDate } = PERIOD.exec(query)?.groups ?? {};
  const dates = Object.entries({ startDate, endDate }).filter(([, value]) => value !== undefined);
  if (dates.length === 0 || !dates.every(([, value]) => isCalendarDate(value!))) return undefined;
  const period: Period = Object.fromEntries(dates);
  return periodFaults(period).length === 0 ? period : undefined;
}
