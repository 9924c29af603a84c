import assert from 'node:assert/strict';
import type { AnyEndpoint } from '../../core/http/index.ts';
import { REFERENCES } from '../../endpoints.ts';
import { type Calls, startTestService, type TestService, type TestTenant } from '../../testing/harness.ts';
import { type PathRecord, PathRecords } from '../records/path-records.ts';
import { permittedIds, valueListOf } from '../records/reference-ids.ts';
import { type Choice, makeRecords } from '../records/tenant-records.ts';

// Two tenants on one service, each with a record of every kind. Their ids come from separate ranges, so that an id tells
// whose record it is.

export interface SweptTenant {
  tenant: TestTenant;
  /** How the tenant calls this operation: through its application, or as its administrator. */
  calls(endpoint: AnyEndpoint): Calls;
  /** The tenant's record for a path; undefined if the path names none. */
  record(path: string): PathRecord | undefined;
  /** An id that the tenant may refer to. */
  reference(kind: string): number;
}

export interface TwoTenants {
  service: TestService;
  a: SweptTenant;
  b: SweptTenant;
  /** Whether this value list is the same for all tenants. */
  isSharedList(list: string): boolean;
  /** Whether all tenants refer to the same entries of this kind. */
  isShared(kind: string): boolean;
  /** Whether this is an entry of the shared list that the kind refers to. */
  isSharedEntry(kind: string, id: unknown): boolean;
}

export const MARK_OF_A = 'zzmarkofa';
const MARK_OF_B = 'zzmarkofb';
const FIRST_ID_OF_A = 734_000_000;
const FIRST_ID_OF_B = 50_000;
const IDS_OF_A_TENANT = 1000;
/** Matches the id of a record of A in any text. */
export const ID_OF_A = /73400\d{4}/;

export async function startTwoTenants(endpoints: readonly AnyEndpoint[]): Promise<TwoTenants> {
  const service = await startTestService();
  const lists = await service.sql<{ list: string; ids: number[] }>(
    'SELECT list, array_agg(id ORDER BY id) AS ids FROM catalog_entry WHERE NOT is_expired GROUP BY list',
  );
  const sharedIds = new Map(lists.map(({ list, ids }) => [list, ids]));
  const choice = (index: number): Choice => ({
    language: sharedIds.get('languages')![index]!,
    profession: sharedIds.get('professions')![index]!,
    licence: sharedIds.get('driverslicenses')![index]!,
  });
  const sharedIdsOf = (kind: string) => sharedIds.get(valueListOf(kind) ?? '');
  const records = await PathRecords.open(service);

  const sweep = async (tenant: TestTenant, first: number, mark: string, own: Choice) => {
    const platform = await service.platform('admin', tenant);
    await makeRecords(service, tenant, mark, own);
    const range = Array.from({ length: IDS_OF_A_TENANT }, (_, index) => first + index);
    const references = new Map<string, number>();
    for (const kind of Object.keys(REFERENCES)) {
      const ids = sharedIdsOf(kind) ?? (await permittedIds(service, tenant.id, kind, range));
      assert.ok(ids.length > 0, `Let makeRecords create something that "${kind}" can refer to.`);
      references.set(kind, sharedIdsOf(kind) === undefined ? ids.at(-1)! : ids[0]!);
    }
    const named = new Map<string, PathRecord | undefined>();
    for (const { path } of endpoints) named.set(path, (await records.find(path, tenant.id)).at(-1));
    return {
      tenant,
      calls: ({ audience }: AnyEndpoint) => (audience === 'platform' ? platform : tenant.api),
      record: (path: string) => named.get(path),
      reference: (kind: string) => references.get(kind)!,
    };
  };

  // Windows of the current hour and day are read at the end, so neither may end before.
  await service.clock.enterNext('hour');
  await moveSequences(service, FIRST_ID_OF_A);
  const a = await sweep(await service.createTenant(), FIRST_ID_OF_A, MARK_OF_A, choice(0));
  await moveSequences(service, FIRST_ID_OF_B);
  const b = await sweep(service.tenant, FIRST_ID_OF_B, MARK_OF_B, choice(1));
  await service.settle();
  return {
    service,
    a,
    b,
    isSharedList: (list) => sharedIds.has(list),
    isShared: (kind) => sharedIdsOf(kind) !== undefined,
    isSharedEntry: (kind, id) => sharedIdsOf(kind)?.includes(id as number) === true,
  };
}

/** Sets the next id of every table. */
async function moveSequences(service: TestService, next: number): Promise<void> {
  await service.sql(
    `SELECT setval(c.oid::regclass, $1) FROM pg_class c
     WHERE c.relkind = 'S' AND c.relnamespace = 'public'::regnamespace AND c.relname LIKE '%\\_id\\_seq'`,
    [next],
  );
}
