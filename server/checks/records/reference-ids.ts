import assert from 'node:assert/strict';
import { REFERENCES } from '../../endpoints.ts';
import type { TestService } from '../../testing/harness.ts';

/** The value list whose entries this kind refers to; undefined if it refers to records. */
export function valueListOf(kind: string): string | undefined {
  return /^GET \/masterdata\/(\w+)$/.exec(REFERENCES[kind]?.source ?? '')?.[1];
}

/** The ids that requests of the tenant may refer to, in ascending order. The kind itself decides. */
export async function permittedIds(
  { services }: Pick<TestService, 'services'>,
  tenantId: number,
  kind: string,
  ids: number[],
): Promise<number[]> {
  const reference = REFERENCES[kind];
  assert.ok(reference !== undefined, `"${kind}" is not a kind of reference.`);
  if (ids.length === 0) return [];
  const permitted = await reference.find(services, services.database.tenant(tenantId), tenantId, ids);
  return permitted.toSorted((a, b) => a - b);
}
