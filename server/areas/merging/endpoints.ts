import type { TenantDatabase } from '../../core/db/connection.ts';
import { areEntityTags, matches } from '../../core/http/entity-tag.ts';
import {
  type AnyEndpoint,
  ApiError,
  contentTag,
  defineEndpoint,
  type Fault,
  getUser,
  type LockInput,
  notFound,
  RawJson,
} from '../../core/http/index.ts';
import type { Services } from '../../core/services.ts';
import { refinesCoordinates } from '../addresses/index.ts';
import { CANDIDATE_MATCH, CandidatePath, readRecord } from '../candidates/index.ts';
import { EVENTS } from '../changes/index.ts';
import { findCategory } from '../documents/index.ts';
import { sharedList } from '../masterdata/index.ts';
import { mergeCandidates, unknownCandidate } from './merge.ts';
import { findMerged, listMerges } from './merge-queries.ts';
import { lockCandidates, requestCoordinates } from './queries.ts';
import {
  Merge,
  type MergeBody,
  MergedQuery,
  MergedResponse,
  MergeResponse,
  MergesResponse,
  UndoPath,
  UndoResponse,
} from './schema.ts';
import type { RankOf } from './tables.ts';
import { undoMerge } from './undo.ts';

const COMMON = { audience: 'platform', area: 'Duplicates' } as const;

/** Of the picture that becomes a document. */
const PICTURE_CATEGORY = 'other';

export const mergingEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'candidate_merge',
    method: 'POST',
    path: '/candidates/{candidateId}/merge',
    permission: 'candidates:write',
    summary: 'Merge two candidates',
    description:
      'Everything that belongs to the candidate in the body goes to the one in the path: applications, documents, communications, notes, tasks, lists, the status history, and the access log. Of an entry that both have, one remains, with the higher level, the higher score, or the later date of the two. Addresses and mobile numbers that are no longer shown become contact channels, and a second picture becomes a document. The candidate in the body is then deleted: the change streams have its deletion, and changes of its documents and of the other candidate. For 30 days, the merge can be undone (POST /candidates/{candidateId}/merges/{mergeId}/undo). A candidate on hold cannot disappear, but it can be the one that remains.',
    params: CandidatePath,
    ifMatch: {
      ...CANDIDATE_MATCH,
      lock: async ({ db, tenantId, params, body }: LockInput<{ candidateId: number }>) =>
        (await lockBoth(db, tenantId, params.candidateId, body as MergeBody)).get(params.candidateId),
    },
    body: Merge,
    check: ({ body }) => mergeFaults(body),
    success: { status: 200, description: 'The candidates are merged.', schema: MergeResponse },
    notFound: 'Candidate',
    errors: { 409: 'The candidate that would disappear is on hold.' },
    event: EVENTS.candidateChanged,
    examples: [
      { summary: 'Keep the values of the one that remains', body: { mergedCandidateId: 4712 } },
      {
        summary: 'Take the email address of the other one',
        body: { mergedCandidateId: 4712, take: ['contact.email'] },
      },
    ],
    async handle({ services, tenantId, caller, params: { candidateId }, body, write }) {
      const { userId } = getUser(caller);
      const { mergedCandidateId, take, mergedIfMatch } = body;
      const [rankOf, category] = await Promise.all([
        loadRanks(services),
        findCategory(services, PICTURE_CATEGORY),
      ]);
      const { mergeId, until } = await write(async (db) => {
        if (mergedIfMatch != null) {
          const rows = await lockBoth(db, tenantId, candidateId, body);
          if (rows.has(candidateId) && rows.has(mergedCandidateId))
            await requireTag(db, tenantId, mergedCandidateId, mergedIfMatch);
        }
        const merged = await mergeCandidates(db, tenantId, {
          keptId: candidateId,
          mergedId: mergedCandidateId,
          take: take ?? [],
          userId,
          now: services.now(),
          rankOf,
          documentCategoryId: category!.id,
        });
        if (refinesCoordinates(services.settings)) await requestCoordinates(db, tenantId, candidateId);
        return merged;
      });
      return { id: mergeId, untilUtc: until.toISOString() };
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'candidate_listMerges',
    method: 'GET',
    path: '/candidates/{candidateId}/merges',
    permission: 'candidates:read',
    summary: 'List which candidates were merged into a candidate',
    description:
      'Also returns those that were merged into one of them before. They are listed for as long as the candidate exists, but without their names when the merge can no longer be undone.',
    params: CandidatePath,
    success: { status: 200, description: 'The merges.', schema: MergesResponse },
    notFound: 'Candidate',
    etag: 'content',
    async handle({ db, tenantId, params }) {
      const merges = await listMerges(db, tenantId, params.candidateId);
      if (merges === undefined) throw notFound('Candidate');
      return new RawJson(merges);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'candidateMerge_undo',
    method: 'POST',
    path: '/candidates/{candidateId}/merges/{mergeId}/undo',
    permission: 'candidates:write',
    summary: 'Undo a merge',
    description:
      'Makes a new candidate with the master data of the merged one, and gives it everything that came from there and still exists. What the merge changed on the candidate in the path is as before, unless it was changed since. What was added since the merge stays, except documents and decisions that belong to an application that goes. Of several merges, the latest one is undone first. Possible for 30 days. The change streams have a new candidate: an id is never used twice. The pair counts as dismissed.',
    params: UndoPath,
    ifMatch: {
      ...CANDIDATE_MATCH,
      lock: async ({ db, tenantId, params: { candidateId } }: LockInput<{ candidateId: number }>) =>
        (await lockCandidates(db, tenantId, [candidateId])).get(candidateId),
    },
    success: { status: 200, description: 'The merge was undone.', schema: UndoResponse },
    notFound: 'Candidate or merge',
    errors: { 409: 'The 30 days are over, there is a later merge, or the candidate is on hold.' },
    event: EVENTS.candidateCreated,
    async handle({ services, tenantId, caller, params, write }) {
      const { userId } = getUser(caller);
      return write(async (db) => {
        const undone = await undoMerge(db, tenantId, { ...params, userId, now: services.now() });
        if (refinesCoordinates(services.settings))
          for (const id of [params.candidateId, undone.candidateId])
            await requestCoordinates(db, tenantId, id);
        return undone;
      });
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'candidate_findMerged',
    method: 'GET',
    path: '/candidates/merged',
    permission: 'candidates:read',
    summary: 'Find where a merged candidate has gone',
    description:
      'For an old address or an old id. Returns null if the tenant never had such a candidate, or if it was erased, also together with the one that it was merged into.',
    query: MergedQuery,
    success: { status: 200, description: 'Where it has gone.', schema: MergedResponse },
    etag: 'content',
    async handle({ db, tenantId, query }) {
      return new RawJson(`{"merged":${(await findMerged(db, tenantId, query.candidateId)) ?? 'null'}}`);
    },
  }),
];

function mergeFaults({ mergedIfMatch }: MergeBody): Fault[] {
  if (mergedIfMatch == null || mergedIfMatch === '*' || areEntityTags(mergedIfMatch)) return [];
  const message =
    'mergedIfMatch must be an ETag as it was received, with its quotation marks, such as W/"VGhpcyBpcyBhIHRhZw".';
  return [{ property: 'mergedIfMatch', code: 'format', message }];
}

function lockBoth(db: TenantDatabase, tenantId: number, candidateId: number, body: MergeBody) {
  return lockCandidates(db, tenantId, [candidateId, body.mergedCandidateId]);
}

/** Throws a 412 unless the tag names the current state of the candidate, which the caller has locked. */
async function requireTag(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  tag: string,
): Promise<void> {
  if (tag === '*') return;
  for (const language of ['en', 'de'] as const) {
    const record = await readRecord(db, tenantId, candidateId, language);
    if (record === undefined) throw unknownCandidate();
    if (matches(tag, contentTag(record.text))) return;
  }
  throw new ApiError('preconditionFailed');
}

async function loadRanks({ database }: Services): Promise<RankOf> {
  const { byId } = await sharedList(database, 'languagelevels');
  return (levelId) => Number(byId.get(levelId)?.attributes?.rank ?? 0);
}
