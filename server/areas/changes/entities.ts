/** Record types that the change log knows, what reading them needs, and where a changed record is fetched. */
export const ENTITIES = {
  candidate: { permission: 'candidates:read', endpoint: '/candidates/{id}' },
  document: { permission: 'documents:read', endpoint: '/candidates/export/documents/{id}' },
  company: { permission: 'customers:read', endpoint: '/customers/{id}' },
  site: { permission: 'customers:read', endpoint: '/customers/offices/{id}' },
  location: { permission: 'customers:read', endpoint: '/customers/locations/{id}' },
  contact: { permission: 'customers:read', endpoint: '/customers/contacts/{id}' },
  request: { permission: 'requests:read', endpoint: '/customers/requests/{kind}/{id}' },
  jobad: { permission: 'jobads:read', endpoint: '/jobads/{id}' },
  user: { permission: 'users:read', endpoint: '/users/{id}' },
  branch: { permission: 'branches:read', endpoint: '/branches' },
} as const;

export type Entity = keyof typeof ENTITIES;
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
