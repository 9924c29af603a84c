/**
 * Record types that the change log knows: what reading them needs, where a changed record is fetched, and which rows of
 * which table are records that can be fetched now.
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
    present: 'deleted_at IS NULL',
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
    present: 'deleted_at IS NULL',
  },
  user: { permission: 'users:read', endpoint: '/users/{id}', table: 'user_account' },
  branch: { permission: 'branches:read', endpoint: '/branches', table: 'branch' },
} as const satisfies Record<
  string,
  { permission: string; endpoint: string; table: string; present?: string }
>;

export type Entity = keyof typeof ENTITIES;
/**
 * What the log knows besides records: an entry of one of the tenant's value lists. Readers of the log do not hear of
 * it; the tags of answers that show its name do.
 */
export type LoggedEntity = Entity | 'valueList';
export type ChangeKind = 'new' | 'modified' | 'deleted';

export const ENTITY_NAMES = Object.keys(ENTITIES) as [Entity, ...Entity[]];

/** Path below /v3 at which the record of a change is fetched; null once it is gone. */
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
