import assert from 'node:assert/strict';
import { REFERENCES } from '../../../endpoints.ts';
import type { PlatformApi, TestTenant } from '../../../testing/harness.ts';
import { insertAd } from '../../../testing/portal-visitor.ts';
import { PathRecords } from '../../records/path-records.ts';
import { makeRecords } from '../../records/tenant-records.ts';
import { type ApiDocument, type DocumentedOperation, DocumentReader } from '../document.ts';
import { LiveRecords, type RecordSource } from '../live-records.ts';
import type { Sender } from './planned.ts';

// Two tenants with a record of every kind. The requests come from the first one. Every text of the second one contains
// MARK, which no request contains, so a response with MARK shows a row of the second tenant.

export const MARK = 'zzforeignrow';

interface Installation extends RecordSource {
  baseUrl: string;
}

interface Members {
  tenant: TestTenant;
  narrowToken: string;
  admin: PlatformApi;
  viewer: PlatformApi;
}

export interface ServedOperation extends DocumentedOperation {
  /** Audience and id. */
  key: string;
  reader: DocumentReader;
  /** The path below the server's address. */
  prefix: '/v3' | '/platform';
  /** The tables of the records that the path names, by parameter. */
  tables: ReadonlyMap<string, string>;
}

interface Side {
  tenant: TestTenant;
  records: LiveRecords;
  /** An ad on the portal. */
  jobAdId: number;
}

export interface World {
  installation: Installation;
  records: PathRecords;
  operations: ReadonlyMap<string, ServedOperation>;
  first: Side;
  second: Side;
  /** The headers that show who sends a request. */
  credentials: Record<Sender, Record<string, string>>;
}

const PRODUCT = { 'user-agent': 'Fuzz/1.0' };
const OWN_PAGE = { ...PRODUCT, 'sec-fetch-site': 'same-origin' };
const RECORDS_OF_FIRST = 3;

/** Creates the records of both tenants and reads the documents. */
export async function makeWorld(
  installation: Installation,
  { tenant, narrowToken, admin, viewer }: Members,
  second: TestTenant,
): Promise<World> {
  const professions = (await tenant.api.get('/masterdata/professions')).body.professions as { id: number }[];
  const choice = (index: number) => ({
    language: 1 + index,
    licence: 313 + index,
    profession: professions[index]!.id,
  });
  for (let index = 0; index < RECORDS_OF_FIRST; index++)
    await makeRecords(installation, tenant, `first${index}`, choice(index));
  await makeRecords(installation, second, MARK, choice(0));
  await installation.sql('UPDATE tenant SET name = $1 WHERE id = $2', [MARK, second.id], second.id);
  const records = await PathRecords.open(installation);
  const operations = new Map<string, ServedOperation>();
  for (const prefix of ['/v3', '/platform'] as const)
    for (const operation of await readOperations(installation, prefix, records))
      operations.set(operation.key, operation);
  const world: World = {
    installation,
    records,
    operations,
    first: await openSide(installation, tenant, 'Lagerhelfer (m/w/d)'),
    second: await openSide(installation, second, MARK),
    credentials: {
      owner: { ...PRODUCT, authorization: `Bearer ${tenant.api.token}` },
      narrow: { ...PRODUCT, authorization: `Bearer ${narrowToken}` },
      forged: { ...PRODUCT, authorization: `Bearer ${tenant.api.token.slice(0, -6)}AAAAAA` },
      nobody: PRODUCT,
      admin: { ...OWN_PAGE, cookie: admin.cookie },
      viewer: { ...OWN_PAGE, cookie: viewer.cookie },
      foreignSite: { ...PRODUCT, cookie: admin.cookie, origin: 'https://evil.example.org' },
    },
  };
  await readAllIds(world);
  return world;
}

async function readOperations(
  { baseUrl }: Installation,
  prefix: '/v3' | '/platform',
  records: PathRecords,
): Promise<ServedOperation[]> {
  const response = await fetch(`${baseUrl}${prefix}/openapi.json`);
  assert.equal(response.status, 200);
  const reader = new DocumentReader((await response.json()) as ApiDocument);
  return reader.operations().map((operation) => ({
    ...operation,
    reader,
    prefix,
    key: `${prefix.slice(1)} ${operation.id}`,
    tables: records.tablesOf(operation.path),
  }));
}

async function openSide(installation: Installation, tenant: TestTenant, title: string): Promise<Side> {
  const jobAdId = await insertAd({ ...installation, tenant }, { title });
  return { tenant, records: await LiveRecords.open(installation, tenant), jobAdId };
}

/** Looks up all ids, so that the storm needs no queries of its own. */
async function readAllIds({ operations, first, second }: World): Promise<void> {
  for (const { records } of [first, second]) {
    for (const operation of operations.values()) await records.fillPath(operation, {}, 0);
    for (const kind of Object.keys(REFERENCES)) await records.id(kind, 0, null);
  }
}
