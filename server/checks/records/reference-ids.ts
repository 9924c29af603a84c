import assert from 'node:assert/strict';
import type { TestService } from '../../core/testing/harness.ts';
import { REFERENCES } from '../../endpoints.ts';

/** The value list whose entries are referred to by this kind; undefined where the ids are those of records. */
export function valueListOf(kind: string): string | undefined {
  return /^GET \/masterdata\/(\w+)$/.exec(REFERENCES[kind]?.source ?? '')?.[1];
}

/** Those of the ids that requests of the tenant may refer to, lowest first: the kind itself says which. */
export async function permittedIds(
  { services }: TestService,
  tenantId: number,
  kind: string,
  ids: number[],
): Promise<number[]> {
  const reference = REFERENCES[kind];
  assert.ok(reference !== undefined, `"${kind}" is no kind of reference.`);
  if (ids.length === 0) return [];
  const permitted = await reference.find(services, services.database.tenant(tenantId), tenantId, ids);
  return permitted.toSorted((a, b) => a - b);
}
