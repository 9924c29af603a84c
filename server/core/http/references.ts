import { LRUCache } from 'lru-cache';
import type { TenantDatabase } from '../db/connection.ts';
import type { Services } from '../services.ts';
import type { Fault } from './errors.ts';
import type { ReferenceUse } from './schema-walk.ts';

/** A kind of record that requests can refer to by id. */
export interface ReferenceKind {
  /** Returns those of the ids that exist for this tenant and that a request can refer to. */
  find(services: Services, db: TenantDatabase, tenantId: number, ids: number[]): Promise<number[]>;
  /** The operation that lists the valid ids. */
  source: string;
  /** True if an id can become invalid at any time and no foreign key would reject it, such as after a soft deletion. */
  isNeverCached?: boolean;
}

export type ReferenceKinds = Readonly<Record<string, ReferenceKind>>;

// Only existing ids are cached, so a new record is found at once. For a record that was just removed, the foreign key rejects
// the write.
const MAXIMUM_CACHED_IDS = 50_000;
const CACHE_TTL_MS = 5000;

/** Finds the references whose record does not exist for the tenant. */
export type ReferenceCheck = (
  services: Services,
  db: TenantDatabase,
  tenantId: number,
  uses: ReferenceUse[],
) => Promise<Fault[]>;

export function createReferenceCheck(kinds: ReferenceKinds): ReferenceCheck {
  const existing = new LRUCache<string, true>({ max: MAXIMUM_CACHED_IDS, ttl: CACHE_TTL_MS });

  return async (services, db, tenantId, uses) => {
    if (uses.length === 0) return [];
    const unverified = new Map<string, Set<number>>();
    for (const { kind, id } of uses) {
      if (!kinds[kind]!.isNeverCached && existing.has(`${tenantId} ${kind} ${id}`)) continue;
      const ids = unverified.get(kind) ?? new Set();
      unverified.set(kind, ids.add(id));
    }
    const missing = new Set<string>();
    await Promise.all(
      [...unverified].map(async ([kind, ids]) => {
        const found = new Set(await kinds[kind]!.find(services, db, tenantId, [...ids]));
        for (const id of ids) {
          if (found.has(id)) existing.set(`${tenantId} ${kind} ${id}`, true);
          else missing.add(`${kind} ${id}`);
        }
      }),
    );
    return uses
      .filter(({ kind, id }) => missing.has(`${kind} ${id}`))
      .map(({ property, kind }) => ({
        property,
        code: 'unknownReference',
        message: `${property} is not the id of an existing ${kind}. ${kinds[kind]!.source} lists the valid ids.`,
      }));
  };
}
