import { LRUCache } from 'lru-cache';
import type { TenantDatabase } from '../db/connection.ts';
import type { Services } from '../services.ts';
import type { Fault } from './errors.ts';
import type { ReferenceUse } from './schema-walk.ts';

/** A kind of record that requests refer to by id. */
export interface ReferenceKind {
  /** Which of the ids exist for this tenant and may be referred to. */
  find(services: Services, db: TenantDatabase, tenantId: number, ids: number[]): Promise<number[]>;
  /** Where a caller finds the permitted ids. */
  source: string;
  /** Ids can end from one call to the next, by a deletion for example, and nothing else would refuse them: none is remembered. */
  isAskedAlways?: boolean;
}

export type ReferenceKinds = Readonly<Record<string, ReferenceKind>>;

// Only ids that exist are remembered, and briefly: a record that was just created is found at once, one that was
// just removed is refused by its foreign key.
const REMEMBERED_IDS = 50_000;
const REMEMBERED_MS = 5000;

/** Finds the references whose record does not exist for the tenant. */
export type ReferenceCheck = (
  services: Services,
  db: TenantDatabase,
  tenantId: number,
  uses: ReferenceUse[],
) => Promise<Fault[]>;

export function createReferenceCheck(kinds: ReferenceKinds): ReferenceCheck {
  const existing = new LRUCache<string, true>({ max: REMEMBERED_IDS, ttl: REMEMBERED_MS });

  return async (services, db, tenantId, uses) => {
    if (uses.length === 0) return [];
    const unsure = new Map<string, Set<number>>();
    for (const { kind, id } of uses) {
      if (!kinds[kind]!.isAskedAlways && existing.has(`${tenantId} ${kind} ${id}`)) continue;
      const ids = unsure.get(kind) ?? new Set();
      unsure.set(kind, ids.add(id));
    }
    const missing = new Set<string>();
    await Promise.all(
      [...unsure].map(async ([kind, ids]) => {
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
        message: `${property} refers to no ${kind} that exists: ${kinds[kind]!.source} lists the permitted ids.`,
      }));
  };
}
