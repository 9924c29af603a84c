import { type AnyEndpoint, defineEndpoint, getUser, notFound, RawJson } from '../../../core/http/index.ts';
import { cursorFaults } from '../../../core/http/page-position.ts';
import { CandidatePath } from '../profile/index.ts';
import { listPairs, listPairsOf, markCandidatesOf, setDismissal } from './queries.ts';
import { PAIRS } from './rules.ts';
import { CandidatePairsResponse, PairPath, PairQuery, PairsResponse } from './schema.ts';

const COMMON = { audience: 'platform', area: 'Duplicates' } as const;

const DISMISSAL = {
  ...COMMON,
  path: '/duplicates/{duplicatePairId}/dismissal',
  permission: 'candidates:write',
  params: PairPath,
  notFound: 'Pair',
} as const;

export const pairEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'duplicatePair_list',
    method: 'GET',
    path: '/duplicates',
    permission: 'candidates:read',
    summary: 'List the candidates that are probably the same person',
    description:
      'Two candidates are a pair if they share an email address, a mailbox, or a phone number, in contact or as a channel, or if their names sound alike and they were born on the same day. matchedOn has all of it. Candidates without an application are in no pair. What more than 20 candidates share, such as the number of an agency, does not make pairs. A pair is found about a second after a change. A page continues after the score and the id of the last pair, so a pair that stays as it is appears exactly once.',
    query: PairQuery,
    check: ({ query }) => cursorFaults('after', query.after, PAIRS),
    success: { status: 200, description: 'A page of the pairs.', schema: PairsResponse },
    etag: 'content',
    isLocalized: true,
    handle: async ({ db, tenantId, query, language }) =>
      new RawJson(await listPairs(db, tenantId, query, language)),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'candidate_listPairs',
    method: 'GET',
    path: '/candidates/{candidateId}/duplicates',
    permission: 'candidates:read',
    summary: 'List with whom a candidate is probably the same person',
    description: 'Returns the open pairs of the candidate, without those that were dismissed.',
    params: CandidatePath,
    success: { status: 200, description: 'The pairs.', schema: CandidatePairsResponse },
    notFound: 'Candidate',
    etag: 'content',
    isLocalized: true,
    async handle({ db, tenantId, params, language }) {
      const pairs = await listPairsOf(db, tenantId, params.candidateId, language);
      if (pairs === undefined) throw notFound('Candidate');
      return new RawJson(pairs);
    },
  }),
  defineEndpoint({
    ...DISMISSAL,
    id: 'duplicatePair_dismiss',
    method: 'PUT',
    summary: 'Say that two candidates are two people',
    description:
      'The pair leaves the list of open pairs, and stays away until the two match on something on which they do not match now. Is no change of the candidates and triggers no event. Repeating it changes nothing.',
    success: { status: 204, description: 'The pair is dismissed.' },
    async handle({ tenantId, caller, params, write }) {
      const { userId } = getUser(caller);
      const isThere = await write((db) => setDismissal(db, tenantId, params.duplicatePairId, userId));
      if (!isThere) throw notFound('Pair');
    },
  }),
  defineEndpoint({
    ...DISMISSAL,
    id: 'duplicatePair_restore',
    method: 'DELETE',
    summary: 'Take the dismissal of a pair back',
    description: 'The pair is open again, as long as the two candidates still share something.',
    success: { status: 204, description: 'The pair is open.' },
    async handle({ tenantId, params, write }) {
      const isThere = await write(async (db) => {
        const found = await setDismissal(db, tenantId, params.duplicatePairId, null);
        if (found) await markCandidatesOf(db, tenantId, params.duplicatePairId);
        return found;
      });
      if (!isThere) throw notFound('Pair');
    },
  }),
];
