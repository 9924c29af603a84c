/**
 * The record types of the change log, each with the permission and the path for reading a record, and the table that
 * contains the records. Only rows that meet `condition` can be read.
 */
export const ENTITIES = {
  candidate: { permission: 'candidates:read', endpoint: '/candidates/{id}', table: 'candidate' },
  document: {
    permission: 'documents:read',
    endpoint: '/candidates/export/documents/{id}',
    table: 'document',
  },
  company: { permission: 'customers:read', endpoint: '/customers/{id}', table: 'company' },
  site: { permission: 'customers:read', endpoint: '/customers/offices/{id}', table: 'site' },
  location: {
    permission: 'customers:read',
    endpoint: '/customers/locations/{id}',
    table: 'work_location',
    condition: 'deleted_at IS NULL',
  },
  contact: { permission: 'customers:read', endpoint: '/customers/contacts/{id}', table: 'contact' },
  request: {
    permission: 'requests:read',
    endpoint: '/customers/requests/{kind}/{id}',
    table: 'customer_request',
  },
  jobad: {
    permission: 'jobads:read',
    endpoint: '/jobads/{id}',
    table: 'job_ad',
    condition: 'deleted_at IS NULL',
  },
  user: { permission: 'users:read', endpoint: '/users/{id}', table: 'user_account' },
  branch: { permission: 'branches:read', endpoint: '/branches', table: 'branch' },
} as const satisfies Record<
  string,
  { permission: string; endpoint: string; table: string; condition?: string }
>;

export type Entity = keyof typeof ENTITIES;
/**
 * `valueList` is an entry of one of the tenant's value lists. The feed does not contain its changes. They only change the
 * entity tags of responses that show the entry's name.
 */
export type LoggedEntity = Entity | 'valueList' | ProposalEntity;

/**
 * The proposals of a request, and those of a candidate. The id is that of the request or the candidate. Their entries are for the
 * history and the live stream only: no feed reads them, and they have no event (docs/adr/0062-proposals.md).
 */
export const PROPOSAL_ENTITIES = { requestProposal: 'request', candidateProposal: 'candidate' } as const;
export type ProposalEntity = keyof typeof PROPOSAL_ENTITIES;
export const PROPOSAL_PERMISSION = 'proposals:read';

export function isProposalEntity(entity: LoggedEntity): entity is ProposalEntity {
  return entity in PROPOSAL_ENTITIES;
}
export type ChangeKind = 'new' | 'modified' | 'deleted';

export const ENTITY_NAMES = Object.keys(ENTITIES) as [Entity, ...Entity[]];

/** Returns the path below /v3 of the changed record, or null if it was deleted. */
export function recordEndpoint(
  entity: Entity,
  kind: ChangeKind,
  id: number,
  attributes: Record<string, unknown> | null,
): string | null {
  if (kind === 'deleted') return null;
  return ENTITIES[entity].endpoint
    .replace('{id}', String(id))
    .replace('{kind}', String(attributes?.kind ?? ''));
}
