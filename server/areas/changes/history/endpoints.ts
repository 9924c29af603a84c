import { type AnyEndpoint, type Caller, defineEndpoint, notFound } from '../../../core/http/index.ts';
import { id, Type } from '../../../core/http/schema.ts';
import { capitalize } from '../../../core/text/capitalize.ts';
import { parseCursor } from '../cursor.ts';
import { ENTITIES, type Entity, PROPOSAL_PERMISSION, type ProposalEntity } from '../entities.ts';
import { readHistory } from './queries.ts';
import { toEntry } from './rules.ts';
import { DEFAULT_LIMIT, HistoryPage, HistoryQuery, type HistoryQueryValues } from './schema.ts';

interface RecordWithHistory {
  entity: Entity;
  parts: readonly Entity[];
  /** The name of the entries about the proposals of the record, if it has any. */
  proposals?: ProposalEntity;
  path: string;
  /** The name of the parameter of the path. */
  parameter: string;
  noun: string;
  /** What the history contains in addition to the changes of the record. */
  also: string;
}

const RECORDS: readonly RecordWithHistory[] = [
  {
    entity: 'candidate',
    parts: ['document'],
    proposals: 'candidateProposal',
    path: '/candidates/{candidateId}/history',
    parameter: 'candidateId',
    noun: 'candidate',
    also: ' Includes its documents, if the caller can read documents, and its proposals on requests, if the caller can read those. The history ends with the erasure of the candidate.',
  },
  {
    entity: 'company',
    parts: ['site', 'location', 'contact'],
    path: '/companies/{companyId}/history',
    parameter: 'companyId',
    noun: 'company',
    also: ' Includes its sites, work locations, and contacts.',
  },
  {
    entity: 'request',
    parts: [],
    proposals: 'requestProposal',
    path: '/requests/{requestId}/history',
    parameter: 'requestId',
    noun: 'customer request',
    also: ' The kind of the request does not matter. Includes its proposals, if the caller can read them.',
  },
  {
    entity: 'jobad',
    parts: [],
    path: '/jobads/{jobAdId}/history',
    parameter: 'jobAdId',
    noun: 'job ad',
    also: '',
  },
];

export const historyEndpoints: readonly AnyEndpoint[] = RECORDS.map(historyEndpoint);

function historyEndpoint({
  entity,
  parts,
  proposals,
  path,
  parameter,
  noun,
  also,
}: RecordWithHistory): AnyEndpoint {
  const name = capitalize(noun);
  return defineEndpoint({
    id: `${entity}_history`,
    method: 'GET',
    path,
    audience: 'platform',
    area: 'Changes',
    permission: ENTITIES[entity].permission,
    summary: `List who changed a ${noun}, and what`,
    description: `Returns the newest entries first. Names the changed properties, never their values.${also} Entries are kept as long as the change log.`,
    params: Type.Object({ [parameter]: id(`Id of the ${noun}.`) }),
    query: HistoryQuery,
    success: { status: 200, description: 'A page of the history.', schema: HistoryPage },
    notFound: name,
    etag: 'content',
    async handle({ db, tenantId, params, query, caller }) {
      const recordId = (params as Record<string, number>)[parameter]!;
      const { cursor, limit = DEFAULT_LIMIT } = query as HistoryQueryValues;
      const before =
        cursor === undefined ? undefined : parseCursor(tenantId, cursor, 'nextCursor of this operation');
      const readsProposals = caller.permissions.has(PROPOSAL_PERMISSION);
      const source = {
        entity,
        id: recordId,
        parts: parts.filter((part) => canRead(caller, part)),
        proposals: readsProposals ? proposals : undefined,
      };
      // One extra row shows whether there is another page.
      const found = await readHistory(db, tenantId, source, before, limit + 1);
      if (found === undefined) throw notFound(name);
      const entries = found.slice(0, limit).map((row) => toEntry(tenantId, row));
      return { entries, nextCursor: found.length > limit ? entries.at(-1)!.id : null };
    },
  });
}

function canRead(caller: Caller, entity: Entity): boolean {
  return caller.permissions.has(ENTITIES[entity].permission);
}
